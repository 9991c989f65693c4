// DP-SE (Sajed and Sheffet 2019, Algorithm 3) as it identifies: epochs that forget, until one arm
// is left, with their β as the error (dp-se.md). Guarantee: epsilon-DP.

import { laplaceGuarantee } from "@armistice/core"
import { createRace, type RaceState } from "./elimination-race.ts"
import type { Identifier } from "./identifier.ts"

interface DpSeRace extends RaceState {
  /** Noisy mean of the last epoch. */
  mean: number[]
}

/** Their R, h and c. */
function planEpoch(epsilon: number, error: number, epoch: number, contenders: number) {
  const gap = 2 ** -epoch
  const meanLog = Math.log((8 * contenders * epoch ** 2) / error)
  const noiseLog = Math.log((4 * contenders * epoch ** 2) / error)
  const pulls = Math.max((32 * meanLog) / gap ** 2, (8 * noiseLog) / (epsilon * gap)) + 1
  return { pulls, threshold: 2 * Math.sqrt(meanLog / (2 * pulls)) + (2 * noiseLog) / (pulls * epsilon) }
}

/** DP-SE with β = error. */
export function dpSeIdentifier({ epsilon, error }: { readonly epsilon: number; readonly error: number }): Identifier {
  return {
    name: "dp-se",
    parameters: { epsilon, error },
    guarantee: () => laplaceGuarantee(epsilon),
    ...createRace<DpSeRace>({
      begin: (armCount) => ({ mean: new Array<number>(armCount).fill(0) }),
      size: (epoch, remaining) => Math.ceil(planEpoch(epsilon, error, epoch, remaining).pulls),
      release(state, arm, random) {
        state.mean[arm] = random.laplaceAround(state.sum[arm], 1 / epsilon) / state.size
      },
      losers(state, arms) {
        const { threshold } = planEpoch(epsilon, error, state.look, arms.length)
        const best = Math.max(...arms.map((arm) => state.mean[arm]))
        return arms.filter((arm) => best - state.mean[arm] > threshold)
      },
    }),
  }
}
