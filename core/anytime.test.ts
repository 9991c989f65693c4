// Experiments whose end nobody knows: each of our algorithms has a form without a horizon, whose
// promise holds at every moment.

import { expect, test } from "vitest"
import { catalogue, findAlgorithm } from "./catalogue.ts"
import { composeReleases } from "./privacy/compose.ts"
import { seededRandom } from "./random/seeded-random.ts"
import { runAlgorithm } from "./testing/run-algorithm.ts"

const means = [0.8, 0.4, 0.3]
const eta = 0.8

test.each(["gdp-imed", "gdp-ts", "dp-ts-ucb-anytime"])("%s needs no horizon and is eta-GDP at every moment", (name) => {
  const entry = findAlgorithm(name)
  const algorithm = entry.create({ eta })
  const state = algorithm.start(means.length)
  const random = seededRandom(1)
  const pulls: number[] = []
  for (let rounds = 300; rounds <= 6000; rounds += 300) {
    runAlgorithm(algorithm, state, means, 300, random)
    pulls.push(state.decided[0])
    expect(composeReleases(algorithm.releases(state)).eta).toBeLessThanOrEqual(algorithm.guarantee(3).eta ?? 0)
    expect(algorithm.guarantee(3).eta).toBe(eta)
  }
  // It goes on learning: of the last rounds more go to the best arm than of the first.
  expect(pulls[19] - pulls[14]).toBeGreaterThan(pulls[4])
  expect(pulls[19] - pulls[14]).toBeGreaterThan(0.8 * 1500)
})

test("the calibrated form, which needs a horizon, says so by its parameters", () => {
  expect(catalogue.find(({ name }) => name === "dp-ts-ucb-calibrated")?.parameters).toHaveProperty("horizon")
})
