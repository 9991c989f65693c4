// The true cost of a Gaussian Thompson algorithm's draws to each arm's dearest reward, counted draw
// by draw while rewards come late and arms are excluded, against the loss reserved for it.

import fc from "fast-check"
import { expect } from "vitest"
import type { Algorithm } from "../algorithm.ts"
import type { GaussianThompsonState } from "../parts/gaussian-thompson.ts"
import { composeReleases } from "../privacy/compose.ts"
import { runLate } from "./late-rewards.ts"
import { recordingRandom } from "./recording-random.ts"

export function expectReservationsCover(algorithm: Algorithm, horizon: number, scale: number, prior: number): void {
  const { eta, tight = eta } = algorithm.guarantee(3)
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 40 }), fc.boolean(), (seed, window, excludes) => {
      const random = recordingRandom(seed)
      const state = algorithm.start(3) as GaussianThompsonState
      const spent = [0, 0, 0]
      const excluded = (round: number) =>
        excludes && round % 4 !== 0 ? new Set([Math.floor(round / 9) % 3]) : undefined
      const counting: Algorithm = {
        ...algorithm,
        choose(current, source, without) {
          const before = random.gaussianDraws
          const arm = algorithm.choose(current, source, without)
          // The first reward of an arm is in every mean that is drawn from, so no other reward of
          // it costs more.
          if (random.gaussianDraws > before)
            for (let other = 0; other < 3; other++)
              if (without?.has(other) !== true && state.rewarded[other] > 0)
                spent[other] += 1 / (scale * (state.rewarded[other] + prior))
          return arm
        },
      }
      runLate(counting, state, random, { window, rounds: horizon, excluded })
      const releases = algorithm.releases(state)
      expect(new Set(releases.map((release) => release.arm)).size).toBe(releases.length)
      for (let arm = 0; arm < 3; arm++) {
        const reserved = releases.find((release) => release.arm === arm)?.eta ?? 0
        expect(Math.sqrt(spent[arm])).toBeLessThanOrEqual(reserved)
      }
      expect(composeReleases(releases).eta ?? 0).toBeLessThanOrEqual(tight ?? 0)
    }),
    { numRuns: 40, seed: 8 },
  )
}
