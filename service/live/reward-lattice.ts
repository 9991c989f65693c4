// Rewards live on a lattice of 2^-20 between their bounds, so that every sum of them is exact in
// floating point and noise can be added to it in whole numbers (Mironov 2012: noise added in
// floating point leaks low-order bits).

import { rewardLatticeBits } from "@armistice/core"
import { ServiceError } from "../service-error.ts"

const stepsPerUnit = 2 ** rewardLatticeBits

/** The longest experiment whose sums stay exact: 2^32 rewards of 2^20 steps are below 2^53. */
export const longestHorizon = 2 ** 32

/** A reward in declared units as a whole number of steps; refuses without telling the value. */
export function rewardToSteps(
  value: number,
  { min, max }: { readonly min: number; readonly max: number },
  what = "a reward",
): number {
  if (!(typeof value === "number" && value >= min && value <= max))
    throw new ServiceError("reward_out_of_bounds", `${what} must be between ${min} and ${max}`)
  const share = (value - min) / (max - min)
  return Math.round(Math.min(Math.max(share, 0), 1) * stepsPerUnit)
}

/** The reward in [0, 1] that the algorithm sees. */
export const stepsToReward = (steps: number): number => steps / stepsPerUnit
