import { expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { readState } from "../testing/certified-batch.ts"
import { indexPolicyContract } from "../testing/index-policy.contract.ts"
import { runRegret } from "../testing/run-algorithm.ts"
import { imed } from "./imed.ts"

const algorithm = imed.create({})

function kl(p: number, q: number): number {
  return (p > 0 ? p * Math.log(p / q) : 0) + (p < 1 ? (1 - p) * Math.log((1 - p) / (1 - q)) : 0)
}

indexPolicyContract({
  algorithm,
  goodness: (counts, sums) => {
    const means = counts.map((n, arm) => sums[arm] / n)
    const best = Math.max(...means)
    return counts.map((n, arm) => -(means[arm] < best ? n * kl(means[arm], best) : 0) - Math.log(n))
  },
  mostSteps: 80_000,
})

test("n·kl(.5, .9) + ln n is below ln 1000 for n = 9 (6.79 < 6.91) and above it for n = 10 (7.41)", () => {
  expect(9 * kl(0.5, 0.9) + Math.log(9)).toBeCloseTo(6.795, 3)
  const random = seededRandom(1)
  expect(algorithm.choose(readState([1000, 9], [900, 4.5]), random)).toBe(1)
  expect(algorithm.choose(readState([1000, 10], [900, 5]), random)).toBe(0)
})

test("an arm pulled less often than one of nearly the same mean leads until it has caught up", () => {
  const law = algorithm.laws(readState([1_000_000, 1000], [500_000, 500]))
  expect(law).toMatchObject({ kind: "batch", arms: [1] })
  expect(law.kind === "batch" && law.pulls).toBeGreaterThan(10)
})

test("on the paper's arms it comes close to the Lai-Robbins value: regret between 10 and 60 at T = 1e5", () => {
  for (let seed = 1; seed <= 3; seed++) {
    const regret = runRegret(algorithm, [0.95, 0.75, 0.55, 0.35, 0.15], 1e5, seededRandom(seed))
    expect(regret).toBeGreaterThan(10)
    expect(regret).toBeLessThan(60)
  }
})
