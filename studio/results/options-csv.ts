// All options of all groups as a table for other programs, as the service gives it: no name runs as a formula.

import type { Results } from "./results-types.ts"

export function optionsCsv({ at, segments }: Results): string {
  const head = [
    "segment",
    "state",
    "arm",
    "decisions",
    "rewards",
    "mean",
    "low",
    "high",
    "probabilityBest",
    "unansweredShare",
    "at",
  ]
  const rows = segments.flatMap(({ segment, state, arms }) =>
    arms.map(({ arm, decisions, rewards, mean, low, high, probabilityBest, unansweredShare }) =>
      [segment, state, arm, decisions, rewards, mean, low, high, probabilityBest, unansweredShare, at]
        .map(cell)
        .join(","),
    ),
  )
  return `${[head.join(","), ...rows].join("\r\n")}\r\n`
}

function cell(value: string | number | null): string {
  if (value === null) return ""
  if (typeof value === "number") return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
