// GDP-IMED as it was before residual releases: each batch of rewards is released once with Gaussian noise. Experiments that began
// with it go on with it; new ones take gdp-imed. Guarantee: eta-GDP for any eta, no horizon needed (gdp-imed-batches.md).

import { type AlgorithmBody, defineAlgorithm } from "../algorithm.ts"
import { gaussianKl } from "../numerics/gaussian-kl.ts"
import type { ParametersOf } from "../parameters.ts"
import { type PlayedBatches, playedBatches } from "../parts/played-batches.ts"
import { type BatchWorth, weightedBatches, weightedBatchSpecs } from "../parts/weighted-batches.ts"
import { calibrateEta } from "../privacy/calibration.ts"
import { gdpGuarantee } from "../privacy/guarantee.ts"

const parameters = weightedBatchSpecs

/** Best means are kept this far from 1, where evidence would be infinite. */
const CEILING = 1 - 1e-6

/** How much of the difference between a Chernoff bound and the chance it bounds is counted as evidence (gdp-imed-batches.md). */
export const sharpnessFor = (eta: number): number => Math.min(0.25, 1 / eta)

/** Evidence that an arm's noisy mean gives against a mean of `best`, plus ln of its rewards: the smallest is played. */
export function batchesIndex(
  mean: number,
  count: number,
  best: number,
  { rewards, noise }: BatchWorth,
  sharpness: number,
): number {
  const exponent = rewards * gaussianKl(1 / (rewards * noise), mean, best)
  return exponent + 0.5 * sharpness * Math.log1p(4 * Math.PI * exponent) + Math.log(count)
}

function create({ eta, batchRatio, firstBatch }: ParametersOf<typeof parameters>): AlgorithmBody<PlayedBatches> {
  const weighted = weightedBatches(eta, batchRatio, firstBatch)
  const sharpness = sharpnessFor(eta)
  return {
    ...playedBatches({
      ...weighted,
      uses: "all",
      release: { mechanism: "gaussian", eta },
      shared: (_round, bestMean) => Math.min(Math.max(bestMean, 0), CEILING),
      index: (mean, count, best, batches) => -batchesIndex(mean, count, best, weighted.worthOf(batches), sharpness),
    }),
    guarantee: () => gdpGuarantee(eta),
  }
}

export const gdpImedBatches = defineAlgorithm(create, {
  name: "gdp-imed-batches",
  label: "GDP-IMED (batches)",
  about:
    "GDP-IMED as it was: one Gaussian release per batch. For experiments that began with it; new ones take GDP-IMED.",
  source: "Armistice, after Honda and Takemura (2015) and Azize et al. (2025): gdp-imed-batches.md",
  parameters,
  example: { eta: 1 },
  live: { noise: "sums" },
  calibrate: calibrateEta(parameters.eta),
})
