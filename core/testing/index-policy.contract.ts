// The contract of every algorithm of indices without draws: pull the best index, break ties evenly,
// and keep its batch laws.

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Algorithm } from "../algorithm.ts"
import type { ArmSums } from "../parts/arm-sums.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { boasting, brokenPromise, readState, runByLaw } from "./certified-batch.ts"
import { expectRefused } from "./refused.ts"
import { runAlgorithm, runRegret } from "./run-algorithm.ts"

export interface IndexCase {
  readonly algorithm: Algorithm
  /** How good each arm is, written down naively: larger is pulled. */
  readonly goodness: (counts: readonly number[], sums: readonly number[], round: number) => number[]
  /** Steps by law that a run of 1e9 rounds on means .95 .75 .55 .35 .15 may take. */
  readonly mostSteps: number
}

/** Counts and sums of 2 to 6 arms: anything goes. */
const anyState = fc
  .array(
    fc.tuple(
      fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 1_000_000 })),
      fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    ),
    { minLength: 2, maxLength: 6 },
  )
  .map((arms) => {
    const counts = arms.map(([count]) => count)
    return readState(
      counts,
      arms.map(([count, mean]) => Math.floor(mean * count)),
    )
  })

const paperMeans = [0.95, 0.75, 0.55, 0.35, 0.15]

export function indexPolicyContract({ algorithm, goodness, mostSteps }: IndexCase): void {
  describe(`${algorithm.name} as an index policy`, () => {
    test("pulls each arm once and then the arm of the best index", () => {
      fc.assert(
        fc.property(anyState, fc.integer(), (state, seed) => {
          const values = goodness(state.rewarded, state.sums, state.round)
          const chosen = algorithm.choose(structuredClone(state), seededRandom(seed))
          const best = Math.max(...values)
          expect(values[chosen]).toBeGreaterThanOrEqual(best - 1e-9 * Math.max(1, Math.abs(best)))
        }),
        { numRuns: 500, seed: 1 },
      )
      const state = algorithm.start(4)
      expect(runAlgorithm(algorithm, state, [1, 1, 1, 1], 4, seededRandom(1))).toEqual([0, 1, 2, 3])
    })

    test("breaks ties evenly at random", () => {
      const random = seededRandom(2)
      const wins = [0, 0, 0, 0]
      for (let k = 0; k < 3000; k++) wins[algorithm.choose(readState([7, 7, 9, 7], [3, 3, 1, 3]), random)] += 1
      expect(wins[2]).toBe(0)
      for (const arm of [0, 1, 3])
        expect(Math.abs(wins[arm] - 1000)).toBeLessThan(5 * Math.sqrt(3000 * (1 / 3) * (2 / 3)))
      expect(algorithm.laws(readState([7, 7, 9, 7], [3, 3, 1, 3]))).toEqual({ kind: "plain" })
    })

    test("leads for as long as its law says, whatever the rewards, from any state", () => {
      fc.assert(
        fc.property(anyState, fc.integer(), (state, seed) => {
          expect(brokenPromise(algorithm, state, seededRandom(seed))).toBeNull()
        }),
        { numRuns: 1500, seed: 5 },
      )
    })

    test("leads for as long as its law says in the states a long run goes through, where it is close", () => {
      for (const means of [paperMeans, [0.52, 0.5, 0.47], [0.999, 0.98, 0.9], [0.03, 0.02]]) {
        const random = seededRandom(3)
        let seen = 0
        let boasts = 0
        const visit = (state: ArmSums) => {
          if (seen++ % 150 !== 0) return
          expect(brokenPromise(algorithm, state, random)).toBeNull()
          if (brokenPromise(boasting(algorithm), state, random) !== null) boasts++
        }
        runByLaw(algorithm, algorithm.start(means.length) as ArmSums, means, 1e6, random, visit)
        // A law that promised three times as much would be found out.
        expect(boasts).toBeGreaterThan(3)
      }
    })

    test(`needs at most ${mostSteps} steps by law for 1e9 rounds`, () => {
      const state = algorithm.start(5) as ArmSums
      expect(runByLaw(algorithm, state, paperMeans, 1e9, seededRandom(4))).toBeLessThan(mostSteps)
      expect(state.round).toBe(1e9)
    })

    test("has the same regret by law as round by round", () => {
      const runs = 150
      const horizon = 2000
      const [byLaw, byRound] = [0, 1].map((kind) =>
        Array.from({ length: runs }, (_, run) => {
          const random = seededRandom(`${kind} ${run}`)
          if (kind === 1) return runRegret(algorithm, paperMeans, horizon, random)
          const state = algorithm.start(5) as ArmSums
          runByLaw(algorithm, state, paperMeans, horizon, random)
          return state.decided.reduce((total, pulls, arm) => total + pulls * (0.95 - paperMeans[arm]), 0)
        }),
      )
      const mean = (list: number[]) => list.reduce((a, b) => a + b) / runs
      const squaredError = (list: number[]) => list.reduce((a, b) => a + (b - mean(list)) ** 2, 0) / (runs * (runs - 1))
      const error = Math.sqrt(squaredError(byLaw) + squaredError(byRound))
      expect(Math.abs(mean(byLaw) - mean(byRound))).toBeLessThan(5 * error)
    })

    test("goes on with late rewards: an arm without any is pulled before all others", () => {
      const state = algorithm.start(3)
      const random = seededRandom(6)
      expect(Array.from({ length: 4 }, () => algorithm.choose(state, random))).toEqual([0, 1, 2, 0])
      algorithm.observe(state, 0, 1, random, 1)
      algorithm.observe(state, 2, 0, random)
      expect(algorithm.choose(state, random)).toBe(1)
      expect(algorithm.choose(state, random, new Set([1]))).not.toBe(1)
      algorithm.observe(state, 1, 0.5, random)
      expect(algorithm.laws(state).kind).toBe("batch")
    })

    test("promises nothing, and a refused call changes nothing", () => {
      expect(algorithm.guarantee(3)).toEqual({ kind: "none", eta: null })
      const state = algorithm.start(3)
      const random = seededRandom(7)
      runAlgorithm(algorithm, state, [0.5, 0.5, 0.5], 20, random)
      expect(algorithm.releases(state)).toEqual([])
      expectRefused(state, "invalid_reward", () => algorithm.observe(state, 0, 2, random))
      expectRefused(state, "invalid_reward", () => algorithm.observeMany(state, 0, 3, 4, random))
      expectRefused(state, "unknown_arm", () => algorithm.observe(state, 3, 1, random))
      expectRefused(state, "invalid_state", () => algorithm.observe(state, 0, 1, random, -1))
      expectRefused(state, "no_arm_available", () => algorithm.choose(state, random, new Set([0, 1, 2])))
    })
  })
}
