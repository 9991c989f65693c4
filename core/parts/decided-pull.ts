// Checks which decision a reward, or the end of waiting for one, belongs to. The pull that comes
// with a reward must be one of the arm's decisions so far that may still be answered; for rewards
// from before the experiment, which had no decisions, it may also be the next one.

import { ArmisticeError, checkArm } from "../errors.ts"
import type { RoundCounts } from "./rounds.ts"

export function checkDecidedPull(
  state: RoundCounts & { readonly joinsFrom?: readonly number[] },
  arm: number,
  pull: number | undefined,
): void {
  if (pull === undefined) return
  const from = state.joinsFrom?.[arm] ?? 0
  if (Number.isInteger(pull) && pull >= from && pull <= state.decided[arm]) return
  throw new ArmisticeError(
    "invalid_state",
    `pull must be a whole number in [${from}, ${state.decided[arm]}], the pulls of arm ${arm} whose rewards may join, got ${pull}`,
  )
}

/** Checks, before anything changes, that a decision without a reward is left to expire. */
export function checkExpiring(
  state: RoundCounts & { readonly joinsFrom?: readonly number[]; readonly silent: readonly number[] },
  arm: number,
  pull: number | undefined,
): void {
  checkArm(arm, state.decided.length)
  checkDecidedPull(state, arm, pull)
  if (state.rewarded[arm] + state.silent[arm] < state.decided[arm]) return
  throw new ArmisticeError(
    "invalid_state",
    `only a decision that is outstanding can expire: all ${state.decided[arm]} of arm ${arm} are answered or expired`,
  )
}
