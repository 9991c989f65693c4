// The example on the first page is what simulation and core's verdict give for the experiment it
// names.

import { type Algorithm, chooseWithEvenShare, computeVerdict, createAlgorithm, seededRandom } from "@armistice/core"
import { createEnvironment, runStep } from "@armistice/lab"
import { expect, test } from "vitest"
import { example } from "./example-verdict.tsx"

test("the example's verdict is that of a simulated experiment", () => {
  const algorithm = createAlgorithm("gdp-imed", { eta: 1 })
  // A fifth of the people are assigned evenly, as in the service.
  const dealt: Algorithm = {
    ...algorithm,
    choose: (state, random) => chooseWithEvenShare(algorithm, state, random, 0.2),
  }
  const { people, worthwhile, best, next, lead, low, high } = example
  const { state } = runStep({
    algorithm: dealt,
    environment: createEnvironment({ kind: "bernoulli", means: [0.54, 0.46, 0.42] }),
    horizon: people,
    checkpoints: [people],
    random: seededRandom(1).fork(0),
  })
  const verdict = computeVerdict(algorithm, state, { reward: { min: 0, max: 1 }, worthwhile: worthwhile / 100 })
  expect(verdict).toMatchObject({ state: "clear", leader: 0 })
  const [leader, second] = verdict.arms
  const [other] = verdict.differences
  const points = (share: number | null | undefined) => 100 * (share ?? Number.NaN)
  expect(points(leader?.mean).toFixed(1)).toBe(String(best))
  expect(points(second?.mean).toFixed(1)).toBe(String(next))
  expect(points(other?.difference).toFixed(1)).toBe(String(lead))
  // Ends are rounded outwards.
  expect(Math.floor(10 * points(other?.low)) / 10).toBe(low)
  expect(Math.ceil(10 * points(other?.high)) / 10).toBe(high)
  expect(leader?.probabilityBest).toBeGreaterThan(0.999)
})
