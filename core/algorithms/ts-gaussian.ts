// TS-Gaussian (Agrawal & Goyal 2013, Algorithm 2): Thompson sampling whose Gaussian draws are
// themselves a privacy mechanism (Ou, Avella Medina, Cummings 2024, Lemma 3). Guarantee:
// √(T/2)-GDP, or √T-GDP with the variance 1/n (ts-gaussian.md).

import { defineAlgorithm } from "../algorithm-entry.ts"
import { horizonSpec, type ParameterValues } from "../parameters.ts"
import { createGaussianThompson, notLive } from "../parts/gaussian-thompson.ts"
import { roundUp } from "../privacy/rounding.ts"

const parameters = {
  variance: {
    kind: "choice",
    about: "variance of a draw: 1/(k+1) and no initial pull (ou), or 1/n after one pull of each arm (paper)",
    values: ["ou", "paper"],
    default: "ou",
  },
  horizon: horizonSpec,
} as const

type Given = ParameterValues<typeof parameters>

const loss = ({ variance, horizon }: Given): number => roundUp(Math.sqrt(variance === "ou" ? horizon / 2 : horizon))

function create(given: Given) {
  const prior = given.variance === "ou" ? 1 : 0
  return createGaussianThompson({
    horizon: given.horizon,
    prePulls: 1 - prior,
    prior,
    scale: 1,
    guarantee: () => {
      const eta = loss(given)
      return given.variance === "ou"
        ? { kind: "gdp", eta, published: eta, tight: eta }
        : { kind: "gdp", eta, tight: eta }
    },
  })
}

export const tsGaussian = defineAlgorithm(create, {
  name: "ts-gaussian",
  label: "TS-Gaussian",
  about: "Gaussian Thompson sampling as it stands: low regret, and a loss that grows like the root of the horizon.",
  source: "Agrawal, Goyal (AISTATS 2013), Algorithm 2; privacy: Ou, Avella Medina, Cummings (2024), Lemma 3",
  parameters,
  example: { horizon: 18 },
  live: notLive,
  // There is nothing to tune: it meets the target or it does not.
  calibrate: (eta, { horizon }) => (loss({ variance: "ou", horizon }) <= eta ? { variance: "ou" } : null),
})
