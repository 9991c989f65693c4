// When messages are tried again.

import { expect, test } from "vitest"
import { computeGiveUpTime, computeNextTry, retryForMs } from "./retry-schedule.ts"

/** The times of all tries, in seconds, with the same chance each time. */
function tries(chance: number): number[] {
  const times = [0]
  for (;;) {
    const next = computeNextTry(times.length, 0, times.at(-1) as number, chance)
    if (next === null) return times.map((time) => time / 1000)
    times.push(next)
  }
}

test("pauses grow from seconds to four hours, and the last try is after three days", () => {
  const longest = tries(1 - 2 ** -52)
  expect(longest.slice(0, 6)).toEqual([0, 5, 15, 35, 75, 155])
  expect(longest.at(-1)).toBe(3 * 24 * 3600)
  const pauses = longest.slice(1).map((time, index) => time - (longest[index] as number))
  expect(Math.max(...pauses)).toBe(4 * 3600)
  expect(longest.length).toBeGreaterThan(20)
  const soonest = tries(0)
  expect(soonest.slice(0, 4)).toEqual([0, 2.5, 7.5, 17.5])
  expect(soonest.at(-1)).toBe(3 * 24 * 3600)
})

test("one that waited behind others for three days has one try and is then given up", () => {
  expect(computeGiveUpTime(1000)).toBe(1000 + retryForMs)
  expect(computeNextTry(1, 1000, 1000 + retryForMs, 0.5)).toBeNull()
  expect(computeNextTry(1, 1000, 999 + retryForMs, 0.5)).toBe(1000 + retryForMs)
})
