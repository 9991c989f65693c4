import { expect, test } from "vitest"
import { createAlgorithm } from "../catalogue.ts"
import { answeredInterval } from "../estimates/silence.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { computeArmValues, type Values } from "./arm-values.ts"

test("all that can fail in a comparison of arms, shares of answers and means, fails with the promised chance at most", () => {
  const armCount = 3
  const algorithm = createAlgorithm("gdp-imed", { eta: 10 })
  const state = algorithm.start(armCount)
  const random = seededRandom(1)
  for (let round = 0; round < 600; round++) {
    const arm = algorithm.choose(state, random)
    algorithm.observe(state, arm, random.uniform() < 0.5 ? 1 : 0, random)
  }
  const silence = { missing: 0, decided: [500, 400, 300], answered: [300, 350, 300] }
  const [statement] = (computeArmValues(algorithm, state, { confidence: 0.95, armCount, silence }) as Values).statements
  // An end of a difference needs two shares and a mean; as many ends as arms share the error.
  const ofMeans = armCount * statement.computeEndError({ before: armCount, after: 6 })
  const ofShares = 0.05 - ofMeans
  expect(ofMeans).toBeCloseTo(0.045, 12)
  for (const [arm, pair] of statement.pairs.entries()) {
    const error = ofShares / (2 * armCount)
    const [low, high] = answeredInterval(silence.decided[arm], silence.answered[arm], error)
    expect(pair?.silence?.share.low).toBeCloseTo(low, 9)
    expect(pair?.silence?.share.high).toBeCloseTo(high, 9)
  }
})
