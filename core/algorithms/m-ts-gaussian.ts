// M-TS-Gaussian (Ou, Avella Medina, Cummings 2024, Algorithm 2): Gaussian Thompson sampling after b
// pre-pulls of each arm, with variance c/(k+1). It is √(T / (c(b+1)))-GDP, and with variance c/n
// √(T / (c·max(b, 1)))-GDP (m-ts-gaussian.md).

import { defineAlgorithm } from "../algorithm-entry.ts"
import { horizonSpec, type ParameterValues } from "../parameters.ts"
import { createGaussianThompson, notLive } from "../parts/gaussian-thompson.ts"
import type { Guarantee } from "../privacy/guarantee.ts"
import { roundUp } from "../privacy/rounding.ts"

const parameters = {
  prePulls: {
    kind: "integer",
    about: "pulls of each arm before the first draw (b)",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
  },
  varianceScale: {
    kind: "number",
    about: "factor of the variance of a draw (c); the regret bound asks for at least 1, the guarantee does not",
    min: 0,
    aboveMin: true,
    max: Number.MAX_SAFE_INTEGER,
    default: 1,
  },
  variance: {
    kind: "choice",
    about: "variance of a draw: c/(k+1) (ou), or c/n after max(b, 1) pulls of each arm (paper)",
    values: ["ou", "paper"],
    default: "ou",
  },
  horizon: horizonSpec,
} as const

type Given = ParameterValues<typeof parameters>

function computeGuarantee({ prePulls: b, varianceScale: c, variance, horizon }: Given): Guarantee {
  const first = Math.max(b, 1)
  if (variance === "paper") {
    const eta = roundUp(Math.sqrt(horizon / (c * first)))
    return { kind: "gdp", eta, tight: roundUp(Math.sqrt((horizon - first) / (c * first))) }
  }
  const eta = roundUp(Math.sqrt(horizon / (c * (b + 1))))
  return { kind: "gdp", eta, published: eta, tight: roundUp(Math.sqrt((horizon - first) / (c * (first + 1)))) }
}

function create(given: Given) {
  const prior = given.variance === "ou" ? 1 : 0
  return createGaussianThompson({
    horizon: given.horizon,
    prePulls: Math.max(given.prePulls, 1 - prior),
    prior,
    scale: given.varianceScale,
    guarantee: () => computeGuarantee(given),
  })
}

/**
 * Ou's variance with c(b+1) = T/η². The split balances the regret of pre-pulls, b·Δ, against that
 * of draws, 2c·ln T/Δ, at a gap of Δ = 1/2; but c ≥ 1, and at most half the rounds are pre-pulls.
 */
function calibrate(eta: number, { horizon, armCount }: { readonly horizon: number; readonly armCount: number }) {
  // Slightly more noise than the target needs, so that the rounded-up guarantee stays within it.
  const product = (horizon / eta ** 2) * (1 + 64 * Number.EPSILON)
  const balanced = Math.round(Math.sqrt(8 * product * Math.log(horizon)))
  const size = Math.max(1, Math.min(balanced, Math.floor(product), Math.floor(horizon / (2 * armCount)) + 1))
  const varianceScale = Math.max(1, product / size)
  return varianceScale <= parameters.varianceScale.max ? { prePulls: size - 1, varianceScale, variance: "ou" } : null
}

export const mTsGaussian = defineAlgorithm(create, {
  name: "m-ts-gaussian",
  label: "M-TS-Gaussian",
  about: "Gaussian Thompson sampling with pre-pulls and a wider variance: privacy bought with exploration.",
  source: "Ou, Avella Medina, Cummings (2024), Algorithm 2 and Lemma 4",
  parameters,
  example: { prePulls: 2, varianceScale: 5, horizon: 60 },
  live: notLive,
  calibrate,
})
