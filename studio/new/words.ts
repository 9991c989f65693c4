// Counts in words where a sentence wants them.

const small = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]

export const largeCount = (count: number): string => count.toLocaleString("en-US")

export const numberWord = (count: number): string => small[count] ?? largeCount(count)

export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** "Two things to mend". */
export const thingsToMend = (count: number): string =>
  `${capital(numberWord(count))} ${count === 1 ? "thing" : "things"} to mend`

/** To so many figures, three if left out: "about 1,330". */
export const roughly = (value: number, figures = 3): string =>
  largeCount(Number(value.toPrecision(value < 100 ? Math.min(2, figures) : figures)))

/** "20 days", "5 hours", "3 months". */
export function daysInWords(days: number): string {
  const [count, unit] = days < 2 ? [days * 24, "hour"] : days < 90 ? [days, "day"] : [days / 30.4, "month"]
  const whole = Math.max(1, Math.round(count))
  return `${largeCount(whole)} ${unit}${whole === 1 ? "" : "s"}`
}

/** A share as points of a hundred: "8 points". */
export function points(share: number): string {
  const count = Number((share * 100).toPrecision(3))
  return `${count} ${count === 1 ? "point" : "points"}`
}
