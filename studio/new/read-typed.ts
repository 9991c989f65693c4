// Parses numbers as people type them: "20,000", "7 days", "1 point", "50 %". The result is `null`
// where the text is no number.

import type { Draft } from "./draft.ts"

export function readNumber(text: string): number | null {
  const plain = text.trim().replaceAll(/(?<=\d)[, \u00a0\u202f](?=\d{3}(\D|$))/g, "")
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : null
}

export function readWhole(text: string): number | null {
  const value = readNumber(text)
  return value !== null && Number.isSafeInteger(value) ? value : null
}

/** "checkout, pricing" as a list. */
export const readLabels = (text: string): string[] =>
  text
    .split(",")
    .map((label) => label.trim())
    .filter((label) => label !== "")

/** The share of people who are given an option at random. */
export function readEvenShare({ allocation, evenShare }: Pick<Draft, "allocation" | "evenShare">): number | null {
  if (allocation === "compare") return readPoints(evenShare)
  return allocation === "even" ? 1 : 0
}

/** How many answers of one person count. */
export const readCap = ({ isSticky, cap }: Pick<Draft, "isSticky" | "cap">): number | null =>
  isSticky ? 1 : readWhole(cap)

/** For successes the share of answers is the average of all options; others have `lead` less. */
export function readBest({ answers, answerShare, best, lead, options }: BestGuess): number | null {
  if (answers !== "successes") return readPoints(best)
  const [share, apart] = [readPoints(answerShare), readPoints(lead)]
  if (share === null || apart === null) return null
  const count = Math.max(2, options.filter((name) => name.trim() !== "").length)
  return Number((share + (apart * (count - 1)) / count).toPrecision(6))
}

type BestGuess = Pick<Draft, "answers" | "answerShare" | "best" | "lead" | "options">

const units: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 }

/** "7 days" in seconds; a bare number is days. */
export function readSeconds(text: string): number | null {
  const [, amount = "", unit = "day"] = /^(.*?\d\.?)\s*(?:(second|minute|hour|day|week)s?)?$/i.exec(text.trim()) ?? []
  const value = readNumber(amount)
  return value === null || value <= 0 ? null : value * (units[unit.toLowerCase()] as number)
}

/** Like `readSeconds`, and 0 for "at once" or "0". */
export const readDelay = (text: string): number | null =>
  /^\s*(at once|0(\s.*)?)\s*$/i.test(text) ? 0 : readSeconds(text)

/** A local time such as 2026-11-20T09:00 in milliseconds; `null` where there is none. */
export function readTime(text: string): number | null {
  const time = text.trim() === "" ? Number.NaN : new Date(text).getTime()
  return Number.isNaN(time) ? null : time
}

/** "1 point", "1 %" or "1" as a share of one. */
export function readPoints(text: string): number | null {
  const value = readNumber(text.replace(/\s*(points?|%)\s*$/i, ""))
  return value === null ? null : Number((value / 100).toPrecision(12))
}
