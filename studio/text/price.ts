// How many answers something costs, in words that hold in spite of simulation noise.

import { formatCount } from "./numbers.ts"

interface Measured {
  readonly mean: number
  readonly standardError: number | null
}

/** How much more `one` loses: about that much, or at most, where noise could explain it. */
export function formatPrice(one: Measured, other: Measured): string {
  const price = one.mean - other.mean
  const doubt = 2 * Math.hypot(one.standardError ?? 0, other.standardError ?? 0)
  if (price > doubt) return price < 1 ? "less than one answer" : `about ${answers(price)}`
  const most = Math.ceil(Math.max(price, 0) + doubt)
  return most <= 1 ? "less than one answer" : `fewer than ${answers(most)}`
}

/** "1 answer", "11 answers", "12,300 answers". */
export function answers(count: number): string {
  const text = formatWhole(count)
  return `${text} ${text === "1" ? "answer" : "answers"}`
}

/** A count rounded to about three digits, in words from a million on. */
export function formatWhole(count: number): string {
  const digits = Math.max(0, Math.floor(Math.log10(Math.max(Math.abs(count), 1))) - 2)
  return formatCount(Math.round(count / 10 ** digits) * 10 ** digits)
}

/** A shorter form for plots. */
export const abbreviate = (words: string): string =>
  words.replace(" million", "\u00a0M").replace(" billion", "\u00a0bn").replace(" trillion", "\u00a0tn")
