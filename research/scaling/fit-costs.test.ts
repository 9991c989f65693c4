import { seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { computeCost, fitCosts } from "./fit-costs.ts"

const sizes = [1, 10, 100, 1000].flatMap((requests) =>
  [1, 10, 100, 1000].filter((experiments) => experiments <= requests).map((experiments) => ({ requests, experiments })),
)

test("costs are found again from batches that follow them, within the noise of a tenth", () => {
  const cost = { batch: 0.002, experiment: 30e-6, request: 10e-6 }
  const random = seededRandom(5)
  const measured = sizes.map((size) => ({ ...size, cost: computeCost(cost, size) * (1 + 0.1 * random.gaussian()) }))
  const fitted = fitCosts(measured)
  expect(fitted.batch / cost.batch).toBeCloseTo(1, 0)
  expect(Math.abs(fitted.experiment / cost.experiment - 1)).toBeLessThan(0.25)
  expect(Math.abs(fitted.request / cost.request - 1)).toBeLessThan(0.25)
  const exact = fitCosts(sizes.map((size) => ({ ...size, cost: computeCost(cost, size) })))
  for (const part of ["batch", "experiment", "request"] as const) expect(exact[part] / cost[part]).toBeCloseTo(1, 6)
})

test("no part is negative: one that would be is left out", () => {
  const measured = sizes.map((size) => ({ ...size, cost: 0.001 + 1e-5 * size.requests - 1e-7 * size.experiments }))
  const fitted = fitCosts(measured)
  expect(fitted.experiment).toBe(0)
  expect(fitted.request).toBeGreaterThan(0)
})
