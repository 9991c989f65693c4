// DP-SE (Sajed and Sheffet 2019, Algorithm 3) for best-arm identification: successive elimination
// in epochs that forget, where β is the allowed error (dp-se.md). Guarantee: epsilon-DP.

import { laplaceGuarantee, planDpSeEpoch } from "@armistice/core"
import { createRace, type RaceState } from "./elimination-race.ts"
import type { Identifier } from "./identifier.ts"

interface DpSeRace extends RaceState {
  /** Noisy mean of the last epoch. */
  mean: number[]
}

/** DP-SE with β = error. */
export function createDpSeIdentifier({
  epsilon,
  error,
}: {
  readonly epsilon: number
  readonly error: number
}): Identifier {
  const planEpoch = (epoch: number, contenders: number) => planDpSeEpoch(epsilon, 1 / error, epoch, contenders)
  return {
    name: "dp-se",
    parameters: { epsilon, error },
    guarantee: () => laplaceGuarantee(epsilon),
    ...createRace<DpSeRace>({
      begin: (armCount) => ({ mean: new Array<number>(armCount).fill(0) }),
      sizeLook: (epoch, remaining) => Math.ceil(planEpoch(epoch, remaining).pulls),
      release(state, arm, random) {
        state.mean[arm] = random.laplaceAround(state.sum[arm], 1 / epsilon) / state.size
      },
      findLosers(state, arms) {
        const { threshold } = planEpoch(state.look, arms.length)
        const best = Math.max(...arms.map((arm) => state.mean[arm]))
        return arms.filter((arm) => best - state.mean[arm] > threshold)
      },
    }),
  }
}
