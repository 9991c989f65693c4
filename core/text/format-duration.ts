// Durations in words.

import { formatNumber } from "./format-number.ts"

/** From how many milliseconds on a unit is used, and its length. */
const units = [
  { from: 172_800_000, size: 86_400_000, name: "day" },
  { from: 3_600_000, size: 3_600_000, name: "hour" },
  { from: 60_000, size: 60_000, name: "minute" },
  { from: 0, size: 1000, name: "second" },
] as const

/** "7 days", "3 hours": rounded to the largest unit that fits; days only from two on. */
export function formatDuration(ms: number): string {
  const { size, name } = units.find(({ from }) => ms >= from) ?? units[3]
  const count = Math.max(1, Math.round(ms / size))
  return `${formatNumber(count)} ${name}${count === 1 ? "" : "s"}`
}
