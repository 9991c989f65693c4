// Numbers as people read them: three digits that count, thousands apart, powers of ten for large round ones.

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"

const raised = (exponent: number): string =>
  (exponent < 0 ? "⁻" : "") + [...String(Math.abs(exponent))].map((digit) => superscripts[Number(digit)]).join("")

/** About three significant digits: 0.56, 12.3, 4,567, 1.2 × 10⁹. */
export function figure(value: number, digits = 3): string {
  if (value === 0) return "0"
  const size = Math.abs(value)
  if (size >= 1e6 || size < 1e-3) {
    const exponent = Math.floor(Math.log10(size) + 1e-9)
    const lead = Number((value / 10 ** exponent).toPrecision(Math.min(digits, 3)))
    return lead === 1 ? `10${raised(exponent)}` : `${lead} × 10${raised(exponent)}`
  }
  if (size >= 10 ** (digits - 1)) return Math.round(value).toLocaleString("en-US")
  return String(Number(value.toPrecision(digits)))
}

/** A share as a percentage with a sensible number of decimals. */
export function percent(share: number): string {
  const points = share * 100
  const decimals = points > 99 || points < 1 ? 2 : 1
  return `${points.toFixed(decimals)}\u00a0%`
}

/** A probability that must not be under-stated, to two decimals. */
export const percentUp = (share: number): string => `${(Math.ceil(share * 1e4) / 100).toFixed(2)}\u00a0%`

/** A sentence whose percentages do not break from their sign. */
export const unbroken = (words: string): string => words.replaceAll(/(\d) %/g, "$1\u00a0%")

const large = [
  { from: 1e12, word: "trillion" },
  { from: 1e9, word: "billion" },
  { from: 1e6, word: "million" },
] as const

/** "1 million", "20,000": how many rounds, in words. */
export function countInWords(count: number): string {
  for (const { from, word } of large) if (count >= from) return `${Number((count / from).toPrecision(4))} ${word}`
  return count.toLocaleString("en-US")
}

/** As the command line takes it: 1e6 rather than 1000000. */
export function plainNumber(value: number): string {
  if (Number.isInteger(value) && value >= 1e4) {
    const [lead = "", exponent = ""] = value.toExponential().split("e+")
    if (lead.length <= 3) return `${lead}e${exponent}`
  }
  return String(value)
}
