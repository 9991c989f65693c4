import { expect, test } from "vitest"
import { computeGain } from "./gain.ts"
import { makeGroup } from "./testing/make-group.ts"

const figures = { low: 0, high: 1 }
const group = (differences: Readonly<Record<string, readonly [number, number, number]>>) =>
  makeGroup({
    state: "clear",
    options: {
      a: { ...figures, mean: 0.6, people: 700 },
      b: { ...figures, mean: 0.5, people: 200 },
      c: { ...figures, mean: 0.4, people: 100 },
    },
    differences,
  })

test("the gain is measured against an even split of the same people", () => {
  const worth = computeGain(group({ b: [0.1, 0.05, 0.15], c: [0.2, 0.1, 0.3] }))
  // An even split gives each 333.3 people: 133.3 were spared a tenth, 233.3 two tenths.
  expect(worth?.gained).toBeCloseTo(133.333 * 0.1 + 233.333 * 0.2, 2)
  expect(worth?.atLeast).toBeCloseTo(133.333 * 0.05 + 233.333 * 0.1, 2)
  expect([worth?.even, worth?.ran, worth?.best].map((mean) => Number(mean?.toFixed(4)))).toEqual([0.5, 0.56, 0.6])
  // The gain is the difference between the run and an even split.
  expect(worth?.gained).toBeCloseTo(1000 * ((worth?.ran ?? 0) - (worth?.even ?? 0)), 6)
})

test("the lower limit uses the far end for options with more people than their share", () => {
  const crowded = makeGroup({
    state: "leaning",
    options: { a: { ...figures, mean: 0.6, people: 200 }, b: { ...figures, mean: 0.5, people: 800 } },
    differences: { b: [0.1, -0.2, 0.4] },
  })
  expect(computeGain(crowded)?.gained).toBeCloseTo(-300 * 0.1, 6)
  expect(computeGain(crowded)?.atLeast).toBeCloseTo(-300 * 0.4, 6)
})

test("there is no result while an option has no figure", () => {
  expect(computeGain(group({ b: [0.1, 0.05, 0.15] }))).toBeNull()
})
