// Counts in words where a sentence wants them.

const small = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]

export const formatNumber = (count: number): string => count.toLocaleString("en-US")

export const spellNumber = (count: number): string => small[count] ?? formatNumber(count)

export const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** "Fix two things". */
export const fixTitle = (count: number): string => `Fix ${spellNumber(count)} ${count === 1 ? "thing" : "things"}`

/** To so many figures, three if left out: "about 1,330". */
export const formatRounded = (value: number, figures = 3): string =>
  formatNumber(Number(value.toPrecision(value < 100 ? Math.min(2, figures) : figures)))

/** "20 days", "5 hours", "3 months". */
export function formatDays(days: number): string {
  const [count, unit] = days < 2 ? [days * 24, "hour"] : days < 90 ? [days, "day"] : [days / 30.4, "month"]
  const whole = Math.max(1, Math.round(count))
  return `${formatNumber(whole)} ${unit}${whole === 1 ? "" : "s"}`
}

/** A span of seconds in the unit that suits it: "1 day", "36 hours", "20 minutes". */
export function formatSpan(seconds: number): string {
  const [count, unit] =
    seconds >= 86_400 && (seconds >= 172_800 || Math.abs(seconds - 86_400) < 3600)
      ? [seconds / 86_400, "day"]
      : seconds >= 3600
        ? [seconds / 3600, "hour"]
        : seconds >= 60
          ? [seconds / 60, "minute"]
          : [seconds, "second"]
  const whole = Math.max(1, Math.round(count))
  return `${formatNumber(whole)} ${unit}${whole === 1 ? "" : "s"}`
}

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]

/** "on the third day" for something that takes two to three days. */
export function formatDayPlace(days: number): string {
  const place = Math.floor(days + 1e-9)
  return place < ordinals.length ? `on the ${ordinals[place]} day` : `after ${formatNumber(place)} days`
}

/** A share as points of a hundred: "8 points". */
export function formatPoints(share: number): string {
  const count = Number((share * 100).toPrecision(3))
  return `${count} ${count === 1 ? "point" : "points"}`
}
