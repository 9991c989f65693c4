// Numbers for people.

import { shortenExponent } from "@armistice/core/text"

export { formatLoss, formatPlainNumber, formatTarget } from "@armistice/core/text"

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 })

/** A quantity: about four digits, more before the decimal point where there are more. */
export function formatQuantity(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e15) return shortenExponent(value.toExponential(3))
  if (size >= 1000) return grouped.format(value)
  if (size === 0 || size >= 100) return trimmed(value.toFixed(1))
  if (size >= 1) return trimmed(value.toFixed(2))
  return size >= 1e-3 ? trimmed(value.toPrecision(3)) : shortenExponent(value.toExponential(2))
}

/** A whole number, with an exponent where that is shorter: 1e6, 20. */
export function formatCount(value: number): string {
  const exponent = shortenExponent(value.toExponential())
  return value >= 1e4 && exponent.length <= 5 ? exponent : grouped.format(value)
}

/** Time in words that fit: 350 µs, 12 ms, 3.1 s, 4 min. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1) return `${Math.max(1, Math.round(milliseconds * 1000))} µs`
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 100) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

const trimmed = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text)
