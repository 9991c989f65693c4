// Durations in words.

import { formatNumber } from "./format-number.ts"

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const units = [
  { size: day, name: "day" },
  { size: hour, name: "hour" },
  { size: minute, name: "minute" },
  { size: second, name: "second" },
] as const

/** "7 days", "3 hours": rounded to the largest unit that fits; days only from two on. */
export function formatDuration(ms: number): string {
  const { size, name } = units.find((unit) => ms >= (unit.size === day ? 2 * day : unit.size)) ?? units[3]
  const count = Math.max(1, Math.round(ms / size))
  return `${formatNumber(count)} ${name}${count === 1 ? "" : "s"}`
}
