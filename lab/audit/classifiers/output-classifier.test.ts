import { seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { etaLowerBound } from "../lower-bound.ts"
import { countOutputErrors, type ObservedNumbers, trainOutputClassifier } from "./output-classifier.ts"

const random = seededRandom(11)

/** Thirty numbers that tell nothing, and what `more` adds. */
const seenIn = (more: () => ObservedNumbers): ObservedNumbers => ({
  ...Object.fromEntries(Array.from({ length: 30 }, (_, k) => [`noise ${k}`, random.uniform()])),
  ...more(),
})

const runsOf = (count: number, more: () => ObservedNumbers): ObservedNumbers[] =>
  Array.from({ length: count }, () => seenIn(more))

function shown(
  first: () => ObservedNumbers,
  second: () => ObservedNumbers,
  runs = 1000,
): { eta: number; statistic: string } {
  const classifier = trainOutputClassifier(runsOf(300, first), runsOf(300, second))
  return {
    eta: etaLowerBound(countOutputErrors(classifier, runsOf(runs, first), runsOf(runs, second)), 0.05),
    statistic: classifier.statistic,
  }
}

test("one number among thirty that tells the tables apart is found: N(0,1) against N(2,1) shows 2 less three standard errors", () => {
  const { eta, statistic } = shown(
    () => ({ told: random.gaussian() }),
    () => ({ told: 2 + random.gaussian() }),
  )
  expect(statistic).toBe("told")
  // The errors of 16 % are known to ±1.2 %, so eta to ±0.07 and its bound is about 0.12 lower.
  expect(eta).toBeGreaterThan(1.65)
  expect(eta).toBeLessThan(2)
})

test("two numbers that tell half each are put together", () => {
  const both = (shift: number) => () => ({ one: shift + random.gaussian(), other: shift + random.gaussian() })
  const { eta, statistic } = shown(both(0), both(1.5))
  expect(statistic).toBe("a weighted sum of the strongest")
  expect(eta).toBeGreaterThan(1.5 + 0.25)
  expect(eta).toBeLessThan(1.5 * Math.SQRT2)
})

test("a number that is missing in one table only is found; where nothing differs nothing is shown", () => {
  expect(
    shown(
      () => ({}),
      () => ({ extra: 1 }),
    ).eta,
  ).toBeGreaterThan(5)
  expect(
    shown(
      () => ({}),
      () => ({}),
    ).eta,
  ).toBeLessThan(0.15)
})
