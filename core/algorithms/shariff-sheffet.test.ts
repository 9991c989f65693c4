import { expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { recordingRandom } from "../testing/recording-random.ts"
import { computeWidth, type ShariffSheffetState, shariffSheffet, treeDeviation } from "./shariff-sheffet.ts"

const attributes = { device: { levels: ["phone", "desk"] } }

test("a reward is in at most one block of each level, so noise of √levels / eta is eta-GDP", () => {
  expect(treeDeviation(0.5, 16)).toBe(8)
})

test("the width by hand", () => {
  const byHand = Math.sqrt(2 * Math.log(2000) + 3 * Math.log1p(100 / 12)) / 2 + 2 + (5 * Math.sqrt(2 * 3)) / 2
  expect(computeWidth(100, 3, 1000, 4, 5, 2)).toBeCloseTo(byHand, 12)
})

test("the tree adds up: without noise its blocks sum to features times rewards, and merge as binary digits", () => {
  const algorithm = shariffSheffet.create({ eta: 1, horizon: 100, attributes })
  const state = algorithm.start(2) as ShariffSheffetState
  // Draws are recorded and noise is 0.
  const random = recordingRandom(1)
  for (let k = 0; k < 13; k++) algorithm.observe(state, 0, k % 3 === 0 ? 1 : 0, random, undefined, [k % 2])
  const used = state.exact[0].filter((block) => block.length > 0)
  // 13 = 8 + 4 + 1.
  expect(used).toHaveLength(3)
  const total = used.reduce((sum, block) => sum + block[0], 0)
  expect(total).toBeCloseTo(5 * Math.SQRT1_2, 12)
  expect(state.gram[0][0]).toBeCloseTo(13 / 2, 12)
})

test("every reward brings one noisy block of all coordinates", () => {
  const algorithm = shariffSheffet.create({ eta: 0.5, horizon: 100, attributes })
  const state = algorithm.start(2)
  const deviations: number[] = []
  const random = seededRandom(1)
  const spy = Object.assign(Object.create(random) as typeof random, {
    gaussianAround(centre: number, deviation: number) {
      deviations.push(deviation)
      return centre
    },
  })
  for (let k = 0; k < 8; k++) algorithm.observe(state, 0, 1, spy, undefined, [0])
  // 100 rewards fit in 7 levels; a block has the intercept and two levels.
  expect(deviations).toEqual(new Array(8 * 3).fill(Math.sqrt(7) / 0.5))
})

test("an arm's tree is released once, with its first reward", () => {
  const algorithm = shariffSheffet.create({ eta: 0.5, horizon: 100, attributes })
  const state = algorithm.start(2)
  const release = { arm: 1, block: 0, count: 100, mechanism: "gaussian", eta: 0.5 }
  expect(algorithm.nextReleases(state, 1, undefined, [0])).toEqual([release])
  algorithm.observe(state, 1, 1, seededRandom(1), undefined, [0])
  expect(algorithm.nextReleases(state, 1, undefined, [0])).toEqual([])
  expect(algorithm.releases(state)).toEqual([release])
})

test("with little noise and a small width it learns the best arm of each level", () => {
  const algorithm = shariffSheffet.create({ eta: 100, horizon: 4000, attributes, width: 0.1, ridge: 1 })
  const state = algorithm.start(2)
  const random = seededRandom(5)
  let wrong = 0
  for (let round = 0; round < 3000; round++) {
    const level = round % 2
    const arm = algorithm.choose(state, random, undefined, [level])
    if (round >= 1500 && arm !== level) wrong += 1
    algorithm.observe(state, arm, random.uniform() < (arm === level ? 0.8 : 0.3) ? 1 : 0, random, undefined, [level])
  }
  expect(wrong).toBeLessThan(60)
})

test("refuses rounds beyond the horizon and sums of rewards", () => {
  const algorithm = shariffSheffet.create({ eta: 1, horizon: 2, attributes })
  const state = algorithm.start(2)
  const random = seededRandom(1)
  for (let k = 0; k < 2; k++) algorithm.choose(state, random, undefined, [0])
  expect(() => algorithm.choose(state, random, undefined, [0])).toThrow("at most 2 rounds")
  expect(() => algorithm.observeMany(state, 0, 1, 1, random)).toThrow("takes no sums")
})
