// DP-TS-UCB calibrated (ours): Algorithm 1 with a variance and a budget of draws per epoch, the
// smallest that reach a privacy target and still let the best draw exceed the true mean. Guarantee:
// eta-GDP for any eta (dp-ts-ucb-calibrated.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import { horizonSpec, type ParameterValues } from "../parameters.ts"
import { planDraws } from "../parts/draw-schedule.ts"
import { createSampledEpochs, epochSize, type SampledEpochs } from "../parts/sampled-epochs.ts"
import { calibrateEta } from "../privacy/calibration.ts"
import { gdpGuarantee } from "../privacy/guarantee.ts"

const parameters = {
  eta: { kind: "number", about: "privacy loss of one reward (GDP)", min: 1e-3, max: 1e4 },
  horizon: horizonSpec,
} as const

function create({ eta, horizon }: ParameterValues<typeof parameters>): AlgorithmBody<SampledEpochs> {
  return {
    ...createSampledEpochs(horizon, (epoch) => planDraws(epochSize(epoch), eta, 1 / horizon)),
    guarantee: () => gdpGuarantee(eta),
  }
}

export const dpTsUcbCalibrated = defineAlgorithm(create, {
  name: "dp-ts-ucb-calibrated",
  label: "DP-TS-UCB calibrated",
  about:
    "DP-TS-UCB with a variance and a budget per epoch, chosen for any privacy target: far less regret at the same loss.",
  source: "Armistice, after Hu et al. (ICML 2025): dp-ts-ucb-calibrated.md",
  parameters,
  example: { eta: 1, horizon: 1e6 },
  // Draws are planned for the horizon.
  live: { noise: "draws", lacks: ["extend"] },
  calibrate: calibrateEta(parameters.eta),
})
