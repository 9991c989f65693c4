// The exact duality between η-GDP and the curve of (ε, δ) (Dong, Roth, Su 2022, Cor. 2.13), in
// every direction. Losses are rounded up; a target for η is rounded down. The inverses are
// certified: what they return has passed the upper bound on δ.

import { requireParameter } from "../errors.ts"
import { deltaUpperBound, logDeltaUpperBound } from "./hockey-stick.ts"
import { checkDelta, checkLoss } from "./loss.ts"
import { largestLoss } from "./squared-sum.ts"

/** The smallest delta for which eta-GDP implies (epsilon, delta)-DP, rounded up. */
export function computeDelta(eta: number, epsilon: number): number {
  checkEta(eta)
  checkLoss("epsilon", epsilon)
  return deltaUpperBound(eta, epsilon)
}

/** ln of the same, rounded up, also where delta itself underflows; -Infinity only for eta = 0. */
export function computeLogDelta(eta: number, epsilon: number): number {
  checkEta(eta)
  checkLoss("epsilon", epsilon)
  return logDeltaUpperBound(eta, epsilon)
}

/** The smallest epsilon for which eta-GDP implies (epsilon, delta)-DP, rounded up. */
export function computeEpsilon(eta: number, delta: number): number {
  checkEta(eta)
  const holds = withinDelta(delta)
  if (holds(eta, 0)) return 0
  // From zCDP: ε ≤ η²/2 + η√(2 ln(1/δ)).
  let high = eta * (eta / 2 + Math.sqrt(-2 * Math.log(delta)))
  while (!holds(eta, high)) high *= 1.0001
  return bisect(high, 0, (epsilon) => holds(eta, epsilon))
}

/**
 * The largest eta for which eta-GDP implies (epsilon, delta)-DP, rounded down: a target. Nothing
 * turns one (epsilon, delta) back into a guarantee on eta, so there is no version that is rounded
 * up.
 */
export function computeEta(epsilon: number, delta: number): number {
  checkLoss("epsilon", epsilon)
  const holds = withinDelta(delta)
  // From zCDP: √(2 ln(1/δ) + 2ε) - √(2 ln(1/δ)) always holds; double it until it does not.
  const log = -2 * Math.log(delta)
  let high = (2 * epsilon + 1e-3 * delta) / (Math.sqrt(log + 2 * epsilon) + Math.sqrt(log))
  while (holds(high, epsilon) && high < largestLoss) high *= 2
  return bisect(0, high, (eta) => holds(eta, epsilon))
}

/** Whether eta-GDP is surely (epsilon, delta)-DP; small deltas are compared as logarithms. */
function withinDelta(delta: number): (eta: number, epsilon: number) => boolean {
  checkDelta(delta)
  if (delta > 1e-290) return (eta, epsilon) => deltaUpperBound(eta, epsilon) <= delta
  const log = Math.log(delta) * (1 + 4 * Number.EPSILON)
  return (eta, epsilon) => logDeltaUpperBound(eta, epsilon) <= log
}

/** The last number from `good` to `bad` for which `holds`; it holds for `good`. */
function bisect(good: number, bad: number, holds: (value: number) => boolean): number {
  let kept = good
  let refused = bad
  for (;;) {
    const middle = kept + (refused - kept) / 2
    if (middle === kept || middle === refused) return kept
    if (holds(middle)) kept = middle
    else refused = middle
  }
}

function checkEta(eta: number): void {
  checkLoss("eta", eta)
  requireParameter(eta <= largestLoss, `eta must be at most ${largestLoss}`, eta)
}
