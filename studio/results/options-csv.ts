// All options of all groups as CSV, with the columns that the service's own export has.

import { csvText } from "@armistice/core/text"
import type { Results } from "./results-types.ts"

const columns = ["arm", "decisions", "rewards", "mean", "low", "high", "probabilityBest", "unansweredShare"] as const

export function formatOptionsCsv({ at, segments }: Results): string {
  const rows = segments.flatMap(({ segment, state, arms }) =>
    arms.map((option) => [segment, state, ...columns.map((column) => option[column]), at]),
  )
  return csvText([["segment", "state", ...columns, "at"], ...rows], "\r\n")
}

/** All options of all groups of an experiment with context. */
export function formatGroupsCsv({ at, groups }: Pick<Results, "at" | "groups">): string {
  const rows = (groups ?? []).flatMap(({ group, share, state, recommended, arms }) =>
    arms.map(({ arm, decisions, mean, low, high }) => [
      group,
      share,
      state,
      recommended,
      arm,
      decisions,
      mean,
      low,
      high,
      at,
    ]),
  )
  return csvText(
    [["group", "share", "state", "recommended", "arm", "decisions", "mean", "low", "high", "at"], ...rows],
    "\r\n",
  )
}
