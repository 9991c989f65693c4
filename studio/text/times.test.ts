import { expect, test } from "vitest"
import { formatAgo, formatDay, formatDayRange, formatDuration, formatMoment } from "./times.ts"

const at = (text: string) => new Date(text).getTime()
const now = at("2026-11-16T12:00:00")

test("days have a year if it is another one, and a range names the month once", () => {
  expect(formatDay(at("2026-11-04T09:00:00"), now)).toBe("4 Nov")
  expect(formatDay(at("2025-11-04T09:00:00"), now)).toBe("4 Nov 2025")
  expect(formatMoment(at("2026-11-16T03:40:00"), now)).toBe("16 Nov, 03:40")
  expect(formatDayRange(at("2026-11-04T09:00:00"), at("2026-11-17T09:00:00"), now)).toBe("4 to 17 Nov")
  expect(formatDayRange(at("2026-10-30T09:00:00"), at("2026-11-02T09:00:00"), now)).toBe("30 Oct to 2 Nov")
  expect(formatDayRange(at("2026-11-04T09:00:00"), at("2026-11-04T19:00:00"), now)).toBe("4 Nov")
})

test("durations are whole numbers of the unit that fits", () => {
  const day = 86_400_000
  expect([7 * day, day, 2 * day, 3_600_000, 5_400_000, 60_000, 59_000, 10].map(formatDuration)).toEqual([
    "7 days",
    "24 hours",
    "2 days",
    "1 hour",
    "2 hours",
    "1 minute",
    "59 seconds",
    "1 second",
  ])
})

test("past times are relative to now", () => {
  const past = (seconds: number) => formatAgo(now - seconds * 1000, now)
  // 47 hours ago was the day before yesterday.
  expect([0, 20, 240, 7200, 90_000, 47 * 3600, 200_000, 700_000].map(past)).toEqual([
    "just now",
    "20 s ago",
    "4 min ago",
    "2 h ago",
    "yesterday",
    "2 days ago",
    "2 days ago",
    "8 Nov",
  ])
})
