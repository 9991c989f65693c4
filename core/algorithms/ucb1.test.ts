import { expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { readState } from "../testing/certified-batch.ts"
import { indexPolicyContract } from "../testing/index-policy.contract.ts"
import { runRegret } from "../testing/run-algorithm.ts"
import { ucb1 } from "./ucb1.ts"

const algorithm = ucb1.create({})

indexPolicyContract({
  algorithm,
  goodness: (counts, sums, round) => counts.map((n, arm) => sums[arm] / n + Math.sqrt((2 * Math.log(round)) / n)),
  mostSteps: 250_000,
})

test("at t = 100, 10 rewards of mean .9 (index 1.8597) lose to 5 of mean .6 (1.9572), and beat them at mean .5 (1.8572)", () => {
  const random = seededRandom(1)
  // The third arm only brings the rounds to 100.
  expect(algorithm.choose(readState([10, 5, 85], [9, 3, 0]), random)).toBe(1)
  expect(algorithm.choose(readState([10, 5, 85], [9, 2.5, 0]), random)).toBe(0)
})

test("a leader of 900 rewards of mean .9 against 100 of mean .5 is promised 139 rounds, as the tangents say", () => {
  const log = Math.log(1000)
  const [own, other] = [Math.sqrt((2 * log) / 900), Math.sqrt((2 * log) / 100)]
  const ahead = 0.9 + own - 0.5 - other
  const perPull = (0.9 + own / 2) / 900 + other / (2 * 1000 * log)
  const pulls = 1 + Math.floor(ahead / perPull)
  expect(algorithm.laws(readState([900, 100], [810, 50]))).toEqual({ kind: "batch", arms: [0], pulls })
  expect(pulls).toBe(139)
})

test("on the paper's arms it finds the best one: regret between 150 and 300 at T = 1e5", () => {
  for (let seed = 1; seed <= 3; seed++) {
    const regret = runRegret(algorithm, [0.95, 0.75, 0.55, 0.35, 0.15], 1e5, seededRandom(seed))
    expect(regret).toBeGreaterThan(150)
    expect(regret).toBeLessThan(300)
  }
})
