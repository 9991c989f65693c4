// The parts of the draft that are typed into a field of their own, with the id of that field.

import type { Draft } from "./draft.ts"

export const fieldIds = {
  name: "name",
  description: "description",
  labels: "labels",
  mostOptions: "most-options",
  evenShare: "even-share",
  trafficShare: "traffic-share",
  starts: "starts",
  ends: "ends",
  archiveDays: "archive-days",
  purgeDays: "purge-days",
  min: "min",
  max: "max",
  window: "window",
  answerShare: "answer-share",
  delay: "delay",
  silenceValue: "silence-value",
  worthwhile: "worthwhile",
  people: "people",
  perDay: "per-day",
  cap: "cap",
  populationName: "population-name",
  populationLimit: "population-limit",
  best: "best",
  lead: "lead",
} as const satisfies Partial<Record<keyof Draft, string>>
