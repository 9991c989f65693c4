// A refusal of the service, at the field that it is about. Its sentences begin with the field's name in the request, or its path.

import { ClientError } from "@armistice/client"
import type { FieldId, Problem } from "./problem.ts"
import { capital } from "./words.ts"

const fields: readonly (readonly [about: RegExp, field: (row: string) => FieldId])[] = [
  [/^body\/name\b|^name\b/, () => "name"],
  [/^body\/arms\/(\d+)/, (row) => `option-${Number(row) + 1}`],
  [/^body\/arms\b|^arms\b|^control\b/, () => "option-1"],
  [/^body\/segments\/(\d+)/, (row) => `group-${Number(row) + 1}`],
  [/^body\/segments\b|^segments\b/, () => "group-1"],
  [/^body\/metrics\/(\d+)/, (row) => `guardrail-${Number(row) + 1}`],
  [/^body\/metrics\b|^metrics\b|\bmetrics?\b/, () => "guardrail-1"],
  [/^body\/horizon\b|\bhorizon\b/, () => "people"],
  [/^body\/reward\b|^reward\.min\b/, () => "max"],
  [/^body\/answers\b|^answers\b/, () => "answers"],
  [/^missing\b|^body\/missing\b/, () => "silence-value"],
  [/\barrivals\b/, () => "arrivals"],
  [/^body\/rewardWindowSeconds\b/, () => "window"],
  [/^body\/worthwhile\b|^worthwhile\b/, () => "worthwhile"],
  [/^body\/subjectCap\b/, () => "cap"],
  [/^body\/limit\b/, () => "population-limit"],
  [/\bpopulation\b/, () => "population"],
  [/^body\/privacy\b|\beta\b|\bprivacy\b/, () => "privacy"],
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

/** Null where it is not about what was typed. */
export function problemOfService(error: unknown): Problem | null {
  if (!(error instanceof ClientError) || !error.isOfService) return null
  if (![400, 404, 409, 422].includes(error.status)) return null
  const words = error.problem?.detail ?? error.message
  const sentence = `${capital(words.replace(/^body\/\S+ /, ""))}.`
  const field = byCode[error.code] ?? fieldOf(words)
  return { field, summary: `The service refused it: ${sentence}`, words: sentence }
}

function fieldOf(words: string): FieldId {
  for (const [about, field] of fields) {
    const found = about.exec(words)
    if (found !== null) return field(found[1] ?? "0")
  }
  return "form"
}
