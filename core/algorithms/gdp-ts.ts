// GDP-TS (ours): Thompson sampling on top of one Gaussian release per batch. The noisy sums are released once, so any number of
// draws may follow from them. Guarantee: eta-GDP for any eta, no horizon needed (gdp-ts.md).

import type { Algorithm, AlgorithmEntry } from "../algorithm.ts"
import { roomInBatch } from "../batches.ts"
import { geometricBatch } from "../geometric-batches.ts"
import { type NoisyBatches, noisyBatches } from "../noisy-batches.ts"
import { checkParameters, type ParametersOf } from "../parameters.ts"
import { gdpGuarantee } from "../privacy/guarantee.ts"
import { checkRound, decide, nextUntried } from "../rounds.ts"

const parameters = {
  eta: { kind: "number", about: "privacy loss of one reward (GDP)", min: 0, aboveMin: true, max: 1e4 },
  varianceScale: {
    kind: "number",
    about: "variance of a reward that draws allow for; 1/4 is enough for rewards in [0, 1]",
    min: 0,
    aboveMin: true,
    max: 1e6,
    default: 0.25,
  },
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

function create(chosen: ParametersOf<typeof parameters>): Algorithm<NoisyBatches> {
  const { eta, varianceScale, batchRatio, firstBatch } = chosen
  const batches = noisyBatches<NoisyBatches>({
    sizeOf: geometricBatch(Math.max(1, Math.round(firstBatch / eta)), batchRatio),
    uses: "all",
    noise: (random) => random.gaussian() / eta,
    release: { mechanism: "gaussian", eta },
  })

  /** Standard deviation of a draw: that of an average of n rewards, and of the noise of m batches in it. */
  function deviation(state: NoisyBatches, arm: number): number {
    const count = state.count[arm]
    return Math.sqrt(varianceScale / count + state.closed[arm] / (eta * count) ** 2)
  }

  return {
    name: "gdp-ts",
    parameters: chosen,
    ...batches,

    choose(state, random, excluded) {
      checkRound(state, Number.POSITIVE_INFINITY, excluded)
      const untried = nextUntried(state, state.closed, excluded)
      if (untried >= 0) return decide(state, untried)
      let chosenArm = -1
      let largest = Number.NEGATIVE_INFINITY
      for (let arm = 0; arm < state.count.length; arm++) {
        if (excluded?.has(arm) === true) continue
        const draw = state.noisySum[arm] / state.count[arm] + deviation(state, arm) * random.gaussian()
        if (draw <= largest) continue
        largest = draw
        chosenArm = arm
      }
      return decide(state, chosenArm)
    },

    laws(state) {
      const untried = nextUntried(state, state.closed)
      if (untried >= 0) return { kind: "batch", arms: [untried], pulls: 1 }
      return {
        kind: "drawn",
        family: "gaussian",
        first: state.noisySum.map((sum, arm) => sum / state.count[arm]),
        second: state.noisySum.map((_, arm) => deviation(state, arm)),
        pullsLeft: state.size.map((_, arm) => roomInBatch(state, arm)),
      }
    },

    guarantee: () => gdpGuarantee(eta),
  }
}

export const gdpTs: AlgorithmEntry = {
  name: "gdp-ts",
  label: "GDP-TS",
  about: "Thompson sampling on one Gaussian release per batch: any privacy, any number of draws, choices stay random.",
  source: "Armistice: gdp-ts.md",
  parameters,
  create: (given) => create(checkParameters("gdp-ts", parameters, given)) as Algorithm,
  calibrate: (eta) => ({ eta }),
}
