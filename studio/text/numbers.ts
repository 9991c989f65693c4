// Numbers as people read them.

/** A share as a percentage with a sensible number of decimals. */
export function formatPercent(share: number): string {
  const points = share * 100
  const decimals = points > 99 || points < 1 ? 2 : 1
  return `${points.toFixed(decimals)}\u00a0%`
}

/** Keeps percentages on one line with their sign. */
export const keepPercentTogether = (words: string): string => words.replaceAll(/(\d) %/g, "$1\u00a0%")

const large = [
  { from: 1e12, word: "trillion" },
  { from: 1e9, word: "billion" },
  { from: 1e6, word: "million" },
] as const

/** "1 million", "20,000". */
export function formatCount(count: number): string {
  for (const { from, word } of large) if (count >= from) return `${Number((count / from).toPrecision(4))} ${word}`
  return formatNumber(count)
}

/** A number as the command line takes it: 1e6 rather than 1000000. */
export function formatPlain(value: number): string {
  if (Number.isInteger(value) && value >= 1e4) {
    const [lead = "", exponent = ""] = value.toExponential().split("e+")
    if (lead.length <= 3) return `${lead}e${exponent}`
  }
  return String(value)
}

export const formatNumber = (value: number): string => value.toLocaleString("en-US")

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

/** A share as points of a hundred: "8 points". */
export function formatPoints(share: number): string {
  const count = Number((share * 100).toPrecision(3))
  return `${count} ${count === 1 ? "point" : "points"}`
}
