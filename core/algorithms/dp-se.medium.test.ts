import { expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { expectRegret } from "../testing/expected-regret.ts"
import { runRegret } from "../testing/run-algorithm.ts"
import { dpSe } from "./dp-se.ts"

const means = [0.75, 0.625, 0.5, 0.375, 0.25]
const horizon = 1e5

test("regret at epsilon 1 is that of an independent simulation, 3303 ± 341", () => {
  const target = { means, horizon, runs: 20, otherRuns: 40, mean: 3303, deviation: 341 }
  expectRegret(dpSe.create({ epsilon: 1, horizon }), target)
})

// Three arms leave after epoch 1 and one after epoch 2, in every run: 1.25·1947 + 0.125·8025.
for (const epsilon of [0.5, 0.25])
  test(`regret at epsilon ${epsilon} is 3437 in every run`, () => {
    for (let run = 0; run < 5; run++)
      expect(runRegret(dpSe.create({ epsilon, horizon }), means, horizon, seededRandom(run))).toBeCloseTo(3436.875, 6)
  })

test("a wrong failure probability, the planted mistake, is seen", () => {
  const regret = runRegret(dpSe.create({ epsilon: 0.5, horizon: 10 * horizon }), means, horizon, seededRandom(1))
  expect(Math.abs(regret - 3436.875)).toBeGreaterThan(100)
})
