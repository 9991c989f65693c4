// DP-TS-UCB (Hu, Huang, Zhang, Lécuyer, Hegde, ICML 2025, Algorithm 1): Gaussian Thompson sampling
// with a budget of draws per epoch, whose largest draw is reused once the budget is spent.
// Guarantee: √(⌊φ⌋ / ln^α T)-GDP (dp-ts-ucb.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import { bisect } from "../numerics/bisect.ts"
import { horizonSpec, type ParameterValues } from "../parameters.ts"
import { createSampledEpochs, epochSize, type SampledEpochs } from "../parts/sampled-epochs.ts"
import { gdpGuarantee } from "../privacy/guarantee.ts"
import { roundUp } from "../privacy/rounding.ts"

const parameters = {
  alpha: { kind: "number", about: "trade-off: 0 is least private and least regret, 1 most private", min: 0, max: 1 },
  horizon: horizonSpec,
} as const

/** The paper's c₀ = √(2πe). */
const c0 = Math.sqrt(2 * Math.PI * Math.E)

/** The sampling budget φ = c₀ T^((1-α)/2) ln^((3-α)/2) T; ⌊φ⌋ draws pass the test h ≥ 1. */
export function samplingBudget(alpha: number, horizon: number): number {
  return c0 * horizon ** ((1 - alpha) / 2) * Math.log(horizon) ** ((3 - alpha) / 2)
}

/** The loss in an epoch of `count`: ⌊φ⌋ draws of variance ln^α T / count around its mean. */
function lossInEpoch(alpha: number, horizon: number, count: number): number {
  return roundUp(Math.sqrt(Math.floor(samplingBudget(alpha, horizon)) / (count * Math.log(horizon) ** alpha)))
}

function create({ alpha, horizon }: ParameterValues<typeof parameters>): AlgorithmBody<SampledEpochs> {
  const budget = samplingBudget(alpha, horizon)
  const draws = Math.floor(budget)
  const spread = Math.log(horizon) ** alpha
  return {
    ...createSampledEpochs(horizon, (epoch) => ({ draws, spread, eta: lossInEpoch(alpha, horizon, epochSize(epoch)) })),
    guarantee() {
      const tight = lossInEpoch(alpha, horizon, 1)
      const perRecord = []
      for (let rewards = 1; rewards <= horizon; rewards *= 2)
        perRecord.push({ rewards, eta: lossInEpoch(alpha, horizon, rewards) })
      return gdpGuarantee(tight, { published: roundUp(Math.sqrt((2 * budget) / spread)), tight, perRecord })
    },
  }
}

/** The alpha whose tight guarantee is at most `eta`; null if even alpha = 1 loses more. */
function calibrate(eta: number, { horizon }: { readonly horizon: number }): { alpha: number } | null {
  const loss = (alpha: number) => lossInEpoch(alpha, horizon, 1)
  if (loss(1) > eta) return null
  if (loss(0) <= eta) return { alpha: 0 }
  const [alpha] = bisect(1, 0, 60, (middle) => loss(middle) <= eta)
  return { alpha }
}

export const dpTsUcb = defineAlgorithm(create, {
  name: "dp-ts-ucb",
  label: "DP-TS-UCB",
  about: "Gaussian Thompson sampling with a budget of draws per epoch; its own noise is the privacy.",
  source: "Hu, Huang, Zhang, Lécuyer, Hegde (ICML 2025), Algorithm 1",
  parameters,
  example: { alpha: 1, horizon: 1e6 },
  // Draws are planned for the horizon.
  live: { noise: "draws", lacks: ["extend"] },
  calibrate,
})
