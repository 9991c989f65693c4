// Checks the number of the pull that comes with a reward. It must be one of the arm's decisions so far; for rewards from before the
// experiment, which had no decisions, it may also be the next one.

import { ArmisticeError } from "../errors.ts"
import type { RoundCounts } from "./rounds.ts"

export function checkDecidedPull(state: RoundCounts, arm: number, pull: number | undefined): void {
  if (pull === undefined || (Number.isInteger(pull) && pull >= 0 && pull <= state.decided[arm])) return
  throw new ArmisticeError(
    "invalid_state",
    `pull must be a whole number in [0, ${state.decided[arm]}], the pulls of arm ${arm} so far, got ${pull}`,
  )
}
