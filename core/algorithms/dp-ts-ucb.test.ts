import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { SampledEpochs } from "../parts/sampled-epochs.ts"
import { composeReleases } from "../privacy/compose.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { drawShareDistance, gaussianShare, narrowDraws } from "../testing/draw-share.ts"
import { runLate } from "../testing/late-rewards.ts"
import { recordingRandom } from "../testing/recording-random.ts"
import { expectRefused } from "../testing/refused.ts"
import { runAlgorithm } from "../testing/run-algorithm.ts"
import { dpTsUcb, samplingBudget } from "./dp-ts-ucb.ts"

const alphas = [0, 0.25, 0.5, 0.75, 1]
const create = (alpha: number, horizon: number) => dpTsUcb.create({ alpha, horizon })

describe("known answers", () => {
  test("at T = 1e6 an epoch has 212220, 27179, 3480, 445, 57 draws for alpha 0, .25, .5, .75, 1", () => {
    expect(alphas.map((alpha) => Math.floor(samplingBudget(alpha, 1e6)))).toEqual([212220, 27179, 3480, 445, 57])
    expect(alphas.map((alpha) => Math.round(samplingBudget(alpha, 1e4)))).toEqual([11552, 2768, 663, 159, 38])
  })

  test("the published loss at alpha = 1 is 2.874972 for every horizon", () => {
    for (const horizon of [2, 100, 1e4, 1e6, 1e9, 1e15])
      expect(create(1, horizon).guarantee(2).published).toBeCloseTo(2.874972, 6)
  })

  test("at T = 1e6 the losses are 651.5 published and 460.7 tight for alpha 0, and 2.0312 tight for alpha 1", () => {
    expect(create(0, 1e6).guarantee(5).published).toBeCloseTo(651.5, 1)
    expect(create(0, 1e6).guarantee(5).tight).toBeCloseTo(460.7, 1)
    expect(create(1, 1e6).guarantee(5).tight).toBeCloseTo(Math.sqrt(57 / Math.log(1e6)), 12)
    expect(create(1, 1e6).guarantee(5).tight).toBeCloseTo(2.0312, 4)
  })

  test("the promise is the tight loss; a reward in an epoch of n loses √n less", () => {
    const guarantee = create(1, 1e6).guarantee(5)
    expect(guarantee.eta).toBe(guarantee.tight)
    for (const { rewards, eta } of guarantee.perRecord ?? [])
      expect(eta * Math.sqrt(rewards)).toBeCloseTo(guarantee.tight ?? 0, 12)
    expect(guarantee.perRecord?.at(0)?.rewards).toBe(1)
    expect(guarantee.perRecord?.at(-1)?.rewards).toBe(2 ** 19)
  })
})

test("plays exactly as Algorithm 1 does from the same noise", () => {
  const means = [0.9, 0.8, 0.4]
  for (const alpha of alphas) {
    const T = 4000
    const algorithm = create(alpha, T)
    const played = runAlgorithm(algorithm, algorithm.start(3), means, T, seededRandom(9))

    const noise = seededRandom(9)
    const phi = Math.sqrt(2 * Math.PI * Math.E) * T ** ((1 - alpha) / 2) * Math.log(T) ** ((3 - alpha) / 2)
    const pull = (i: number) => (noise.uniform() < means[i] ? 1 : 0)
    const arms = means.map((_, i) => ({ mu: pull(i), n: 1, r: 1, h: phi, MAX: 0, rewards: [] as number[] }))
    for (let t = 3; t < T; t++) {
      const theta = arms.map((arm) => {
        if (arm.h < 1) return arm.MAX
        const draw = arm.mu + Math.sqrt(Math.log(T) ** alpha / arm.n) * noise.gaussian()
        arm.h -= 1
        arm.MAX = Math.max(arm.MAX, draw)
        return draw
      })
      const i = theta.indexOf(Math.max(...theta))
      if (played[t] !== i) expect.fail(`alpha ${alpha}, round ${t}: arm ${played[t]} instead of ${i}`)
      const arm = arms[i]
      arm.rewards.push(pull(i))
      if (arm.rewards.length < 2 ** arm.r) continue
      const mu = arm.rewards.reduce((a, b) => a + b) / arm.rewards.length
      arms[i] = { mu, n: 2 ** arm.r, r: arm.r + 1, h: phi, MAX: 0, rewards: [] }
    }
  }
})

describe("an epoch", () => {
  const algorithm = create(1, 1000)
  const draws = Math.floor(samplingBudget(1, 1000))

  test("has the mean of its own rewards only, and takes effect when the last of them is in", () => {
    const random = seededRandom(1)
    const state = algorithm.start(2) as SampledEpochs
    algorithm.observe(state, 0, 1, random)
    expect([state.mean[0], state.deviation[0] ** 2]).toEqual([1, expect.closeTo(Math.log(1000), 12)])
    algorithm.observeMany(state, 0, 1, 0, random)
    expect(state.mean[0]).toBe(1)
    algorithm.observe(state, 0, 0.5, random)
    expect([state.mean[0], state.deviation[0] ** 2]).toEqual([0.25, expect.closeTo(Math.log(1000) / 2, 12)])
    algorithm.observeMany(state, 0, 4, 1, random)
    expect([state.mean[0], state.deviation[0] ** 2]).toEqual([0.25, expect.closeTo(Math.log(1000) / 4, 12)])
    expect(state.closed).toEqual([3, 0])
  })

  test("spends one draw of every arm in every round, pulled or not, and none of an excluded arm", () => {
    const random = seededRandom(2)
    const state = algorithm.start(3) as SampledEpochs
    for (let arm = 0; arm < 3; arm++) algorithm.observe(state, arm, 1, random)
    for (let k = 0; k < 4; k++) algorithm.choose(state, random, new Set([1]))
    expect(state.drawsLeft).toEqual([draws - 4, draws, draws - 4])
  })

  test("draws nothing once its budget is spent: the best draw, or 0, is used again until the epoch ends", () => {
    const random = recordingRandom(3)
    const state = algorithm.start(2) as SampledEpochs
    for (let arm = 0; arm < 2; arm++) algorithm.observe(state, arm, arm, random)
    for (let k = 0; k < draws; k++) algorithm.choose(state, random)
    expect(random.gaussianDraws).toBe(2 * draws)
    expect(state.best).toEqual([0, 1])
    const before = JSON.stringify(state.best)
    for (let k = 0; k < 20; k++) expect(algorithm.choose(state, random)).toBe(1)
    expect(random.gaussianDraws).toBe(2 * draws)
    expect(JSON.stringify(state.best)).toBe(before)
    algorithm.observeMany(state, 1, 2, 2, random)
    expect([state.drawsLeft, state.best]).toEqual([
      [0, draws],
      [0, 0],
    ])
  })
})

test("an arm without a closed epoch comes before all draws, whichever it is, and then no arm is looked for any more", () => {
  const algorithm = create(0, 1000)
  for (const missing of [0, 1, 2])
    for (let seed = 0; seed < 5; seed++) {
      const random = seededRandom(seed)
      const state = algorithm.start(3) as SampledEpochs
      for (const arm of [0, 1, 2]) if (arm !== missing) algorithm.observe(state, arm, 1, random)
      expect([algorithm.choose(state, random), state.untried]).toEqual([missing, 1])
      algorithm.observe(state, missing, 0, random)
      expect(state.untried).toBe(0)
    }
})

test("the first of equal models is pulled, and an arm added later has all that an arm has", () => {
  const algorithm = create(0, 1000)
  const random = seededRandom(1)
  const state = algorithm.start(3) as SampledEpochs
  for (const arm of [0, 1, 2]) algorithm.observe(state, arm, 1, random)
  Object.assign(state, { drawsLeft: [0, 0, 0], best: [0.1, 0.5, 0.5] })
  expect(algorithm.choose(state, random)).toBe(1)
  algorithm.addArm?.(state)
  for (const list of [state.mean, state.deviation, state.drawsLeft, state.best]) expect(list[3]).toBe(0)
})

describe("the law of its draws", () => {
  const algorithm = create(0.5, 1000)
  const rewards = [
    [0, 0, 1, 1, 1, 0, 1],
    [1, 0, 1],
  ]
  const spread = Math.sqrt(Math.log(1000))
  const expected = gaussianShare({ mean: 3 / 4, variance: spread / 4 }, { mean: 1 / 2, variance: spread / 2 })

  test("is Gaussian with variance ln^alpha T over the rewards of the last epoch", () => {
    expect(Math.abs(drawShareDistance(algorithm, rewards, expected, 20_000))).toBeLessThan(5)
  })

  test("would show a deviation of 1/n instead of 1/√n", () => {
    const clear = [
      [0, 1, 1, 1, 1, 1, 1],
      [1, 0, 0],
    ]
    const plain = create(0, 1000)
    const share = gaussianShare({ mean: 1, variance: 1 / 4 }, { mean: 0, variance: 1 / 2 })
    expect(Math.abs(drawShareDistance(plain, clear, share))).toBeLessThan(5)
    expect(Math.abs(drawShareDistance(narrowDraws(plain), clear, share))).toBeGreaterThan(8)
  })

  test("is passed to the simulator with what is left of batches and budgets", () => {
    const random = seededRandom(1)
    const state = algorithm.start(2) as SampledEpochs
    expect(algorithm.laws(state)).toEqual({ kind: "batch", arms: [0], pulls: 1 })
    rewards.forEach((list, arm) => {
      for (const reward of list) algorithm.observe(state, arm, reward, random)
    })
    algorithm.observe(state, 1, 1, random)
    expect(algorithm.laws(state)).toMatchObject({
      kind: "drawn",
      family: "gaussian",
      first: [0.75, 0.5],
      pullsLeft: [8, 3],
      drawsLeft: state.drawsLeft,
      best: [0, 0],
    })
  })
})

test("with late rewards each is in the mean of one epoch, in one release, and draws stay within the budget", () => {
  const algorithm = create(1, 600)
  const draws = Math.floor(samplingBudget(1, 600))
  const limit = algorithm.guarantee(3).eta ?? 0
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 50 }), (seed, window) => {
      const random = recordingRandom(seed)
      const state = algorithm.start(3) as SampledEpochs
      const joined = runLate(algorithm, state, random, { window, rounds: 300 })
      const releases = algorithm.releases(state)
      for (let arm = 0; arm < 3; arm++) {
        let from = 0
        for (let epoch = 0; epoch < state.closed[arm]; epoch++) from += 2 ** epoch
        const last = joined[arm].slice(from - 2 ** (state.closed[arm] - 1), from)
        if (state.closed[arm] > 0) expect(state.mean[arm]).toBe(last.reduce((a, b) => a + b) / last.length)
        expect(releases.filter((release) => release.arm === arm)).toHaveLength(state.closed[arm])
      }
      expect(random.gaussianDraws).toBeLessThanOrEqual(draws * releases.length)
      expect(composeReleases(releases).eta ?? 0).toBeLessThanOrEqual(limit)
    }),
    { numRuns: 40, seed: 5 },
  )
})

test("calibrated, alpha is the smallest whose tight loss meets the target", () => {
  const setting = { horizon: 1e6, armCount: 5 }
  for (const eta of [2.04, 3, 10, 100, 400]) {
    const alpha = Number(dpTsUcb.calibrate?.(eta, setting)?.alpha)
    expect(create(alpha, 1e6).guarantee(5).eta).toBeLessThanOrEqual(eta)
    expect(create(alpha - 1e-6, 1e6).guarantee(5).eta).toBeGreaterThan(eta)
  }
  expect(dpTsUcb.calibrate?.(1000, setting)).toEqual({ alpha: 0 })
  expect(dpTsUcb.calibrate?.(2, setting)).toBeNull()
})

test("a refused parameter or call says what must hold and changes nothing", () => {
  expect(() => create(1.3, 1000)).toThrow("alpha must be in [0, 1], got 1.3")
  expect(() => dpTsUcb.create({ alpha: 0.5 })).toThrow("horizon must be a whole number of at least 2, got nothing")
  const algorithm = create(0.5, 20)
  const random = seededRandom(1)
  const state = algorithm.start(3)
  runAlgorithm(algorithm, state, [0.5, 0.5, 0.5], 10, random)
  expectRefused(state, "invalid_reward", () => algorithm.observe(state, 0, 1.01, random))
  expectRefused(state, "unknown_arm", () => algorithm.observe(state, 3, 1, random))
  expectRefused(state, "unknown_arm", () => algorithm.nextReleases(state, 3))
  expectRefused(state, "invalid_state", () => algorithm.observe(state, 0, 1, random, 99))
  expectRefused(state, "invalid_state", () => algorithm.observeMany(state, 0, 9, 3, random))
  expectRefused(state, "no_arm_available", () => algorithm.choose(state, random, new Set([0, 1, 2])))
})
