import { describe, expect, test } from "vitest"
import type { ArmSums } from "../parts/arm-sums.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { drawShareDistance } from "../testing/draw-share.ts"
import { recordingRandom } from "../testing/recording-random.ts"
import { expectRefused } from "../testing/refused.ts"
import { runRegret } from "../testing/run-algorithm.ts"
import { tsBeta } from "./ts-beta.ts"

const fractional = tsBeta.create({})
const binarised = tsBeta.create({ rewards: "binarised" })

/** P(Beta(a, b) > Beta(c, d)) for whole a: Σ_{i<a} B(c+i, b+d) / ((b+i) B(1+i, b) B(c, d)). */
function betaShare(a: number, b: number, c: number, d: number): number {
  const logGamma = (n: number): number => (n <= 2 ? 0 : Math.log(n - 1) + logGamma(n - 1))
  const logBeta = (x: number, y: number) => logGamma(x) + logGamma(y) - logGamma(x + y)
  let total = 0
  for (let i = 0; i < a; i++)
    total += Math.exp(logBeta(c + i, b + d) - Math.log(b + i) - logBeta(1 + i, b) - logBeta(c, d))
  return total
}

test("draws Beta(S+1, n-S+1) for every arm that is not excluded", () => {
  const random = recordingRandom(1)
  const state = fractional.start(3)
  fractional.observeMany(state, 0, 4, 3, random)
  fractional.observe(state, 2, 0.25, random)
  fractional.choose(state, random)
  expect(random.betaDraws).toEqual([
    [4, 2],
    [1, 1],
    [1.25, 1.75],
  ])
  fractional.choose(state, random, new Set([0, 1]))
  expect(random.betaDraws).toHaveLength(4)
})

describe("the law of its choices", () => {
  const rewards = [
    [1, 1, 0, 1, 1, 0],
    [0, 1, 0, 1, 0],
  ]
  const expected = betaShare(5, 3, 3, 4)

  test("is that of the larger of two Beta draws", () => {
    expect(betaShare(2, 1, 1, 1)).toBeCloseTo(2 / 3, 12)
    expect(Math.abs(drawShareDistance(fractional, rewards, expected))).toBeLessThan(5)
    expect(Math.abs(drawShareDistance(binarised, rewards, expected))).toBeLessThan(5)
  })

  test("would show a posterior that forgets the prior", () => {
    const forgetful = {
      ...fractional,
      choose: (state: ArmSums, random: { beta(a: number, b: number): number }) =>
        random.beta(state.sums[0], state.rewarded[0] - state.sums[0]) >
        random.beta(state.sums[1], state.rewarded[1] - state.sums[1])
          ? 0
          : 1,
    }
    expect(drawShareDistance(forgetful as typeof fractional, rewards, expected, 20_000)).toBeGreaterThan(5)
  })

  test("is passed to the simulator as it is", () => {
    const random = seededRandom(1)
    const state = fractional.start(2)
    fractional.observeMany(state, 1, 3, 1.5, random)
    expect(fractional.laws(state)).toMatchObject({ kind: "posterior", family: "beta", counts: [0, 3], sums: [0, 1.5] })
    expect(binarised.laws(binarised.start(2))).toEqual({ kind: "plain" })
  })
})

describe("binarised rewards", () => {
  test("become 1 as often as they are large", () => {
    const random = seededRandom(5)
    const state = binarised.start(2) as ArmSums
    for (let k = 0; k < 10_000; k++) binarised.observe(state, 0, 0.3, random)
    expect(Number.isInteger(state.sums[0])).toBe(true)
    expect(Math.abs(state.sums[0] - 3000)).toBeLessThan(5 * Math.sqrt(10_000 * 0.3 * 0.7))
  })

  test("that are 0 or 1 toss no coin, so 0/1 rewards give the same run either way", () => {
    const [one, other] = [fractional, binarised].map((algorithm) =>
      runRegret(algorithm, [0.9, 0.5, 0.2], 500, seededRandom(6)),
    )
    expect(other).toBe(one)
  })

  test("cannot be taken from a sum, unless it says what each was", () => {
    const random = seededRandom(7)
    const state = binarised.start(2) as ArmSums
    expectRefused(state, "not_supported", () => binarised.observeMany(state, 0, 3, 2, random))
    binarised.observeMany(state, 0, 3, 3, random)
    binarised.observeMany(state, 1, 4, 0, random)
    binarised.observeMany(state, 1, 1, 0.5, random)
    expect(state.rewarded).toEqual([3, 5])
    expect(state.sums[0]).toBe(3)
    expect(Number.isInteger(state.sums[1])).toBe(true)
  })
})

test("on the paper's arms it has regret between 10 and 60 at T = 3e4", () => {
  for (let seed = 1; seed <= 3; seed++) {
    const regret = runRegret(fractional, [0.95, 0.75, 0.55, 0.35, 0.15], 3e4, seededRandom(seed))
    expect(regret).toBeGreaterThan(5)
    expect(regret).toBeLessThan(60)
  }
})

test("it promises nothing, and a refused call changes nothing", () => {
  expect(fractional.guarantee(2)).toEqual({ kind: "none", eta: null })
  const random = seededRandom(8)
  for (const algorithm of [fractional, binarised]) {
    const state = algorithm.start(2)
    algorithm.choose(state, random)
    expectRefused(state, "invalid_reward", () => algorithm.observe(state, 0, -1, random))
    expectRefused(state, "invalid_state", () => algorithm.observe(state, 0, 1, random, 3))
    expectRefused(state, "unknown_arm", () => algorithm.observe(state, 2, 1, random))
    expectRefused(state, "no_arm_available", () => algorithm.choose(state, random, new Set([0, 1])))
  }
})
