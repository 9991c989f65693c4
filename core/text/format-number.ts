// Counts, percentages and points, written the same by the page and the command.

import { shortenExponent } from "./format-loss.ts"
import { shortNumber } from "./short-number.ts"

/** A number with its thousands apart: 20,000. */
export const formatNumber = (value: number): string => value.toLocaleString("en-US")

/** A number with fixed decimals, or with up to `most`: −1,234.50. */
export function formatDecimals(value: number, decimals: number, most = decimals): string {
  const digits = Math.abs(value).toLocaleString("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: most,
  })
  return value < 0 ? `\u2212${digits}` : digits
}

const large = [
  { from: 1e12, word: "trillion" },
  { from: 1e9, word: "billion" },
  { from: 1e6, word: "million" },
] as const

/** A count in words from a million on: 2.5 million. */
export function formatCount(count: number): string {
  for (const { from, word } of large) if (count >= from) return `${Number((count / from).toPrecision(4))} ${word}`
  return formatNumber(count)
}

/** A count with an exponent where that is shorter: 1e6, but 12,345. For tables. */
export const formatShortCount = (count: number): string => shortExponent(count) ?? shortNumber(count, 12)

/** A number as the command line reads it back: 1e6, but 12345. */
export const formatArgument = (value: number): string => shortExponent(value) ?? String(value)

/** Null where the exponent is not shorter than the digits. */
function shortExponent(value: number): string | null {
  const text = shortenExponent(value.toExponential())
  return Number.isInteger(value) && value >= 1e4 && text.length <= 5 ? text : null
}

/** A share as a percentage: 69.2 %. */
export const formatPercent = (share: number, decimals = 1): string => `${(100 * share).toFixed(decimals)} %`

/** A share as points of a hundred: 8 points. */
export function formatPoints(share: number): string {
  const count = Number((share * 100).toPrecision(3))
  return `${count} ${count === 1 ? "point" : "points"}`
}

/** Rounds to some decimals; a value that rounding error moved off a round number stays there. */
export function roundTo(value: number, decimals: number, round: (value: number) => number = Math.round): number {
  const scaled = value * 10 ** decimals
  const nearest = Math.round(scaled)
  const isRound = Math.abs(scaled - nearest) < 1e-9 * Math.max(1, Math.abs(scaled))
  return (isRound ? nearest : round(scaled)) / 10 ** decimals
}
