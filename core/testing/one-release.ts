// The check behind every privacy proof here: with rewards that come late and out of order, each
// closed batch holds exactly the rewards that joined while it was open, is released once with the
// right noise, and nothing else is.

import fc from "fast-check"
import { expect } from "vitest"
import type { Algorithm } from "../algorithm.ts"
import type { BatchSize } from "../parts/batches.ts"
import type { NoisyBatches } from "../parts/noisy-batches.ts"
import { runLate } from "./late-rewards.ts"
import { recordingRandom } from "./recording-random.ts"

export interface OneReleaseCase {
  readonly sizeBatch: BatchSize
  readonly uses: "last" | "all"
  /** Scale of the Laplace noise on a sum; null for one standard Gaussian per batch. */
  readonly laplaceScale: number | null
}

export function expectOneReleasePerReward(
  algorithm: Algorithm,
  { sizeBatch, uses, laplaceScale }: OneReleaseCase,
): void {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 50 }), fc.boolean(), (seed, window, excludes) => {
      const random = recordingRandom(seed)
      const state = algorithm.start(3) as NoisyBatches
      const excluded = (round: number) =>
        excludes && round % 3 !== 0 ? new Set([Math.floor(round / 20) % 3]) : undefined
      const joined = runLate(algorithm, state, random, { window, rounds: 300, excluded })

      const expected: { arm: number; block: number; count: number }[] = []
      for (let arm = 0; arm < 3; arm++) {
        let from = 0
        let kept = 0
        let count = 0
        for (let block = 0; from + sizeBatch(block) <= joined[arm].length; block++) {
          const rewards = joined[arm].slice(from, from + sizeBatch(block))
          const sum = rewards.reduce((total, reward) => total + reward, 0)
          kept = uses === "all" ? kept + sum : sum
          count = uses === "all" ? count + rewards.length : rewards.length
          expected.push({ arm, block, count: rewards.length })
          from += rewards.length
        }
        expect(state.closed[arm]).toBe(expected.filter((release) => release.arm === arm).length)
        expect([state.noisySum[arm], state.count[arm]]).toEqual([kept, count])
        expect(from + state.received[arm]).toBe(state.rewarded[arm])
      }
      expect(algorithm.releases(state).map(({ arm, block, count }) => ({ arm, block, count }))).toEqual(expected)
      if (laplaceScale === null) expect(random.gaussianDraws).toBe(expected.length)
      else expect(random.laplaceScales).toEqual(expected.map(() => laplaceScale))
    }),
    { numRuns: 40, seed: 4 },
  )
}
