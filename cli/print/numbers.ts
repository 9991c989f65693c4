// Numbers as the command prints them.

import { shortNumber } from "@armistice/core/text"

export { formatLoss, formatPercent, formatPlainNumber, formatShortCount, formatTarget } from "@armistice/core/text"

/** A quantity: four digits, and whole numbers from a thousand on. */
export const formatQuantity = (value: number): string => shortNumber(value, 4)

interface Interval {
  readonly low: number | null
  readonly high: number | null
}

/** "1.2 to 3.4", or nothing where it is not known. */
export const formatInterval = (interval: Interval | null): string =>
  interval === null || interval.low === null || interval.high === null
    ? ""
    : `${formatQuantity(interval.low)} to ${formatQuantity(interval.high)}`

/** 350 µs, 12 ms, 3.1 s, 4 min. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1) return `${Math.max(1, Math.round(milliseconds * 1000))} µs`
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 100) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
