import { expect, test } from "vitest"
import { createAlgorithm } from "../catalogue.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { describeVerdict } from "../text/describe-verdict.ts"
import { findNextBest } from "./next-best.ts"
import { rankArms } from "./rank-arms.ts"
import { computeVerdict } from "./verdict.ts"

test("by mean, then by chance, then as listed; arms without figures follow, and stopped ones come last", () => {
  const arms = [
    { mean: 0.2, probabilityBest: 0.1 },
    { mean: null, probabilityBest: null },
    { mean: 0.5, probabilityBest: 0.2 },
    { mean: 0.5, probabilityBest: 0.6 },
    { mean: 0.9, probabilityBest: 0.1 },
    { mean: 0.2, probabilityBest: 0.1 },
  ]
  expect(rankArms(arms)).toEqual([4, 3, 2, 0, 5, 1])
  expect(rankArms(arms, new Set([4, 1]))).toEqual([3, 2, 0, 5, 4, 1])
})

test("no arm leads with a smaller mean than the next best, and no sentence says so, for any history", () => {
  let asked = 0
  let unlikely = 0
  for (let seed = 0; seed < 40; seed++) {
    const algorithm = createAlgorithm("gdp-imed", { eta: 0.5, horizon: 2000 })
    const random = seededRandom(seed)
    const state = algorithm.start(4)
    for (let round = 0; round < 1500; round++) {
      const arm = algorithm.choose(state, random)
      algorithm.observe(state, arm, random.uniform() < 0.5 ? 1 : 0, random)
      if (round % 100 !== 99) continue
      const verdict = computeVerdict(algorithm, state, { reward: { min: 0, max: 1 }, worthwhile: 0.01 })
      if (verdict.leader === null) continue
      const next = findNextBest(verdict)
      asked += 1
      expect(verdict.order[0]).toBe(verdict.leader)
      if (next !== null) expect(next.arm).toBe(verdict.order[1])
      const means = verdict.arms.map(({ mean }) => mean ?? -1)
      expect(means[verdict.leader]).toBe(Math.max(...means))
      expect(
        describeVerdict(verdict, { arms: ["a", "b", "c", "d"], reward: { min: 0, max: 1 }, worthwhile: 0.01 }),
      ).not.toMatch(/(difference|lead) of −/)
      const chances = verdict.arms.map(({ probabilityBest }) => probabilityBest ?? -1)
      if (chances[verdict.leader] < Math.max(...chances)) unlikely += 1
    }
  }
  expect(asked).toBeGreaterThan(300)
  // By the chance of being best, others would have led, with smaller means.
  expect(unlikely).toBeGreaterThan(10)
})
