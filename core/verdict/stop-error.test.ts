// Levels after stops, against a game in which each stop looks ahead as well as one can: the
// evidence is taken where it is largest.

import { expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { computeError, computeErrorShare, computeLevel } from "./stop-error.ts"

test("a level is where its error is, rounded up", () => {
  for (const looks of [0, 1, 2, 5])
    for (const error of [0.9, 0.05, 1e-3, 1e-9]) {
      const level = computeLevel(error, looks)
      expect(computeError(level, looks)).toBeLessThanOrEqual(error * (1 + 1e-9))
      expect(computeError(level - 1e-6, looks)).toBeGreaterThan(error)
    }
  expect(computeLevel(0.05, 0)).toBeCloseTo(Math.log(20), 12)
  // (1 + ln z)/z.
  expect(computeError(Math.log(100), 1)).toBeCloseTo((1 + Math.log(100)) / 100, 12)
  expect([computeError(0, 3), computeError(-1, 0)]).toEqual([1, 1])
})

test("the shares of the error before and after all stops are 1 together at most", () => {
  for (const isWatched of [false, true]) {
    const shares = Array.from({ length: 60 }, (_, count) => computeErrorShare({ count, isWatched }, 3))
    const counted = isWatched ? shares : shares.slice(0, 2)
    expect(counted.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-12)
  }
  // Two arms: after a stop one is left, and there is nothing to compare.
  expect([0, 3].map((count) => computeErrorShare({ count, isWatched: false }, 2))).toEqual([1, 1])
  expect(computeErrorShare(undefined, 9)).toBe(1)
})

test("stops that know the future reach a level as often as stated, and far oftener than without the logarithms", () => {
  const random = seededRandom(3)
  // ln of the largest value that a martingale from 1 ever has is exponential: a stop that knows it
  // takes it, and the next begins there.
  const runs = 200_000
  for (const looks of [1, 2]) {
    const level = computeLevel(0.05, looks)
    let [reached, naive] = [0, 0]
    for (let run = 0; run < runs; run++) {
      let largest = random.exponential()
      for (let stop = 0; stop < looks; stop++) largest += random.exponential()
      if (largest >= level) reached += 1
      if (largest >= Math.log(20)) naive += 1
    }
    // Five standard errors are 0.25 %.
    expect(Math.abs(reached / runs - 0.05)).toBeLessThan(0.0025)
    expect(naive / runs).toBeGreaterThan(0.15)
  }
})
