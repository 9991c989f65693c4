import { expect, test } from "vitest"
import { findCost, scalePrivacyCost } from "./cost.ts"
import { makeGroup } from "./testing/make-group.ts"

const figures = { low: 0, high: 1 }
const group = (differences: Readonly<Record<string, readonly [number, number, number]>>) =>
  makeGroup({
    state: "leaning",
    options: {
      a: { ...figures, mean: 0.6, people: 700 },
      b: { ...figures, mean: 0.5, people: 200 },
      c: { ...figures, mean: 0.4, people: 100 },
    },
    differences,
  })

test("the cost counts people with another option than the leader, and its interval stays above 0", () => {
  const cost = findCost(group({ b: [0.1, -0.05, 0.15], c: [0.2, 0.1, 0.3] }))
  expect(cost?.ran.value).toBeCloseTo(200 * 0.1 + 100 * 0.2, 9)
  expect(cost?.ran.low).toBeCloseTo(100 * 0.1, 9)
  expect(cost?.ran.high).toBeCloseTo(200 * 0.15 + 100 * 0.3, 9)
  expect(cost?.even.value).toBeCloseTo((1000 / 3) * (0.1 + 0.2), 9)
  expect(cost?.even.high).toBeCloseTo((1000 / 3) * (0.15 + 0.3), 9)
})

test("there is no result while an option has no figure", () => {
  expect(findCost(group({ b: [0.1, 0.05, 0.15] }))).toBeNull()
})

test("the cost of privacy is a part of the cost, with its interval in proportion", () => {
  const ran = { value: 80, low: 0, high: 200 }
  expect(scalePrivacyCost(ran, 20)).toEqual({ value: 20, low: 0, high: 50 })
  expect(scalePrivacyCost(ran, 90)).toEqual(ran)
  expect(scalePrivacyCost(ran, -1)).toEqual({ value: 0, low: 0, high: 0 })
  expect(scalePrivacyCost({ value: 0, low: 0, high: 50 }, 3)).toEqual({ value: 0, low: 0, high: 0 })
})
