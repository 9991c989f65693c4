// AdaC-UCB (Azize, PhD thesis, section 5.3.1): AdaP-UCB's episodes with Gaussian noise. Guarantee:
// ρ-zCDP, and since each reward enters one Gaussian release, exactly eta-GDP with eta = √(2ρ)
// (adac-ucb.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import type { NumberSpec, ParameterValues } from "../parameters.ts"
import { createEpisodeBatches, type EpisodeBatches } from "../parts/episode-batches.ts"
import { calibrateEta } from "../privacy/calibration.ts"
import { gdpGuarantee } from "../privacy/guarantee.ts"
import { doublingEpisode } from "./adap-ucb.ts"

const parameters = {
  eta: {
    kind: "number",
    about: "privacy loss of one reward, as Gaussian differential privacy (√(2ρ) in zCDP): smaller is more private",
    min: 1e-9,
    max: 1e9,
  } satisfies NumberSpec,
  exploration: {
    kind: "number",
    about: "width of the confidence intervals: the analysis needs more than 3, the thesis's experiments use 1",
    min: 0,
    aboveMin: true,
    max: 1000,
    default: 1,
  } satisfies NumberSpec,
} as const

/** mean + √((1/(2n) + 1/(ρn²)) level), ρ = η²/2, n rewards in the last episode, level = β ln t. */
export function adacUcbIndex(eta: number, mean: number, n: number, level: number): number {
  const rho = (eta * eta) / 2
  return mean + Math.sqrt((1 / (2 * n) + 1 / (rho * n * n)) * level)
}

function create({ eta, exploration }: ParameterValues<typeof parameters>): AlgorithmBody<EpisodeBatches> {
  return {
    ...createEpisodeBatches({
      sizeBatch: doublingEpisode,
      uses: "last",
      // The noise 1/η on the sum is σ² = 1/(2ρn²) on the mean of n rewards.
      release: { mechanism: "gaussian", eta },
      shared: (round) => exploration * Math.log(round),
      index: (mean, n, level) => adacUcbIndex(eta, mean, n, level),
    }),
    guarantee: () => gdpGuarantee(eta, { published: eta, tight: eta }),
  }
}

export const adacUcb = defineAlgorithm(create, {
  name: "adac-ucb",
  label: "AdaC-UCB",
  about: "UCB in doubling episodes with one Gaussian release each: the plainest algorithm that is GDP by design.",
  source: "Azize (PhD thesis), section 5.3.1, AdaC-UCB",
  parameters,
  example: { eta: 1 },
  live: { noise: "sums" },
  calibrate: calibrateEta(parameters.eta),
})
