import { seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { computeIntervalEnds, computeMeanInterval, computeUnseenShare } from "./mean-interval.ts"

test("without skewness it is Student's interval; with it the end in the long tail is farther away", () => {
  const [low, high] = computeIntervalEnds([1, 2, 3, 4, 5]) as readonly [number, number]
  expect([low, high]).toEqual([expect.closeTo(3 - 1.9632, 3), expect.closeTo(3 + 1.9632, 3)])
  const skewed = computeIntervalEnds([1, 1, 1, 2, 10]) as readonly [number, number]
  expect(skewed[1] - 3).toBeGreaterThan(1.5 * (3 - skewed[0]))
})

test("one value has no interval, equal ones have no width, and no end is outside of what there is to lose", () => {
  expect(computeMeanInterval([1], 10)).toBeNull()
  expect(computeMeanInterval([2, 2, 2], 10)).toMatchObject({ low: 2, high: 2, hasFewRuns: true })
  expect(computeMeanInterval([0, 0, 9], 10)).toMatchObject({ low: 0, high: 10 })
})

test("few runs means that unseen runs could move the mean by more than half the width", () => {
  const values = Array.from({ length: 300 }, (_, k) => (k % 3) + 1)
  expect(computeUnseenShare(300)).toBeCloseTo(0.01, 3)
  expect(computeMeanInterval(values, 5)).toMatchObject({ hasFewRuns: false })
  expect(computeMeanInterval(values, 1000)).toMatchObject({ hasFewRuns: true })
})

test("20 exponential values are covered in 93 % of samples or more, while two thirds of the interval is too little", () => {
  const samples = 2000
  let [covered, narrow] = [0, 0]
  for (let sample = 0; sample < samples; sample++) {
    const random = seededRandom(sample)
    const [low, high] = computeIntervalEnds(Array.from({ length: 20 }, () => random.exponential())) as readonly [
      number,
      number,
    ]
    if (low <= 1 && 1 <= high) covered++
    const sixth = (high - low) / 6
    if (low + sixth <= 1 && 1 <= high - sixth) narrow++
  }
  const deviation = Math.sqrt((0.93 * 0.07) / samples)
  expect(covered / samples).toBeGreaterThan(0.93)
  expect(narrow / samples).toBeLessThan(0.93 - 5 * deviation)
})
