// The rules that every algorithm in the catalogue must keep: run over the whole list by
// catalogue.medium.test.ts.

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { AlgorithmState } from "./algorithm.ts"
import type { AlgorithmEntry } from "./algorithm-entry.ts"
import { ArmisticeError } from "./errors.ts"
import type { ParameterSpec } from "./parameters.ts"
import { composeReleases } from "./privacy/compose.ts"
import type { Release } from "./privacy/release.ts"
import type { SeededRandom, SeededState } from "./random/random.ts"
import { seededRandom, seededRandomFrom } from "./random/seeded-random.ts"
import { exampleParameters } from "./testing/example-parameters.ts"
import { expectNoisePerRelease } from "./testing/noise-per-release.ts"
import { runAlgorithm } from "./testing/run-algorithm.ts"

const horizon = 2000
const means = [0.9, 0.6, 0.3, 0.5]
const copy = (state: AlgorithmState): AlgorithmState => JSON.parse(JSON.stringify(state)) as AlgorithmState

const restore = (text: string): SeededRandom => seededRandomFrom(JSON.parse(text) as SeededState)
const sortReleases = (releases: Release[]): string[] => releases.map((release) => JSON.stringify(release)).sort()

function refusal(call: () => unknown): ArmisticeError {
  try {
    call()
  } catch (error) {
    if (error instanceof ArmisticeError) return error
    throw error
  }
  throw new Error("expected a refusal, but the call went through")
}

export function algorithmContract(entry: AlgorithmEntry): void {
  const create = () => entry.create(exampleParameters(entry, horizon))

  describe(entry.name, () => {
    test("states its parameters, its source and what it is for", () => {
      expect(create().name).toBe(entry.name)
      expect(Object.keys(create().parameters).sort()).toEqual(Object.keys(entry.parameters).sort())
      expect(entry.about.length).toBeGreaterThan(20)
      expect(entry.source.length).toBeGreaterThan(10)
    })

    test("chooses a valid arm in every round and keeps its counts", () => {
      const algorithm = create()
      const state = algorithm.start(means.length)
      const arms = runAlgorithm(algorithm, state, means, 500, seededRandom(1))
      for (const arm of arms) expect(arm >= 0 && arm < means.length && Number.isInteger(arm)).toBe(true)
      expect(state.round).toBe(500)
      expect(state.decided.reduce((a, b) => a + b)).toBe(500)
    })

    test("is the same run from the same seed", () => {
      const algorithm = create()
      const first = runAlgorithm(algorithm, algorithm.start(4), means, 400, seededRandom(7))
      const second = runAlgorithm(algorithm, algorithm.start(4), means, 400, seededRandom(7))
      expect(second).toEqual(first)
    })

    test("goes on identically from a JSON copy of its state taken at any round", () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 600 }), fc.integer(), (round, seed) => {
          const algorithm = create()
          const random = seededRandom(seed)
          const state = algorithm.start(means.length)
          runAlgorithm(algorithm, state, means, round, random)
          const restored = copy(state)
          const again = restore(JSON.stringify(random))
          expect(runAlgorithm(create(), restored, means, 150, again)).toEqual(
            runAlgorithm(algorithm, state, means, 150, random),
          )
          expect(restored).toEqual(copy(state))
        }),
        { numRuns: 15, seed: 1 },
      )
    })

    test("keeps only JSON in its state: no NaN, no Infinity, nothing lost in a copy", () => {
      const algorithm = create()
      const state = algorithm.start(means.length)
      const random = seededRandom(3)
      for (let part = 0; part < 8; part++) {
        runAlgorithm(algorithm, state, means, 200, random)
        expect(copy(state)).toEqual(state)
      }
    })

    test("refuses a bad reward, arm or count and changes nothing", () => {
      const algorithm = create()
      const random = seededRandom(5)
      const state = algorithm.start(means.length)
      runAlgorithm(algorithm, state, means, 50, random)
      const before = copy(state)
      const bad: [unknown, unknown, string][] = [
        [0, 1.2, "invalid_reward"],
        [0, -0.1, "invalid_reward"],
        [0, Number.NaN, "invalid_reward"],
        [0, "1", "invalid_reward"],
        [0, null, "invalid_reward"],
        [4, 1, "unknown_arm"],
        [-1, 1, "unknown_arm"],
        [0.5, 1, "unknown_arm"],
      ]
      for (const [arm, reward, code] of bad) {
        const error = refusal(() => algorithm.observe(state, arm as number, reward as number, random))
        expect(error.code).toBe(code)
        expect(state).toEqual(before)
        const many = refusal(() => algorithm.observeMany(state, arm as number, 1, reward as number, random))
        expect(many.code).toBe(code)
        expect(state).toEqual(before)
      }
      expect(refusal(() => algorithm.observeMany(state, 0, 0, 0, random)).code).toBe("invalid_parameter")
      expect(state).toEqual(before)
    })

    test("never reveals a refused reward's value", () => {
      const algorithm = create()
      const state = algorithm.start(2)
      const error = refusal(() => algorithm.observe(state, 0, 7.654321, seededRandom(1)))
      expect(error.message).not.toContain("7.65")
      expect(error.message).toContain("[0, 1]")
    })

    test("refuses fewer than two arms, unknown parameters and values out of range", () => {
      for (const armCount of [1, 0, -3, 2.5, Number.NaN, Number.POSITIVE_INFINITY])
        expect(refusal(() => create().start(armCount)).code).toMatch(/invalid_arm_count|invalid_parameter/)
      expect(refusal(() => entry.create({ ...exampleParameters(entry, horizon), bogus: 1 })).code).toBe(
        "unknown_parameter",
      )
      for (const [name, spec] of Object.entries(entry.parameters)) {
        const wrong = listWrongValues(spec)
        for (const value of wrong) {
          const error = refusal(() => entry.create({ ...exampleParameters(entry, horizon), [name]: value }))
          expect(error.code).toBe("invalid_parameter")
          expect(error.message).toContain(name)
        }
      }
    })

    if ("horizon" in entry.parameters)
      test("refuses a horizon below the number of arms, and rounds beyond the horizon", () => {
        const short = entry.create(exampleParameters(entry, 40))
        expect(refusal(() => short.start(41)).code).toBe("invalid_parameter")
        const state = short.start(3)
        const random = seededRandom(2)
        runAlgorithm(short, state, [0.2, 0.5, 0.7], 40, random)
        const before = copy(state)
        expect(refusal(() => short.choose(state, random)).code).toBe("horizon_reached")
        expect(state).toEqual(before)
      })

    test("releases compose to at most the guarantee, and a filter sees each before it happens", () => {
      const algorithm = create()
      const random = seededRandom(11)
      const state = algorithm.start(means.length)
      const limit = algorithm.guarantee(means.length).eta
      for (let round = 0; round < 800; round++) {
        const arm = algorithm.choose(state, random)
        const announced = algorithm.nextReleases(state, arm)
        const before = algorithm.releases(state)
        algorithm.observe(state, arm, random.uniform() < means[arm] ? 1 : 0, random)
        const after = algorithm.releases(state)
        if (limit === null) expect(after).toEqual([])
        else {
          expect(sortReleases(after)).toEqual(sortReleases([...before, ...announced]))
          expect(composeReleases(after).eta ?? 0).toBeLessThanOrEqual(limit)
        }
      }
    })

    test("takes rewards that are late, out of order or missing, each in one release", () => {
      fc.assert(
        fc.property(fc.integer(), fc.integer({ min: 1, max: 60 }), (seed, window) => {
          const algorithm = create()
          const random = seededRandom(seed)
          const state = algorithm.start(means.length)
          const limit = algorithm.guarantee(means.length).eta
          const waiting: { arm: number; pull: number }[] = []
          for (let round = 0; round < 500; round++) {
            const arm = algorithm.choose(state, random)
            expect(arm >= 0 && arm < means.length).toBe(true)
            waiting.push({ arm, pull: state.decided[arm] - 1 })
            while (waiting.length > window) {
              const [late] = waiting.splice(random.integer(waiting.length), 1)
              algorithm.observe(state, late.arm, random.uniform() < means[late.arm] ? 1 : 0, random, late.pull)
            }
          }
          expect(state.round).toBe(500)
          const released = algorithm.releases(state)
          if (limit !== null) expect(composeReleases(released).eta ?? 0).toBeLessThanOrEqual(limit)
          const blocks = released.map((release) => `${release.arm}:${release.block}`)
          expect(new Set(blocks).size).toBe(blocks.length)
        }),
        { numRuns: 12, seed: 2 },
      )
    })

    test("goes on while one arm never answers: the others are released, and it does not get every decision", () => {
      const algorithm = create()
      const random = seededRandom(29)
      const state = algorithm.start(means.length)
      for (let round = 0; round < 1600; round++) {
        const arm = algorithm.choose(state, random)
        const pull = state.decided[arm] - 1
        if (arm !== 3) algorithm.observe(state, arm, random.uniform() < means[arm] ? 1 : 0, random, pull)
        else if (round % 2 === 0) algorithm.expire?.(state, arm, pull)
      }
      // Elimination waits for every arm, and index policies without batches try an arm until it has
      // a reward, as published.
      const isShared = "closed" in state
      if (isShared) expect(state.decided[3]).toBeLessThan(0.4 * state.round)
      for (const { arm } of algorithm.releases(state)) expect(arm).not.toBe(3)
    })

    test("never chooses an excluded arm, and refuses when all are excluded", () => {
      const algorithm = create()
      const random = seededRandom(13)
      const state = algorithm.start(means.length)
      for (let round = 0; round < 300; round++) {
        const excluded = new Set([round % 4, (round + 1) % 4])
        const arm = algorithm.choose(state, random, excluded)
        expect(excluded.has(arm)).toBe(false)
        algorithm.observe(state, arm, random.uniform() < means[arm] ? 1 : 0, random)
      }
      const before = copy(state)
      expect(refusal(() => algorithm.choose(state, random, new Set([0, 1, 2, 3]))).code).toBe("no_arm_available")
      expect(state).toEqual(before)
    })

    test("observing one reward, or one reward as a sum, is the same", () => {
      const algorithm = create()
      const one = algorithm.start(means.length)
      const many = algorithm.start(means.length)
      const random = seededRandom(17)
      const same = restore(JSON.stringify(random))
      for (let round = 0; round < 300; round++) {
        const arm = algorithm.choose(one, random)
        expect(algorithm.choose(many, same)).toBe(arm)
        const reward = (round * 7) % 3 === 0 ? 1 : 0
        algorithm.observe(one, arm, reward, random)
        algorithm.observeMany(many, arm, 1, reward, same)
      }
      expect(many).toEqual(one)
    })

    test("a batch law names the arms that choose then really takes", () => {
      const algorithm = create()
      const random = seededRandom(19)
      const state = algorithm.start(means.length)
      let checked = 0
      for (let round = 0; round < 600; ) {
        const law = algorithm.laws(state)
        if (law.kind !== "batch") {
          runAlgorithm(algorithm, state, means, 1, random)
          round++
          continue
        }
        expect(law.pulls).toBeGreaterThanOrEqual(1)
        const rounds = Math.min(law.pulls * law.arms.length, 50)
        for (let k = 0; k < rounds; k++, round++) {
          const arm = algorithm.choose(state, random)
          expect(arm).toBe(law.arms[k % law.arms.length])
          algorithm.observe(state, arm, random.uniform() < means[arm] ? 1 : 0, random)
          checked++
        }
      }
      if (algorithm.laws(algorithm.start(2)).kind === "batch") expect(checked).toBeGreaterThan(0)
    })

    if (create().addArm !== undefined)
      test("an arm added while running is tried, and the guarantee stays", () => {
        const algorithm = create()
        const random = seededRandom(23)
        const state = algorithm.start(3)
        runAlgorithm(algorithm, state, means.slice(0, 3), 200, random)
        algorithm.addArm?.(state)
        runAlgorithm(algorithm, state, [0.3, 0.3, 0.3, 1], 1500, random)
        expect(state.decided).toHaveLength(4)
        expect(state.decided[3]).toBeGreaterThan(0)
        const limit = algorithm.guarantee(4).eta
        if (limit !== null) expect(composeReleases(algorithm.releases(state)).eta ?? 0).toBeLessThanOrEqual(limit)
      })

    if ((create().guarantee(means.length).eta ?? 0) > 0)
      test("notes noise for every release and every draw, also of arms added later and after arms were retired", () => {
        const releases = expectNoisePerRelease(entry)
        // An epoch of DP-SE is longer than this; its own tests see its noise.
        if (entry.name !== "dp-se") expect(releases).toBeGreaterThan(0)
      })

    test("its example can be made, and says what is needed and nothing unknown", () => {
      expect(entry.create(entry.example).parameters).toMatchObject(entry.example)
    })

    test("runs live with noise if it promises a loss, without any if not, or says why it does not run live", () => {
      const { live } = entry
      if (live.noise === null) expect(live.whyNot).toMatch(/^[a-z].{20,}[^.]$/)
      else expect(live.noise !== "none").toBe((create().guarantee(means.length).eta ?? 0) > 0)
    })

    const { calibrate } = entry
    if (calibrate !== undefined)
      test("calibrated to a target, it promises at most that", () => {
        for (const eta of [0.1, 0.5, 1, 2.5, 8]) {
          const parameters = calibrate(eta, { horizon: 1e5, armCount: 5 })
          if (parameters === null) continue
          const all = "horizon" in entry.parameters ? { ...parameters, horizon: 1e5 } : parameters
          const promised = entry.create(all).guarantee(5).eta
          expect(promised).not.toBeNull()
          expect(promised ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(eta * (1 + 1e-12))
          expect(promised ?? 0).toBeGreaterThan(eta * 0.5)
        }
      })
  })
}

function listWrongValues(spec: ParameterSpec): unknown[] {
  if (spec.kind === "choice") return ["bogus", 3]
  if (spec.kind === "attributes") return [3, {}, { device: { levels: ["one"] } }]
  return [Number.NaN, "1", spec.min - 1, Number.POSITIVE_INFINITY]
}
