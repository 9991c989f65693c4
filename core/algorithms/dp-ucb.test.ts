import fc from "fast-check"
import { expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { runLate } from "../testing/late-rewards.ts"
import { recordingRandom } from "../testing/recording-random.ts"
import { runAlgorithm } from "../testing/run-algorithm.ts"
import { type DpUcbState, dpUcb, dpUcbIndex, noiseBound } from "./dp-ucb.ts"

test("the bound on the noise by hand: ln² T · ln(K T ln T / γ) / ε, times K with a split budget", () => {
  const log = Math.log(1e5)
  expect(noiseBound(1, 1e5, 5, 0.1)).toBeCloseTo(log * log * Math.log((5e5 * log) / 0.1), 8)
  expect(noiseBound(1 / 5, 1e5, 5, 0.1)).toBeCloseTo(5 * noiseBound(1, 1e5, 5, 0.1), 8)
})

test("the index by hand: (12 + 100)/16 + √(2 ln t / 16)", () => {
  expect(dpUcbIndex(12, 16, 2 * Math.log(50), 100)).toBeCloseTo(7 + Math.sqrt((2 * Math.log(50)) / 16), 14)
})

test("every reward enters its arm's counter once, with noise of scale levels/epsilon, also when rewards come late", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 40 }), (seed, window) => {
      const algorithm = dpUcb.create({ epsilon: 0.5, horizon: 400 })
      const random = recordingRandom(seed)
      const state = algorithm.start(3) as DpUcbState
      const earned = runLate(algorithm, state, random, { window, rounds: 400 })
      earned.forEach((rewards, arm) => {
        const sum = rewards.reduce<number>((total, reward) => total + (reward ?? 0), 0)
        expect(state.noisySum[arm]).toBe(sum)
      })
      // 400 rewards fit in 9 levels.
      expect(random.laplaceScales).toEqual(state.rewarded.flatMap((count) => new Array<number>(count).fill(9 / 0.5)))
      expect(algorithm.releases(state)).toHaveLength(3)
    }),
    { numRuns: 20, seed: 1 },
  )
})

test("an arm's counter is released once, with its first reward", () => {
  const algorithm = dpUcb.create({ epsilon: 0.5, horizon: 100 })
  const state = algorithm.start(2)
  const random = seededRandom(1)
  const release = { arm: 1, block: 0, count: 100, mechanism: "pure", epsilon: 0.5 }
  expect(algorithm.nextReleases(state, 1)).toEqual([release])
  algorithm.observe(state, 1, 1, random)
  expect(algorithm.nextReleases(state, 1)).toEqual([])
  algorithm.observe(state, 1, 1, random)
  expect(algorithm.releases(state)).toEqual([release])
})

test("the state stays small: a counter has one number per level, with and without noise", () => {
  const algorithm = dpUcb.create({ epsilon: 1, horizon: 1e5 })
  const state = algorithm.start(2) as DpUcbState
  runAlgorithm(algorithm, state, [0.5, 0.5], 5000, seededRandom(2))
  for (const { exact, noisy } of state.counters) {
    expect(exact.length).toBeLessThanOrEqual(13)
    expect(noisy.length).toBe(exact.length)
  }
})

test("by default each counter has all of epsilon; split, each has epsilon/K, which is then the loss", () => {
  const whole = dpUcb.create({ epsilon: 1, horizon: 1000 })
  expect(whole.guarantee(5)).toMatchObject({ kind: "pure", epsilon: 1, mechanism: "pure" })
  expect(whole.guarantee(5).eta).toBeCloseTo(1.23204, 5)
  const split = dpUcb.create({ epsilon: 1, horizon: 1000, budget: "split" })
  expect(split.guarantee(5).epsilon).toBe(0.2)
  expect(split.guarantee(5).published).toBeCloseTo(1.23204, 5)
  const random = recordingRandom(1)
  split.observe(split.start(5), 0, 1, random)
  expect(random.laplaceScales).toEqual([10 / 0.2])
})

test("arms can be added unless the budget is split among them", () => {
  expect(dpUcb.create({ epsilon: 1, horizon: 1000, budget: "split" }).addArm).toBeUndefined()
  const algorithm = dpUcb.create({ epsilon: 1, horizon: 1000 })
  const state = algorithm.start(2) as DpUcbState
  const random = seededRandom(3)
  runAlgorithm(algorithm, state, [0.5, 0.5], 10, random)
  algorithm.addArm?.(state)
  expect(algorithm.choose(state, random)).toBe(2)
})

test("a refused reward, count or pull changes nothing", () => {
  const algorithm = dpUcb.create({ epsilon: 1, horizon: 30 })
  const state = algorithm.start(2)
  const random = seededRandom(4)
  runAlgorithm(algorithm, state, [0.5, 0.5], 30, random)
  const before = JSON.stringify(state)
  expect(() => algorithm.observe(state, 0, 1, random)).toThrow(/at most 30 rounds/)
  expect(() => algorithm.observe(state, 0, 1, random, 500)).toThrow(/must|at most/)
  expect(() => algorithm.observeMany(state, 0, 2, 1, random)).toThrow(/must|at most/)
  expect(() => algorithm.choose(state, random)).toThrow(/at most 30 rounds/)
  expect(JSON.stringify(state)).toBe(before)
})

test("calibrated by the formula for any pure mechanism", () => {
  const epsilon = Number(dpUcb.calibrate?.(1.23204, { horizon: 1e5, armCount: 5 })?.epsilon)
  expect(epsilon).toBeCloseTo(1, 5)
  expect(dpUcb.create({ epsilon, horizon: 1e5 }).guarantee(5).eta).toBeLessThanOrEqual(1.23204)
})
