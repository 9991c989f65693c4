// The columns by which an experiment is listed, taken from its current results whenever one of them
// changes.

import type { SegmentStateName } from "./result-rows.ts"

/** By how soon someone should look: those from "ended_undecided" on wait for a person. */
const urgencies = [
  "no_answers",
  "too_early",
  "leaning",
  "no_difference",
  "ended_undecided",
  "clear",
  "guardrail",
] as const

export const rankUrgency = (state: SegmentStateName): number => urgencies.indexOf(state)

/** `current results`: those of the experiment, as `s`. */
export const listedFrom = (currentResults: string): string =>
  `urgency = (SELECT coalesce(max(CASE s.state ${urgencies.map((state, urgency) => `WHEN '${state}' THEN ${urgency}`).join(" ")} END), 0) FROM ${currentResults}),
   released_at = (SELECT max(s.at) FROM ${currentResults})`
