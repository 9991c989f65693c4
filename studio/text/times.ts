// Times as people say them, in the time zone of the browser.

import { formatDuration } from "@armistice/core/text"
import { formatNumber } from "./numbers.ts"

export { formatDuration }

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** "4 Nov", with the year if it is not the current one. */
export function formatDay(time: number, now = Date.now()): string {
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  return new Date(time).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  })
}

/** "16 Nov, 03:40". */
export const formatMoment = (time: number, now = Date.now()): string =>
  `${formatDay(time, now)}, ${new Date(time).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`

/** "4 to 17 Nov", "30 Oct to 2 Nov". */
export function formatDayRange(from: number, to: number, now: number): string {
  const [first, last] = [formatDay(from, now), formatDay(to, now)]
  if (first === last) return first
  const [number = "", ...rest] = first.split(" ")
  return last.endsWith(` ${rest.join(" ")}`) ? `${number} to ${last}` : `${first} to ${last}`
}

/** "7 days". Sentences need a plural, so a single hour is 60 minutes. */
export function formatWindow(seconds: number): string {
  const text = formatDuration(1000 * seconds)
  return text === "1 hour" ? "60 minutes" : text === "1 minute" ? "60 seconds" : text
}

/** The day if it is days away, otherwise the exact time. */
export const formatDue = (time: number, now = Date.now()): string =>
  time - now > 2 * day ? formatDay(time, now) : formatMoment(time, now)

/** "just now", "20 s ago", "4 min ago", "3 h ago", "yesterday", "2 days ago", then the day. */
export function formatAgo(time: number, now = Date.now()): string {
  const past = now - time
  if (past < 10 * second) return "just now"
  if (past < minute) return `${Math.floor(past / second)} s ago`
  if (past < hour) return `${Math.floor(past / minute)} min ago`
  if (past < day) return `${Math.floor(past / hour)} h ago`
  const days = daysBetween(time, now)
  if (days < 7) return days === 1 ? "yesterday" : `${days} days ago`
  return formatDay(time, now)
}

/** Calendar days: 47 hours ago was not yesterday. */
const daysBetween = (time: number, now: number): number =>
  Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(time).setHours(0, 0, 0, 0)) / day)

/** "20 days", "5 hours", "3 months". */
export function formatDays(days: number): string {
  if (days < 90) return formatDuration(Math.max(hour, days * day))
  return `${formatNumber(Math.round(days / 30.4))} months`
}

/** A duration in the unit that suits it: "1 day", "36 hours", "20 minutes". */
export const formatSpan = (seconds: number): string =>
  seconds >= 86_400 && seconds < 90_000 ? "1 day" : formatDuration(1000 * seconds)

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]

/** "on the third day" for something that takes two to three days. */
export function formatDayPlace(days: number): string {
  const place = Math.floor(days + 1e-9)
  return place < ordinals.length ? `on the ${ordinals[place]} day` : `after ${formatNumber(place)} days`
}
