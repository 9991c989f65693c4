import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { composeReleases } from "../privacy/compose.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { drawShareDistance, gaussianShare, narrowDraws } from "../testing/draw-share.ts"
import { recordingRandom } from "../testing/recording-random.ts"
import { expectRefused } from "../testing/refused.ts"
import { runAlgorithm } from "../testing/run-algorithm.ts"
import { expectReservationsCover } from "../testing/spent-by-draws.ts"
import { dpTsUcb } from "./dp-ts-ucb.ts"
import { mTsGaussian } from "./m-ts-gaussian.ts"

const random = seededRandom(1)

describe("the guarantee", () => {
  test("is √(T/(c(b+1))) with Ou's variance and √(T/(c·max(b, 1))) with the paper's", () => {
    const computeEta = (given: object) => mTsGaussian.create({ horizon: 1e6, ...given }).guarantee(5)
    expect(computeEta({}).eta).toBeCloseTo(1000, 9)
    expect(computeEta({ prePulls: 3, varianceScale: 2 }).eta).toBeCloseTo(Math.sqrt(1e6 / 8), 9)
    expect(computeEta({ prePulls: 3, varianceScale: 2, variance: "paper" }).eta).toBeCloseTo(Math.sqrt(1e6 / 6), 9)
    expect(computeEta({ variance: "paper" }).eta).toBeCloseTo(1000, 9)
  })

  test("is tighter than published: only T - b rounds draw from an arm, and never from a single imagined reward", () => {
    const guarantee = mTsGaussian.create({ horizon: 1e6, prePulls: 100, varianceScale: 4 }).guarantee(5)
    expect(guarantee.published).toBe(guarantee.eta)
    expect(guarantee.tight).toBeCloseTo(Math.sqrt((1e6 - 100) / (4 * 101)), 9)
    expect(mTsGaussian.create({ horizon: 1e6 }).guarantee(5).tight).toBeCloseTo(Math.sqrt((1e6 - 1) / 2), 9)
  })

  test("is reached, tight, by an arm that is pre-pulled first, drawn from alone, and gets no further reward", () => {
    for (const [variance, prePulls, prior] of [
      ["ou", 100, 1],
      ["ou", 0, 1],
      ["paper", 100, 0],
      ["paper", 0, 0],
    ] as const) {
      const algorithm = mTsGaussian.create({ horizon: 2000, prePulls, variance })
      const noise = recordingRandom(1)
      const state = algorithm.start(10)
      const others = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9])
      const first = Math.max(prePulls, 1)
      let draws = 0
      for (let round = 0; round < 2000; round++) {
        const before = noise.gaussianDraws
        expect(algorithm.choose(state, noise, others)).toBe(0)
        // A draw costs the rewards it comes from; the one before the first reward costs nobody.
        if (noise.gaussianDraws > before && round >= first) draws++
        if (round < first) algorithm.observe(state, 0, 1, noise)
      }
      const { tight = 0, eta } = algorithm.guarantee(10)
      const spent = Math.sqrt(draws / (first + prior))
      expect(tight).toBeGreaterThanOrEqual(spent)
      expect(tight).toBeLessThan(spent * (1 + 1e-14))
      expect(tight).toBeLessThanOrEqual(eta ?? 0)
      expect(composeReleases(algorithm.releases(state)).eta).toBeLessThanOrEqual(tight)
    }
    expect(mTsGaussian.create({ horizon: 2000, prePulls: 100 }).guarantee(10).tight).toBeCloseTo(4.337, 3)
  })
})

describe("calibrated", () => {
  test("c is 1.178 (b = 1) and 60.46 (b = 2000) at the losses DP-TS-UCB publishes for alpha 0 and 1", () => {
    for (const [alpha, prePulls, scale] of [
      [0, 1, 1.178],
      [1, 2000, 60.46],
    ]) {
      const eta = dpTsUcb.create({ alpha, horizon: 1e6 }).guarantee(5).published ?? 0
      const varianceScale = 1e6 / (eta ** 2 * (prePulls + 1))
      expect(Math.abs(varianceScale - scale)).toBeLessThan(0.005)
      expect(mTsGaussian.create({ prePulls, varianceScale, horizon: 1e6 }).guarantee(5).eta).toBeCloseTo(eta, 9)
    }
  })

  test("to the loss of alpha = 0 it finds the paper's best choice, b = 1 and c = 1.178", () => {
    const eta = dpTsUcb.create({ alpha: 0, horizon: 1e6 }).guarantee(5).published ?? 0
    const found = mTsGaussian.calibrate?.(eta, { horizon: 1e6, armCount: 5 })
    expect(found?.prePulls).toBe(1)
    expect(found?.varianceScale).toBeCloseTo(1.178, 3)
  })

  test("it meets every target with c at least 1 and wastes none of it below √T", () => {
    const etas = fc.double({ min: -3, max: 2.5, noNaN: true }).map((exponent) => 10 ** exponent)
    fc.assert(
      fc.property(
        etas,
        fc.integer({ min: 2, max: 50 }),
        fc.integer({ min: 100, max: 1e9 }),
        (eta, armCount, horizon) => {
          const found = mTsGaussian.calibrate?.(eta, { horizon, armCount })
          if (found === null || found === undefined) return expect.fail("every eta here can be met")
          const algorithm = mTsGaussian.create({ ...found, horizon })
          expect(found.varianceScale).toBeGreaterThanOrEqual(1)
          const promised = algorithm.guarantee(armCount).eta ?? Number.NaN
          expect(promised).toBeLessThanOrEqual(eta)
          expect(promised).toBeGreaterThan(Math.min(eta, Math.sqrt(horizon)) * (1 - 1e-12))
        },
      ),
      { seed: 3 },
    )
    expect(mTsGaussian.calibrate?.(1e-9, { horizon: 1e6, armCount: 2 })).toBeNull()
    expect(mTsGaussian.calibrate?.(0, { horizon: 1e6, armCount: 2 })).toBeNull()
  })
})

describe("pre-pulls", () => {
  test("take arm after arm, b times each, and draw nothing", () => {
    const algorithm = mTsGaussian.create({ horizon: 100, prePulls: 3 })
    const state = algorithm.start(2)
    const noise = seededRandom(2)
    const before = JSON.stringify(noise)
    expect(algorithm.laws(state)).toEqual({ kind: "batch", arms: [0], pulls: 3 })
    const chosen = []
    for (let t = 0; t < 6; t++) {
      chosen.push(algorithm.choose(state, noise))
      algorithm.observe(state, chosen[t], 1, noise)
    }
    expect(chosen).toEqual([0, 0, 0, 1, 1, 1])
    expect(JSON.stringify(noise)).toBe(before)
    expect(algorithm.laws(state)).toMatchObject({ kind: "posterior", counts: [3, 3], prior: 1, scale: 1 })
  })

  test("go on evenly while rewards are missing: no arm is drawn from with fewer than b", () => {
    const algorithm = mTsGaussian.create({ horizon: 100, prePulls: 2 })
    const state = algorithm.start(2)
    const noise = seededRandom(2)
    const before = JSON.stringify(noise)
    const chosen = Array.from({ length: 7 }, () => algorithm.choose(state, noise))
    expect(chosen).toEqual([0, 0, 1, 1, 0, 1, 0])
    algorithm.observe(state, 0, 1, noise)
    algorithm.observe(state, 0, 1, noise)
    expect([algorithm.choose(state, noise), algorithm.choose(state, noise)]).toEqual([1, 1])
    expect(JSON.stringify(noise)).toBe(before)
    algorithm.observeMany(state, 1, 2, 1, noise)
    algorithm.choose(state, noise)
    expect(JSON.stringify(noise)).not.toBe(before)
  })

  test("of an excluded arm wait, and the other arms go on", () => {
    const algorithm = mTsGaussian.create({ horizon: 100, prePulls: 2 })
    const state = algorithm.start(3)
    const chosen = []
    for (let t = 0; t < 4; t++) {
      chosen.push(algorithm.choose(state, random, new Set([0])))
      algorithm.observe(state, chosen[t], 0, random)
    }
    expect(chosen).toEqual([1, 1, 2, 2])
    expect([1, 2]).toContain(algorithm.choose(state, random, new Set([0])))
    expect(algorithm.choose(state, random)).toBe(0)
  })

  test("must fit in the horizon", () => {
    const algorithm = mTsGaussian.create({ horizon: 100, prePulls: 40 })
    expect(() => algorithm.start(3)).toThrow("prePulls times the number of arms must be at most the horizon, 100")
    expect(() => algorithm.guarantee(3)).toThrow("prePulls")
    expect(algorithm.start(2).round).toBe(0)
  })

  test("are made up by an arm that is added later", () => {
    const algorithm = mTsGaussian.create({ horizon: 100, prePulls: 2 })
    const state = algorithm.start(2)
    runAlgorithm(algorithm, state, [1, 1], 10, random)
    algorithm.addArm?.(state)
    expect(runAlgorithm(algorithm, state, [1, 1, 1], 2, random)).toEqual([2, 2])
    expect(algorithm.releases(state).map(({ arm, count }) => [arm, count])).toEqual([
      [0, 2],
      [1, 2],
      [2, 2],
    ])
  })
})

describe("the law of its draws", () => {
  const rewards = [
    [1, 1, 0, 1, 1, 0, 1, 1],
    [0, 1, 0, 0, 1, 0],
  ]
  const algorithm = mTsGaussian.create({ horizon: 1000, prePulls: 2, varianceScale: 0.5 })
  const expected = gaussianShare({ mean: 6 / 9, variance: 0.5 / 9 }, { mean: 2 / 7, variance: 0.5 / 7 })

  test("is Gaussian with variance c/(k+1)", () => {
    expect(Math.abs(drawShareDistance(algorithm, rewards, expected))).toBeLessThan(5)
  })
  test("would show a deviation of 1/n instead of 1/√n", () => {
    expect(Math.abs(drawShareDistance(narrowDraws(algorithm), rewards, expected))).toBeGreaterThan(8)
  })
})

describe("the reservation of an arm", () => {
  test("comes with its b-th reward and covers the rounds that are left", () => {
    const algorithm = mTsGaussian.create({ horizon: 1000, prePulls: 2, varianceScale: 3 })
    const state = algorithm.start(2)
    for (let t = 0; t < 4; t++) algorithm.choose(state, random)
    expect(algorithm.nextReleases(state, 1)).toEqual([])
    algorithm.observe(state, 1, 1, random, 1)
    const [announced] = algorithm.nextReleases(state, 1, 0)
    algorithm.observe(state, 1, 1, random, 0)
    expect(algorithm.releases(state)).toEqual([announced])
    expect(announced.eta).toBeCloseTo(Math.sqrt((1000 - 4) / (3 * 3)), 10)
  })

  test("covers what draws cost, counted one by one, with late rewards and excluded arms", () => {
    for (const prePulls of [0, 1, 4])
      for (const variance of ["ou", "paper"]) {
        const algorithm = mTsGaussian.create({ horizon: 150, prePulls, varianceScale: 2.5, variance })
        expectReservationsCover(algorithm, 150, 2.5, variance === "ou" ? 1 : 0)
      }
  })
})

test("a refused parameter or call says what must hold and changes nothing", () => {
  expect(() => mTsGaussian.create({ horizon: 100, prePulls: 1.5 })).toThrow("prePulls must be a whole number")
  expect(() => mTsGaussian.create({ horizon: 100, varianceScale: 0 })).toThrow("varianceScale must be")
  expect(() => mTsGaussian.create({ horizon: 100, variance: "1/n" })).toThrow('variance must be "ou" or "paper"')
  const algorithm = mTsGaussian.create({ horizon: 100, prePulls: 2 })
  const state = algorithm.start(2)
  runAlgorithm(algorithm, state, [1, 0], 5, random)
  expectRefused(state, "invalid_reward", () => algorithm.observeMany(state, 0, 2, 2.5, random))
  expectRefused(state, "invalid_parameter", () => algorithm.observeMany(state, 0, 1.5, 1, random))
  expectRefused(state, "invalid_state", () => algorithm.observe(state, 0, 1, random, 50))
})
