// Maps a refusal of the service to the field it is about. The service's sentences begin with the
// name of the request's field.

import { ClientError } from "@armistice/client"
import { capitalize } from "../text/numbers.ts"
import type { FieldId, Problem } from "./problem.ts"

const fields: readonly (readonly [about: RegExp, field: (row: string) => FieldId])[] = [
  [/^name\b/, () => "name"],
  [/^description\b/, () => "description"],
  [/^labels\b/, () => "labels"],
  [/^arms\[(\d+)\]/, (row) => `option-${Number(row) + 1}`],
  [/^arms\b/, () => "option-1"],
  [/^control\b/, () => "control"],
  [/^maxArms\b/, () => "most-options"],
  [/^segments\[(\d+)\]/, (row) => `group-${Number(row) + 1}`],
  [/^segments\b/, () => "group-1"],
  [/^metrics\[(\d+)\]\.margin/, (row) => `margin-${Number(row) + 1}`],
  [/^metrics\[(\d+)\]\.windowSeconds/, (row) => `soon-${Number(row) + 1}`],
  [/^metrics\[(\d+)\]/, (row) => `guardrail-${Number(row) + 1}`],
  [/^context\.protection/, () => "context-seen"],
  [/\bcontext\b|\battributes?\b|\bfeatures\b/, () => "attribute-1"],
  [/\bmetrics?\b/, () => "guardrail-1"],
  [/\bhorizon\b/, () => "people"],
  [/^evenShare\b/, () => "even-share"],
  [/^trafficShare\b/, () => "traffic-share"],
  [/^startsAt\b/, () => "starts"],
  [/^endsAt\b/, () => "ends"],
  [/^retention\.archiveAfterDays\b/, () => "archive-days"],
  [/^retention\b/, () => "purge-days"],
  [/^reward\b/, () => "max"],
  [/^answers\b/, () => "answers"],
  [/^missing\b/, () => "silence-value"],
  [/\barrivals\b/, () => "arrivals"],
  [/^rewardWindowSeconds\b/, () => "window"],
  [/^worthwhile\b/, () => "worthwhile"],
  [/^subjectCap\b/, () => "cap"],
  [/^limit\b/, () => "population-limit"],
  [/\bpopulation\b/, () => "population"],
  [/\beta\b|\bprivacy\b/, () => "privacy"],
]

const byCode: Readonly<Record<string, FieldId>> = {
  population_limit: "population",
  unknown_population: "population",
  population_in_use: "population-limit",
  answers_required: "answers",
  public_outcomes: "arrivals",
  weak_privacy: "privacy",
  privacy_budget_exhausted: "privacy",
}

/** `null` where the refusal is not about what was typed. */
export function readServiceProblem(error: unknown): Problem | null {
  if (!(error instanceof ClientError) || !error.isFromService) return null
  if (![400, 404, 409, 422].includes(error.status)) return null
  const words = error.problem?.detail ?? error.message
  // The position on the page already names the field.
  const sentence = `${capitalize(error.code === "invalid_request" ? words.replace(/^\S+ (?=must|needs|may)/, "") : words)}.`
  const field = byCode[error.code] ?? findField(words)
  return { field, summary: `The service refused it: ${sentence}`, words: sentence }
}

function findField(words: string): FieldId {
  for (const [about, field] of fields) {
    const found = about.exec(words)
    if (found !== null) return field(found[1] ?? "0")
  }
  return "form"
}
