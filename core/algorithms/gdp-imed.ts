// GDP-IMED (ours): play the arm with the least evidence against being best, where each batch of rewards is released once with
// Gaussian noise and evidence allows for that noise. Guarantee: eta-GDP for any eta, no horizon needed (gdp-imed.md).

import type { Algorithm, AlgorithmEntry } from "../algorithm.ts"
import { geometricBatch } from "../geometric-batches.ts"
import { gaussianKl } from "../numerics/gaussian-kl.ts"
import { checkParameters, type ParametersOf } from "../parameters.ts"
import { type PlayedBatches, playedBatches } from "../played-batches.ts"
import { gdpGuarantee } from "../privacy/guarantee.ts"

const parameters = {
  eta: { kind: "number", about: "privacy loss of one reward (GDP)", min: 0, aboveMin: true, max: 1e4 },
  batchRatio: {
    kind: "number",
    about: "by how much an arm's count grows with each of its batches: near 1 adapts faster and adds more noise",
    min: 1,
    aboveMin: true,
    max: 100,
    default: 1.5,
  },
  firstBatch: {
    kind: "number",
    about: "rewards in each arm's first batch, as a multiple of 1/eta (at least one reward)",
    min: 0,
    max: 1e6,
    default: 8,
  },
} as const

/** Best means are kept this far from 1, where evidence would be infinite. */
const CEILING = 1 - 1e-6

/** n d(x, y) + ln n for a noisy mean x of n rewards in m batches, y the best noisy mean: the smallest is played. */
export function gdpImedIndex(eta: number, mean: number, count: number, best: number, batches: number): number {
  return count * gaussianKl((count * eta * eta) / batches, mean, best) + Math.log(count)
}

function create({ eta, batchRatio, firstBatch }: ParametersOf<typeof parameters>): Algorithm<PlayedBatches> {
  const first = Math.max(1, Math.round(firstBatch / eta))
  return {
    name: "gdp-imed",
    parameters: { eta, batchRatio, firstBatch },
    ...playedBatches({
      sizeOf: geometricBatch(first, batchRatio),
      uses: "all",
      noise: (random) => random.gaussian() / eta,
      release: { mechanism: "gaussian", eta },
      shared: (_round, bestMean) => Math.min(Math.max(bestMean, 0), CEILING),
      index: (mean, count, best, batches) => -gdpImedIndex(eta, mean, count, best, batches),
    }),
    guarantee: () => gdpGuarantee(eta),
  }
}

export const gdpImed: AlgorithmEntry = {
  name: "gdp-imed",
  label: "GDP-IMED",
  about:
    "Plays the arm with the least evidence against it, one Gaussian release per batch; the lowest regret at any privacy.",
  source: "Armistice, after Honda and Takemura (2015) and Azize et al. (2025): gdp-imed.md",
  parameters,
  create: (given) => create(checkParameters("gdp-imed", parameters, given)) as Algorithm,
  calibrate: (eta) => ({ eta }),
}
