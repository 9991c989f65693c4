// A privacy target as people state it, on the one scale that all algorithms share.

import { computeEta, findEtaForAttackSuccess } from "@armistice/core"
import { invalidParameter } from "../check-parameters.ts"

/** eta, (epsilon, delta), or how often an attacker with even odds before may guess right. */
export type PrivacyTarget =
  | { readonly eta: number }
  | { readonly epsilon: number; readonly delta: number }
  | { readonly attackSuccess: number }

/** The largest eta that keeps to the target. */
export function resolveTargetEta(target: PrivacyTarget): number {
  const eta =
    "eta" in target
      ? target.eta
      : "attackSuccess" in target
        ? findEtaForAttackSuccess(target.attackSuccess)
        : computeEta(target.epsilon, target.delta)
  if (eta > 0 && Number.isFinite(eta)) return eta
  throw invalidParameter(
    `eta must be a finite number greater than 0, got ${eta}: with no loss at all only pulling arms at random is left, and the nearest from which anything can be learnt is any eta above 0`,
  )
}
