// GDP-TS (ours): Thompson sampling on top of one Gaussian release per batch. The noisy sums are
// released once, so any number of draws may follow from them. Guarantee: eta-GDP for any eta, no
// horizon needed (gdp-ts.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import type { ParameterValues } from "../parameters.ts"
import { roomInBatch } from "../parts/batches.ts"
import { findLargestDraw } from "../parts/largest-draw.ts"
import { createNoisyBatches, type NoisyBatches } from "../parts/noisy-batches.ts"
import { checkRound, decide, nextUnreleased, nextUntried } from "../parts/rounds.ts"
import { createWeightedBatches, weightedBatchSpecs } from "../parts/weighted-batches.ts"
import { calibrateEta } from "../privacy/calibration.ts"
import { gdpGuarantee } from "../privacy/guarantee.ts"

const parameters = {
  ...weightedBatchSpecs,
  varianceScale: {
    kind: "number",
    about: "variance of a reward that draws allow for; 1/4 is enough for rewards in [0, 1]",
    min: 0,
    aboveMin: true,
    max: 1e6,
    default: 0.25,
  },
} as const

function create(given: ParameterValues<typeof parameters>): AlgorithmBody<NoisyBatches> {
  const { eta, varianceScale, batchRatio, firstBatch } = given
  const weighted = createWeightedBatches(eta, batchRatio, firstBatch)
  const batches = createNoisyBatches<NoisyBatches>({
    ...weighted,
    uses: "all",
    release: { mechanism: "gaussian", eta },
  })

  /** The deviation of a draw: that of the mean of the arm's rewards, and of the noise in it. */
  function deviation(state: NoisyBatches, arm: number): number {
    const { rewards, noise } = weighted.computeWorth(state.closed[arm])
    return Math.sqrt(varianceScale / rewards + noise)
  }

  return {
    ...batches,

    choose(state, random, excluded) {
      checkRound(state, Number.POSITIVE_INFINITY, excluded)
      const untried = nextUnreleased(state, state.closed, weighted.sizeBatch(0), excluded)
      if (untried >= 0) return decide(state, untried)
      const drawArm = (arm: number): number =>
        state.count[arm] === 0
          ? Number.NEGATIVE_INFINITY
          : weighted.mean(state, arm) + deviation(state, arm) * random.gaussian()
      return decide(state, findLargestDraw(state.count.length, excluded, drawArm))
    },

    laws(state) {
      const untried = nextUntried(state, state.closed)
      if (untried >= 0) return { kind: "batch", arms: [untried], pulls: 1 }
      return {
        kind: "drawn",
        family: "gaussian",
        first: state.count.map((_, arm) => weighted.mean(state, arm)),
        second: state.count.map((_, arm) => deviation(state, arm)),
        pullsLeft: state.size.map((_, arm) => roomInBatch(state, arm)),
      }
    },

    guarantee: () => gdpGuarantee(eta),
  }
}

export const gdpTs = defineAlgorithm(create, {
  name: "gdp-ts",
  label: "GDP-TS",
  about: "Thompson sampling on one Gaussian release per batch: any privacy, any number of draws, choices stay random.",
  source: "Armistice: gdp-ts.md",
  parameters,
  example: { eta: 1 },
  live: { noise: "sums" },
  calibrate: calibrateEta(parameters.eta),
})
