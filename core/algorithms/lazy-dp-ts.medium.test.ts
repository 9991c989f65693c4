import { expect, test } from "vitest"
import { expectRegret, regretDistance } from "../testing/expected-regret.ts"
import { lazyDpTs } from "./lazy-dp-ts.ts"

const setting = { means: [0.75, 0.625, 0.5, 0.375, 0.25], horizon: 1e5, runs: 10, otherRuns: 40 }
const targets = [
  { epsilon: 1, mean: 578, deviation: 71 },
  { epsilon: 0.5, mean: 985, deviation: 60 },
  { epsilon: 0.25, mean: 1893, deviation: 64 },
]

for (const { epsilon, mean, deviation } of targets)
  test(`regret at epsilon ${epsilon} is that of an independent simulation, ${mean} ± ${deviation}`, () => {
    expectRegret(lazyDpTs.create({ epsilon }), { ...setting, mean, deviation })
  })

test("logarithms of base 2, the planted mistake, are seen", () => {
  const algorithm = lazyDpTs.create({ epsilon: 0.5, logBase: "2" })
  expect(regretDistance(algorithm, { ...setting, runs: 3, mean: 985, deviation: 60 })).toBeGreaterThan(5)
})
