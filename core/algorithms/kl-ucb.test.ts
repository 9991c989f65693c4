import { expect, test } from "vitest"
import { klUpperBound } from "../numerics/bernoulli-kl.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { readState } from "../testing/certified-batch.ts"
import { indexPolicyContract } from "../testing/index-policy.contract.ts"
import { runRegret } from "../testing/run-algorithm.ts"
import { klUcb } from "./kl-ucb.ts"

/** The index by bisection, as its definition reads. */
function computeIndex(mean: number, count: number, level: number): number {
  const kl = (q: number) =>
    (mean > 0 ? mean * Math.log(mean / q) : 0) + (mean < 1 ? (1 - mean) * Math.log((1 - mean) / (1 - q)) : 0)
  let low = mean
  let high = 1
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (count * kl(middle) <= level) low = middle
    else high = middle
  }
  return low
}

for (const logLogScale of [0, 3])
  indexPolicyContract({
    algorithm: klUcb.create({ logLogScale }),
    goodness: (counts, sums, round) => {
      const level = Math.max(0, Math.log(round) + logLogScale * Math.log(Math.log(round)))
      return counts.map((n, arm) => computeIndex(sums[arm] / n, n, level))
    },
    mostSteps: 150_000,
  })

test("at t = 100 the index of 10 rewards of mean .5 is .8879: an arm of 90 rewards loses below, wins above", () => {
  const index = klUpperBound(0.5, Math.log(100) / 10)
  // kl(1/2, q) = -ln(4q(1-q))/2.
  expect(index).toBeCloseTo((1 + Math.sqrt(1 - 100 ** -0.2)) / 2, 13)
  expect(index).toBeCloseTo(0.8879, 4)
  const algorithm = klUcb.create({})
  const random = seededRandom(1)
  for (const sum of [65, 66, 67, 68, 69, 70, 71, 72, 73, 74]) {
    const other = klUpperBound(sum / 90, Math.log(100) / 90)
    expect(algorithm.choose(readState([10, 90], [5, sum]), random)).toBe(other > index ? 1 : 0)
  }
})

test("a negative level (t = 2 with a large ln ln term) leaves the means alone", () => {
  const algorithm = klUcb.create({ logLogScale: 50 })
  const random = seededRandom(1)
  const state = readState([1, 1], [0.2, 0.7])
  expect(algorithm.laws(state)).toEqual({ kind: "batch", arms: [1], pulls: 1 })
  expect(algorithm.choose(state, random)).toBe(1)
  expect(algorithm.choose(readState([1, 0], [1, 0]), random, new Set([1]))).toBe(0)
})

test("an arm that only earned ones leads for long stretches all the same", () => {
  const law = klUcb.create({}).laws(readState([100_000, 20, 20], [100_000, 12, 4]))
  expect(law).toMatchObject({ kind: "batch", arms: [0] })
  expect(law.kind === "batch" && law.pulls).toBeGreaterThan(1000)
})

test("on the paper's arms it has a fraction of UCB1's regret: between 15 and 80 at T = 1e5", () => {
  for (let seed = 1; seed <= 3; seed++) {
    const regret = runRegret(klUcb.create({}), [0.95, 0.75, 0.55, 0.35, 0.15], 1e5, seededRandom(seed))
    expect(regret).toBeGreaterThan(15)
    expect(regret).toBeLessThan(80)
  }
})
