// Bounds the paper states or proves, as numbers.

import { samplingBudget } from "@armistice/core"
import { publishedEta } from "./setting.ts"

/** A row of Table 1 at one horizon. Regret bounds are orders: their constants are left at 1. */
export interface BoundRow {
  readonly name: string
  readonly regret: number
  readonly eta: number
}

/** The rows of Table 1 for K arms with one gap Δ. Losses have the constants their sources prove. */
export function listBounds(horizon: number, armCount: number, gap: number): BoundRow[] {
  const [T, K] = [horizon, armCount]
  const ln = Math.log(T)
  const order = Math.log(T * gap * gap) / gap
  const mTsGaussian = (name: string, b: number, c: number): BoundRow => ({
    name,
    regret: b * K + c * K * order,
    eta: Math.sqrt(T / (c * (b + 1))),
  })
  const dpTsUcb = (alpha: number): BoundRow => ({
    name: `DP-TS-UCB, α = ${alpha}`,
    regret: K * dpTsUcbOrder(alpha, T, gap),
    eta: publishedEta(alpha, T),
  })
  return [
    { name: "TS-Gaussian", regret: K * order, eta: Math.sqrt(T / 2) },
    mTsGaussian("M-TS-Gaussian, b = c = T^¼", T ** 0.25, T ** 0.25),
    mTsGaussian("M-TS-Gaussian, b = c = √ln T", Math.sqrt(ln), Math.sqrt(ln)),
    mTsGaussian("M-TS-Gaussian, b = c = ln T", ln, ln),
    ...[0, 0.5, 1].map(dpTsUcb),
  ]
}

/** One arm's order in Theorem 4.2: (ln(T^((3-α)/2) Δ²) + (3-α) ln ln T) ln^α T / Δ. */
export function dpTsUcbOrder(alpha: number, horizon: number, gap: number): number {
  const ln = Math.log(horizon)
  return ((((3 - alpha) / 2) * ln + 2 * Math.log(gap) + (3 - alpha) * Math.log(ln)) * ln ** alpha) / gap
}

/**
 * The regret bound with all constants of the proof (Appendix D): per arm Δ · (4 L + 50 L₁ + 290/Δ²
 * + 8/(TΔ⁴) + 3(log₂ T + 1)). L has the constant 4(√2+1)² that its use needs, not the (√2+1)²/4
 * that is printed (errata).
 */
export function provenRegretBound(alpha: number, horizon: number, means: readonly number[]): number {
  const ln = Math.log(horizon)
  const budget = samplingBudget(alpha, horizon)
  const best = Math.max(...means)
  const factor = 4 * (Math.SQRT2 + 1) ** 2
  let bound = 0
  for (const mean of means) {
    const gap = best - mean
    if (gap === 0) continue
    const evidence = horizon * gap * gap
    const own = (factor * Math.log(evidence * budget) * ln ** alpha) / gap ** 2
    const optimal = (factor * Math.log(evidence) * ln ** alpha) / gap ** 2
    const rest = 290 / gap ** 2 + 8 / (evidence * gap ** 2) + 3 * (Math.log2(horizon) + 1)
    bound += gap * (4 * own + 50 * optimal + rest)
  }
  return bound
}

/** The order of Theorem 4.2 for several arms, constants at 1. */
export function regretOrder(alpha: number, horizon: number, means: readonly number[]): number {
  const best = Math.max(...means)
  return means.reduce((sum, mean) => (mean < best ? sum + dpTsUcbOrder(alpha, horizon, best - mean) : sum), 0)
}

/** The worst-case order of Theorem 4.2: √(KT) ln^((1+α)/2) T. */
export const worstCaseOrder = (alpha: number, horizon: number, armCount: number): number =>
  Math.sqrt(armCount * horizon) * Math.log(horizon) ** ((1 + alpha) / 2)

/** The largest, over gaps Δ of K-1 equal arms, of the smaller of ΔT and the proven bound. */
export function worstProvenBound(alpha: number, horizon: number, armCount: number): number {
  let largest = 0
  // The proof assumes T Δ² > e; below, ΔT is less than √(eT).
  for (let gap = Math.sqrt(Math.E / horizon); gap <= 1; gap *= 1.01) {
    const means = [1, ...new Array<number>(armCount - 1).fill(1 - gap)]
    largest = Math.max(largest, Math.min(gap * horizon, provenRegretBound(alpha, horizon, means)))
  }
  return largest
}

/** The largest T up to which TS-Gaussian promises more privacy than DP-TS-UCB at α = 0. */
export function findCrossingHorizon(computeEta: (alpha: number, horizon: number) => number): number {
  let [low, high] = [1e4, 1e9]
  while (high - low > 1) {
    const middle = Math.round((low + high) / 2)
    if (computeEta(0, middle) < Math.sqrt(middle / 2)) high = middle
    else low = middle
  }
  return low
}
