import fc from "fast-check"
import { expect, test } from "vitest"
import type { BatchLaw } from "../laws.ts"
import { doublingBatch, type NoisyBatches } from "../parts/noisy-batches.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { expectLawsMatchChoices } from "../testing/law-agreement.ts"
import { expectOneReleasePerReward } from "../testing/one-release.ts"
import { anytimeLazyUcb, anytimeLazyUcbIndex } from "./anytime-lazy-ucb.ts"

test("the index by hand: 0.5 + √(3 log2 64 / 2) + 3 log2 64 / (0.5·2)", () => {
  expect(anytimeLazyUcbIndex(0.5, 0.5, 2, 3 * 6)).toBe(0.5 + 3 + 18)
})

test("each reward enters exactly one release, with Laplace noise of scale 1/epsilon on its sum", () => {
  const algorithm = anytimeLazyUcb.create({ epsilon: 0.5 })
  expectOneReleasePerReward(algorithm, { sizeBatch: doublingBatch, uses: "last", laplaceScale: 2 })
})

test("laws name the arms that are then chosen, in few laws", () => {
  for (const logBase of ["2", "e"]) {
    const create = () => anytimeLazyUcb.create({ epsilon: 1, logBase })
    const { batch, laws } = expectLawsMatchChoices(create, { armCount: 5, rounds: 5000 })
    expect(batch).toBe(25 * 5000)
    expect(laws).toBeLessThan(25 * 200)
  }
})

/**
 * Late in an experiment: arm 0 leads with many rewards, the others have fewer and indices a little
 * below.
 */
const lateState = fc.record({
  round: fc.integer({ min: 6, max: 12 }).map((power) => 10 ** power),
  power: fc.integer({ min: 14, max: 26 }),
  lowPowers: fc.array(fc.integer({ min: 3, max: 13 }), { minLength: 2, maxLength: 2 }),
  mean: fc.double({ min: 0, max: 1, noNaN: true }),
  leads: fc.array(fc.double({ min: -14, max: -1, noNaN: true }), { minLength: 2, maxLength: 2 }),
})

test("at any round a law ends where another arm passes or the buffer is full: not later, and hardly earlier", () => {
  const epsilon = 1
  const algorithm = anytimeLazyUcb.create({ epsilon })
  const random = seededRandom(1)
  let crossings = 0
  fc.assert(
    fc.property(lateState, ({ round, power, lowPowers, mean, leads }) => {
      const state = algorithm.start(3) as NoisyBatches
      const level = 3 * Math.log2(round + 1)
      const bonus = (n: number) => anytimeLazyUcbIndex(epsilon, 0, n, level)
      const powers = [power, ...lowPowers]
      for (let arm = 0; arm < 3; arm++) {
        const n = 2 ** powers[arm]
        state.closed[arm] = powers[arm] + 1
        state.size[arm] = 2 * n
        state.count[arm] = n
        const lag = arm === 0 ? 0 : 10 ** leads[arm - 1]
        state.noisySum[arm] = (mean + bonus(2 ** power) - bonus(n) - lag) * n
      }
      state.round = round
      const law = algorithm.laws(state) as BatchLaw
      if (law.kind !== "batch") return
      const chosenAt = (at: number) => algorithm.choose({ ...state, round: at - 1, decided: [0, 0, 0] }, random)
      const [arm] = law.arms
      const last = round + law.pulls
      for (let k = 0; k < Math.min(60, law.pulls); k++) {
        expect(chosenAt(last - k)).toBe(arm)
        expect(chosenAt(round + 1 + k)).toBe(arm)
      }
      // Within rounding of the crossing a law may stop early, by a billionth of the round at most.
      const later = last + 2 + Math.ceil(round * 1e-9)
      if (law.pulls === state.size[arm] || later >= round + state.size[arm]) return
      crossings += 1
      expect(chosenAt(later)).not.toBe(arm)
    }),
    { numRuns: 1000, seed: 3 },
  )
  expect(crossings).toBeGreaterThan(300)
})

test("a tie is drawn from evenly and has no law", () => {
  const algorithm = anytimeLazyUcb.create({ epsilon: 1 })
  const random = seededRandom(2)
  const state = algorithm.start(2) as NoisyBatches
  algorithm.observe(state, 0, 0, random)
  algorithm.observe(state, 1, 0, random)
  state.noisySum = [0.5, 0.5]
  expect(algorithm.laws(state)).toEqual({ kind: "plain" })
  let first = 0
  for (let k = 0; k < 2000; k++) if (algorithm.choose(state, random) === 0) first += 1
  expect(Math.abs(first - 1000)).toBeLessThan(5 * Math.sqrt(500))
})

test("the logarithm is base 2, as the published curves need, unless natural is asked for", () => {
  expect(anytimeLazyUcb.create({ epsilon: 1 }).parameters).toEqual({ epsilon: 1, logBase: "2" })
  expect(() => anytimeLazyUcb.create({ epsilon: 1, logBase: "10" })).toThrow(/logBase must be "2" or "e"/)
})
