// A guarantee's meaning against an attacker who knows every reward but one and guesses, at even
// odds, which of two values that one had: the best possible attack is right with probability (1 +
// TV)/2 = Φ(η/2). The η of pure DP (laplace.ts) is defined by that equality.

import { requireParameter } from "../errors.ts"
import { normalCentral, normalCentralQuantile, normalTail } from "../numerics/normal.ts"
import { nextUp } from "../numerics/rounding-error.ts"
import { boundAdvantage } from "./declared-guarantee.ts"
import type { Guarantee } from "./guarantee.ts"
import { checkLoss } from "./loss.ts"
import { findLargestWithin } from "./rounding.ts"

/** More than the relative error of the normal law's functions (README.md). */
const margin = 32 * Number.EPSILON

/** The largest probability of guessing right, rounded up: 1/2 is chance, 1 is certainty. */
export function attackSuccess(guarantee: Pick<Guarantee, "eta" | "declared">): number {
  if (guarantee.eta === null) return 0.5 + boundAdvantage(guarantee) / 2
  return computeSuccess(guarantee.eta)
}

/** The largest eta at which no attack is right more often than `success`, rounded down. */
export function findEtaForAttackSuccess(success: number): number {
  requireParameter(success >= 0.5 && success < 1, "an attack's success must be in [0.5, 1)", success)
  return findLargestWithin(2 * normalCentralQuantile(success - 0.5), (eta) => computeSuccess(eta) <= success)
}

/** The same in a sentence for people. */
export function describeAttack(guarantee: Pick<Guarantee, "eta" | "declared">): string {
  const success = attackSuccess(guarantee)
  if (success === 1)
    return "Nothing is promised: someone who knows all other rewards may find out this one for certain."
  if (success > 0.9999)
    return "Little is promised: someone who knows all other rewards and guesses which of two values this one had may be right more than 99.99 % of the time (50 % is chance)."
  const percent = (Math.ceil(success * 1e4) / 100).toFixed(2)
  return `Someone who knows all other rewards and guesses which of two values this one had is right at most ${percent} % of the time (50 % is chance).`
}

function computeSuccess(eta: number): number {
  checkLoss("eta", eta)
  if (eta === 0) return 0.5
  if (eta < 2) return nextUp(0.5 + normalCentral(eta / 2) * (1 + margin))
  return Math.min(1, nextUp(1 - normalTail(eta / 2) * (1 - margin)))
}
