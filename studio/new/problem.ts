// The fields of the form by their ids, and a problem with one of them.

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

/** The id of the element that takes the focus; rows are numbered from 1. */
export type FieldId =
  | (typeof fieldIds)[keyof typeof fieldIds]
  | `${RowKind}-${number}`
  | "control"
  | "answers"
  | "population"
  | "privacy"
  | "guesses"
  | "eta"
  | "epsilon"
  | "delta"
  | "arrivals"
  | "context-seen"
  | "form"

/** A field without the number of its row. */
export type FieldKind = Exclude<FieldId, `${string}-${number}`> | RowKind

/** Numbered fields. */
export type RowKind =
  | "option"
  | "guardrail"
  | "group"
  | "rate"
  | "margin"
  | "soon"
  | "attribute"
  | "level"
  | "from"
  | "to"
  | "bands"

export const findFieldKind = (field: FieldId): FieldKind => field.replace(/-\d+$/, "") as FieldKind

export interface Problem {
  readonly field: FieldId
  /** For the list above the form. */
  readonly summary: string
  /** For the place beside the field. */
  readonly words: string
}

type Check = readonly [isWrong: boolean, field: FieldId, summary: string, words: string]

/** The problems of all checks that find something wrong. */
export const listProblems = (...checks: readonly Check[]): Problem[] =>
  checks.flatMap(([isWrong, field, summary, words]) => (isWrong ? [{ field, summary, words }] : []))
