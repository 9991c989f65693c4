import { describe, expect, test } from "vitest"
import type { GaussianThompsonState } from "../parts/gaussian-thompson.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { drawShareDistance, gaussianShare, narrowDraws } from "../testing/draw-share.ts"
import { recordingRandom } from "../testing/recording-random.ts"
import { expectRefused } from "../testing/refused.ts"
import { runAlgorithm } from "../testing/run-algorithm.ts"
import { expectReservationsCover } from "../testing/spent-by-draws.ts"
import { tsGaussian } from "./ts-gaussian.ts"

const random = seededRandom(1)

test("the loss is √(T/2) with variance 1/(k+1) and √T with variance 1/n, never rounded down", () => {
  const ou = tsGaussian.create({ horizon: 1e6 }).guarantee(5).eta ?? 0
  expect(ou).toBeCloseTo(707.106781187, 8)
  expect(ou).toBeGreaterThanOrEqual(Math.sqrt(5e5))
  const paper = tsGaussian.create({ horizon: 1e6, variance: "paper" }).guarantee(5)
  expect(paper.eta).toBeCloseTo(1000, 9)
  expect(paper.published).toBeUndefined()
})

test("after rewards 1, 0, 1 an arm draws from N(2/4, 1/4), in the paper's variant from N(2/3, 1/3)", () => {
  for (const [variance, mean, deviation] of [
    ["ou", 2 / 4, Math.sqrt(1 / 4)],
    ["paper", 2 / 3, Math.sqrt(1 / 3)],
  ] as const) {
    const algorithm = tsGaussian.create({ horizon: 100, variance })
    const state = algorithm.start(2) as GaussianThompsonState
    for (const reward of [1, 0, 1]) algorithm.observe(state, 1, reward, random)
    expect(state.mean[1]).toBe(mean)
    expect(state.deviation[1]).toBe(deviation)
    expect(state.round).toBe(3)
  }
})

test("it draws from the prior at once; the paper's variant pulls each arm once first", () => {
  const ou = tsGaussian.create({ horizon: 100 })
  expect(ou.laws(ou.start(3))).toEqual({
    kind: "posterior",
    family: "gaussian",
    counts: [0, 0, 0],
    sums: [0, 0, 0],
    prior: 1,
    scale: 1,
  })
  const paper = tsGaussian.create({ horizon: 100, variance: "paper" })
  const state = paper.start(3)
  expect(paper.laws(state)).toEqual({ kind: "batch", arms: [0], pulls: 1 })
  expect(runAlgorithm(paper, state, [1, 1, 1], 3, random)).toEqual([0, 1, 2])
  expect(paper.laws(state)).toMatchObject({ kind: "posterior", prior: 0, counts: [1, 1, 1] })
})

test("plays exactly as Agrawal and Goyal's listing does from the same noise", () => {
  const horizon = 3000
  const means = [0.8, 0.6, 0.3]
  const algorithm = tsGaussian.create({ horizon })
  const played = runAlgorithm(algorithm, algorithm.start(3), means, horizon, seededRandom(4))

  const noise = seededRandom(4)
  const k = [0, 0, 0]
  const m = [0, 0, 0]
  for (let t = 0; t < horizon; t++) {
    const theta = m.map((mean, i) => mean + Math.sqrt(1 / (k[i] + 1)) * noise.gaussian())
    const a = theta.indexOf(Math.max(...theta))
    expect(played[t]).toBe(a)
    const r = noise.uniform() < means[a] ? 1 : 0
    m[a] = (m[a] * (k[a] + 1) + r) / (k[a] + 2)
    k[a] += 1
  }
})

describe("the law of its draws", () => {
  const good = [1, 1, 0, 1, 1, 0, 1, 1]
  const poor = [0, 1, 0, 0, 1, 0]
  const cases = [
    ["ou", gaussianShare({ mean: 6 / 9, variance: 1 / 9 }, { mean: 2 / 7, variance: 1 / 7 })],
    ["paper", gaussianShare({ mean: 6 / 8, variance: 1 / 8 }, { mean: 2 / 6, variance: 1 / 6 })],
  ] as const
  for (const [variance, expected] of cases) {
    const algorithm = tsGaussian.create({ horizon: 1000, variance })
    test(`is Gaussian with the ${variance} variance`, () => {
      expect(Math.abs(drawShareDistance(algorithm, [good, poor], expected))).toBeLessThan(5)
    })
    test(`would show a deviation of 1/n instead of 1/√n (${variance})`, () => {
      expect(Math.abs(drawShareDistance(narrowDraws(algorithm), [good, poor], expected))).toBeGreaterThan(8)
    })
  }
})

test("the first reward of an arm reserves all draws that can follow", () => {
  const algorithm = tsGaussian.create({ horizon: 1000 })
  const state = algorithm.start(2)
  expect(algorithm.releases(state)).toEqual([])
  const [announced] = algorithm.nextReleases(state, 1)
  algorithm.observe(state, 1, 1, random)
  expect(algorithm.releases(state)).toEqual([announced])
  expect(announced).toMatchObject({ arm: 1, block: 0, count: 1, mechanism: "gaussian" })
  expect(announced.eta).toBeCloseTo(Math.sqrt(999 / 2), 10)
  algorithm.observe(state, 1, 1, random)
  expect(algorithm.nextReleases(state, 1)).toEqual([])
  expect(algorithm.releases(state)).toEqual([announced])
})

test("the cost of draws, counted one by one, stays within the reserve", () => {
  expectReservationsCover(tsGaussian.create({ horizon: 200 }), 200, 1, 1)
  expectReservationsCover(tsGaussian.create({ horizon: 200, variance: "paper" }), 200, 1, 0)
})

test("a reward that stays alone in its arm's mean costs exactly what was reserved: a smaller reservation would be a leak", () => {
  const horizon = 500
  const algorithm = tsGaussian.create({ horizon })
  const state = algorithm.start(2)
  const noise = recordingRandom(1)
  algorithm.choose(state, noise)
  algorithm.observe(state, 0, 1, noise)
  const before = noise.gaussianDraws
  while (state.round < horizon) algorithm.choose(state, noise)
  const drawsOfArm = (noise.gaussianDraws - before) / 2
  expect(algorithm.releases(state)[0].eta).toBeCloseTo(Math.sqrt(drawsOfArm / 2), 10)
})

test("it meets a target of √(T/2) or more and no other", () => {
  expect(tsGaussian.calibrate?.(10, { horizon: 190, armCount: 2 })).toEqual({ variance: "ou" })
  expect(tsGaussian.calibrate?.(10, { horizon: 200, armCount: 2 })).toBeNull()
})

test("a refused reward, pull or round changes nothing", () => {
  const algorithm = tsGaussian.create({ horizon: 4 })
  const state = algorithm.start(2)
  runAlgorithm(algorithm, state, [0.5, 0.5], 3, random)
  expectRefused(state, "invalid_reward", () => algorithm.observe(state, 0, 1.5, random))
  expectRefused(state, "unknown_arm", () => algorithm.observe(state, 2, 1, random))
  expectRefused(state, "unknown_arm", () => algorithm.nextReleases(state, 2))
  for (const pull of [-1, 0.5, Number.NaN, 9])
    expectRefused(state, "invalid_state", () => algorithm.observe(state, 0, 1, random, pull))
  expectRefused(state, "horizon_reached", () => algorithm.observeMany(state, 0, 4, 2, random))
  expectRefused(state, "no_arm_available", () => algorithm.choose(state, random, new Set([0, 1])))
  algorithm.choose(state, random)
  expectRefused(state, "horizon_reached", () => algorithm.choose(state, random))
})
