// Arms stopped by metrics that tell of unreleased rewards (docs/theory.md, Lemmas 21 and 22): after
// a drop of everything outstanding, false verdicts stay within their error.

import { seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { type StoppedSpec, simulateStopped } from "./testing/stopped-experiment.ts"

const shared = { eta: 20, armCount: 2, drops: "all" } as const

test("the first batch after a stop has the arm's mean; if open batches alone are dropped it is higher, and if nothing is, lower", () => {
  const once = {
    ...shared,
    horizon: 400,
    window: 60,
    mostStops: 1,
    against: 2,
    outstanding: 2,
    known: "nobody looks",
  } as const
  /** How many standard errors the mean of such batches is above the true one. */
  const standardErrors = (drops: StoppedSpec["drops"]): number => {
    const means = Array.from(
      { length: 800 },
      (_, run) => simulateStopped({ ...once, drops }, seededRandom(1).fork(run)).freshMeans,
    )
    const all = means.flat()
    expect(all.length).toBeGreaterThan(500)
    const mean = all.reduce((sum, one) => sum + one, 0) / all.length
    const variance = all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / all.length
    return (mean - 0.5) / Math.sqrt(variance / all.length)
  }
  // A seed that is right is beyond 4 with a chance of 1 in 16,000; 0.05 away, as seen, is 7 or
  // more.
  expect(Math.abs(standardErrors("all"))).toBeLessThan(4)
  expect(standardErrors("open batches")).toBeGreaterThan(5)
  expect(standardErrors("nothing")).toBeLessThan(-5)
})

test("identical arms are clear in at most 5 % of experiments with stops that look ahead; without paying for stops in many more", () => {
  const often = { ...shared, horizon: 2000, window: 10, against: 0.5, outstanding: Number.NEGATIVE_INFINITY } as const
  const count = (runs: number, spec: Pick<StoppedSpec, "known" | "mostStops">) => {
    const outcomes = Array.from({ length: runs }, (_, run) =>
      simulateStopped({ ...often, ...spec }, seededRandom(2).fork(run)),
    )
    return {
      clear: outcomes.filter((one) => one.isEverClear).length,
      leaning: outcomes.filter((one) => one.isEverLeaning).length,
    }
  }
  const paid = count(120, { known: (stops) => ({ count: stops, isWatched: true }), mostStops: 3 })
  expect(paid.clear).toBeLessThanOrEqual(0.05 * 120)
  expect(paid.leaning).toBeLessThanOrEqual(0.2 * 120)
  // As often as they like: 23 % of experiments were clear, so that fewer than 6 of 60 have a chance
  // of 1 in 100.
  const unpaid = count(60, { known: () => undefined, mostStops: Number.POSITIVE_INFINITY })
  expect(unpaid.clear).toBeGreaterThan(0.1 * 60)
  const always = count(30, {
    known: (stops) => ({ count: stops, isWatched: true }),
    mostStops: Number.POSITIVE_INFINITY,
  })
  expect(always.clear).toBe(0)
})
