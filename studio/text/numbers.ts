// Numbers as the page shows them. Numbers that the command prints too are in core.

import { formatNumber, formatPercent as formatPlainPercent } from "@armistice/core/text"

export { formatArgument, formatCount, formatNumber, formatPoints } from "@armistice/core/text"

/** A share as a percentage with a sensible number of decimals. */
export function formatPercent(share: number): string {
  const points = share * 100
  return keepPercentTogether(formatPlainPercent(share, points > 99 || points < 1 ? 2 : 1))
}

/** Whole percent, or one decimal if the share has one. */
export const formatShortPercent = (share: number): string => `${Number((100 * share).toFixed(1))}\u00a0%`

/** Keeps percentages on one line with their sign. */
export const keepPercentTogether = (words: string): string => words.replaceAll(/(\d) %/g, "$1\u00a0%")

const spelled = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
]

/** "three"; from 13 on in digits. */
export const spellNumber = (count: number): string => spelled[count] ?? formatNumber(count)

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** To a few significant digits, for "about 1,330". */
export const formatRounded = (value: number, digits = 3): string =>
  formatNumber(Number(value.toPrecision(value < 100 ? Math.min(2, digits) : digits)))
