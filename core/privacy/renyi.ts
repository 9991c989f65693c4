// Zero-concentrated and Rényi differential privacy (Bun and Steinke 2016; Mironov 2017). Losses are
// rounded up, targets down. GDP and pure DP imply both; neither implies GDP, and a single (ε, δ)
// implies none of them, so there is no way back.

import { ArmisticeError } from "../errors.ts"
import { bisect } from "../numerics/bisect.ts"
import { checkDelta, checkLoss, checkOrder } from "./loss.ts"
import { findLargestWithin, multiplyUp } from "./rounding.ts"

/** The rho of zCDP that eta-GDP implies, rounded up: η²/2, which Gaussian noise reaches. */
export function computeGdpRho(eta: number): number {
  checkLoss("eta", eta)
  return multiplyUp(multiplyUp(eta, eta), 0.5)
}

/** The rho of zCDP that epsilon-DP implies, rounded up: ε²/2 (Bun and Steinke, Prop. 1.4). */
export function computePureRho(epsilon: number): number {
  checkLoss("epsilon", epsilon)
  return multiplyUp(multiplyUp(epsilon, epsilon), 0.5)
}

/** The largest eta for which eta-GDP implies rho-zCDP, rounded down: a target. */
export function findRhoEta(rho: number): number {
  checkLoss("rho", rho)
  return findLargestWithin(Math.sqrt(2 * rho), (eta) => computeGdpRho(eta) <= rho)
}

/** The Rényi divergence of this order that rho-zCDP allows, rounded up: α·ρ. */
export function computeZcdpRenyi(rho: number, order: number): number {
  checkLoss("rho", rho)
  checkOrder(order)
  return multiplyUp(order, rho)
}

/** The Rényi divergence of this order that eta-GDP allows, rounded up: α·η²/2. */
export function computeGdpRenyi(eta: number, order: number): number {
  return computeZcdpRenyi(computeGdpRho(eta), order)
}

/** The same for any epsilon-DP mechanism: that of randomised response, which is the largest. */
export function computePureRenyi(epsilon: number, order: number): number {
  checkLoss("epsilon", epsilon)
  checkOrder(order)
  // ln(p^α q^(1-α) + q^α p^(1-α)) / (α-1) with p = 1/(1+e^-ε) and q = 1-p.
  const rest = Math.log1p(Math.exp(-(2 * order - 1) * epsilon)) - Math.log1p(Math.exp(-epsilon))
  return belowLimits(epsilon, order, rest)
}

/** The same for one Laplace release with epsilon = sensitivity/scale (Mironov, Prop. 6). */
export function computeLaplaceRenyi(epsilon: number, order: number): number {
  checkLoss("epsilon", epsilon)
  checkOrder(order)
  const share = (order - 1) / order
  // ln(α/(2α-1)) = -ln(1 + (α-1)/α).
  const rest = Math.log1p(share * Math.exp(-(2 * order - 1) * epsilon)) - Math.log1p(share)
  return belowLimits(epsilon, order, rest)
}

/**
 * ε + rest/(α-1), rounded up. The two logarithms in `rest` cancel for small losses, where the
 * limits that always hold are nearly tight: ε itself, and α·ε²/2.
 */
function belowLimits(epsilon: number, order: number, rest: number): number {
  const error = margin * (epsilon + 2 / (order - 1))
  const exact = Math.max(0, epsilon + rest / (order - 1)) + error
  return Math.min(epsilon, exact, computeZcdpRenyi(computePureRho(epsilon), order))
}

/** More than the error of a few operations, relative to the largest number in them. */
const margin = 16 * Number.EPSILON

/**
 * An epsilon for which a Rényi divergence of this order implies (epsilon, delta)-DP (Canonne,
 * Kamath, Steinke 2020), rounded up.
 */
export function computeRenyiEpsilon(divergence: number, order: number, delta: number): number {
  checkLoss("divergence", divergence)
  checkOrder(order)
  checkDelta(delta)
  const terms = [divergence, Math.log1p(-1 / order), -(Math.log(delta) + Math.log(order)) / (order - 1)]
  const size = divergence + Math.abs(terms[1]) + (Math.abs(Math.log(delta)) + Math.log(order)) / (order - 1)
  return Math.max(0, terms[0] + terms[1] + terms[2] + margin * size)
}

/** An epsilon for which rho-zCDP implies (epsilon, delta)-DP, rounded up: the best of orders. */
export function computeZcdpEpsilon(rho: number, delta: number): number {
  checkLoss("rho", rho)
  checkDelta(delta)
  if (rho === 0) return 0
  const epsilonAt = (log: number): number => {
    const order = 1 + Math.exp(log)
    return order === 1 ? Number.POSITIVE_INFINITY : computeRenyiEpsilon(computeZcdpRenyi(rho, order), order, delta)
  }
  // Every order gives an epsilon that holds, so a search need not be exact. The best of ρ + 2√(ρ
  // ln(1/δ)) is near.
  const centre = Math.log(Math.sqrt(-Math.log(delta) / rho))
  let [low, high] = [Math.max(-30, centre - 12), Math.min(600, centre + 12)]
  for (let step = 0; step < 120; step++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3]
    if (epsilonAt(left) <= epsilonAt(right)) high = right
    else low = left
  }
  return epsilonAt((low + high) / 2)
}

/**
 * The largest rho for which rho-zCDP implies (epsilon, delta)-DP by {@link computeZcdpEpsilon},
 * rounded down: a target.
 */
export function findZcdpRho(epsilon: number, delta: number): number {
  checkLoss("epsilon", epsilon)
  checkDelta(delta)
  const holds = (rho: number): boolean => computeZcdpEpsilon(rho, delta) <= epsilon
  let refused = 1
  while (holds(refused) && refused < 1e300) refused *= 2
  return bisect(0, refused, 200, holds)[0]
}

/** Amplification by subsampling is proved only where data does not depend on earlier outputs. */
export function refuseSubsampling(): never {
  throw new ArmisticeError(
    "not_supported",
    "no loss is stated for subsampled rewards: amplification is not proved where releases choose whose rewards come next",
  )
}
