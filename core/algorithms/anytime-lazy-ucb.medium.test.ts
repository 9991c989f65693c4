import { expect, test } from "vitest"
import { expectRegret, regretDistance } from "../testing/expected-regret.ts"
import { anytimeLazyUcb } from "./anytime-lazy-ucb.ts"

const setting = { means: [0.75, 0.625, 0.5, 0.375, 0.25], horizon: 1e5, runs: 20, otherRuns: 40 }
const targets = [
  { epsilon: 1, mean: 2520, deviation: 263 },
  { epsilon: 0.5, mean: 3318, deviation: 148 },
  { epsilon: 0.25, mean: 4223, deviation: 475 },
]

for (const { epsilon, mean, deviation } of targets)
  test(`regret at epsilon ${epsilon} is that of the published curves, ${mean} ± ${deviation}`, () => {
    expectRegret(anytimeLazyUcb.create({ epsilon }), { ...setting, mean, deviation })
  })

test("natural logarithms, the planted mistake, are seen", () => {
  const algorithm = anytimeLazyUcb.create({ epsilon: 0.5, logBase: "e" })
  expect(regretDistance(algorithm, { ...setting, runs: 5, mean: 3318, deviation: 148 })).toBeLessThan(-5)
})
