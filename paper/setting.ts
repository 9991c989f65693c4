// The paper's experimental setting (Section 5) and the formulas its captions use.

import { samplingBudget } from "@armistice/core"

export const paperArms = { kind: "bernoulli", means: [0.95, 0.75, 0.55, 0.35, 0.15] } as const
export const paperHorizon = 1e6
export const paperAlphas = [0, 0.25, 0.5, 0.75, 1] as const
/** "All the experimental results are an average of 20 independent runs." */
export const paperRuns = 20

/** c₀ = √(2πe). */
const c0 = Math.sqrt(2 * Math.PI * Math.E)

/** η of Theorem 4.4: √(2 c₀ T^((1-α)/2) ln^(3(1-α)/2) T) = √(2φ / ln^α T). */
export function publishedEta(alpha: number, horizon: number): number {
  return Math.sqrt((2 * samplingBudget(alpha, horizon)) / Math.log(horizon) ** alpha)
}

/** η counted tightly, √(⌊φ⌋ / ln^α T): MAX is a function of the same draws (errata). */
export function tightEta(alpha: number, horizon: number): number {
  return Math.sqrt(Math.floor(samplingBudget(alpha, horizon)) / Math.log(horizon) ** alpha)
}

/** The c that makes M-TS-Gaussian with b pre-pulls as private as DP-TS-UCB claims (appendix). */
export function equalPrivacyScale(alpha: number, horizon: number, prePulls: number): number {
  const { log } = Math
  return (horizon ** ((1 + alpha) / 2) * log(horizon) ** (-1.5 * (1 - alpha))) / (2 * c0 * (prePulls + 1))
}

/** The same with the square root the main text prints. */
export function equalPrivacyScaleWithRoot(alpha: number, horizon: number, prePulls: number): number {
  return Math.sqrt(equalPrivacyScale(alpha, horizon, prePulls))
}

/** c = 5 ln^α T: with b = 0 the regret bound of M-TS-Gaussian has the order of DP-TS-UCB's. */
export const equalRegretScale = (alpha: number, horizon: number): number => 5 * Math.log(horizon) ** alpha
