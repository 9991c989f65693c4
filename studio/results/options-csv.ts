// All options of all groups as CSV, with the columns that the service's own export has.

import { csvText } from "@armistice/core/text"
import type { Results } from "./results-types.ts"

const columns = ["arm", "decisions", "rewards", "mean", "low", "high", "probabilityBest", "unansweredShare"] as const

export function optionsCsv({ at, segments }: Results): string {
  const rows = segments.flatMap(({ segment, state, arms }) =>
    arms.map((option) => [segment, state, ...columns.map((column) => option[column]), at]),
  )
  return csvText([["segment", "state", ...columns, "at"], ...rows], "\r\n")
}
