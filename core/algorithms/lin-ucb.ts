// LinUCB with disjoint models (Li, Chu, Langford, Schapire 2010, Algorithm 1): one ridge regression
// per arm on the context, and the arm with the largest upper confidence bound. No privacy.

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import { attributesSpec } from "../context/attributes-spec.ts"
import { planContext } from "../context/context-plan.ts"
import {
  addLinearReward,
  chooseLargest,
  type LinearState,
  predictReward,
  predictVariance,
  readFeatures,
  refuseSums,
  startLinear,
} from "../context/linear-arms.ts"
import { checkArm } from "../errors.ts"
import type { NumberSpec, ParameterValues } from "../parameters.ts"
import { checkDecidedPull } from "../parts/decided-pull.ts"
import { endless } from "../parts/non-private.ts"
import { checkRound, decide } from "../parts/rounds.ts"
import { noGuarantee } from "../privacy/guarantee.ts"
import type { Random } from "../random/random.ts"

/** The deviation that a reward is taken to have: the largest on [0, 1]. */
export const spreadSpec = {
  kind: "number",
  about: "standard deviation that a reward is taken to have",
  min: 0,
  aboveMin: true,
  max: 1,
  default: 0.5,
} as const satisfies NumberSpec

const parameters = {
  attributes: attributesSpec,
  spread: spreadSpec,
} as const

/** How an index is made from a prediction, its deviation and the rounds so far. */
export type LinearIndex = (mean: number, deviation: number, round: number, random: Random) => number

/** An algorithm without noise that plays the largest index of one regression per arm. */
export function createLinearPolicy(
  name: string,
  { attributes, spread }: ParameterValues<typeof parameters>,
  computeIndex: LinearIndex,
): AlgorithmBody<LinearState> {
  const context = planContext(attributes)
  const size = context.features + 1
  return {
    context,
    start: (armCount) => startLinear(armCount, context),

    choose(state, random, excluded, point) {
      checkRound(state, endless, excluded)
      const features = readFeatures(context, point)
      const scoreArm = (arm: number): number => {
        const variance = Math.max(0, predictVariance(state.inverse[arm], size, features))
        const mean = predictReward(state.coefficients[arm], features)
        return computeIndex(mean, spread * Math.sqrt(variance), state.round, random)
      }
      return decide(state, chooseLargest(state.decided.length, excluded, scoreArm, random))
    },

    observe: (state, arm, reward, _random, pull, point) => addLinearReward(state, context, arm, reward, pull, point),
    observeMany: () => refuseSums(name),
    laws: () => ({ kind: "plain" }),
    guarantee: () => noGuarantee,
    releases: () => [],

    nextReleases(state, arm, pull, point) {
      checkArm(arm, state.decided.length)
      checkDecidedPull(state, arm, pull)
      readFeatures(context, point)
      return []
    },
  }
}

/** mean + deviation · √(2 ln(t + 2)), t being the rounds so far. */
export const linUcbIndex: LinearIndex = (mean, deviation, round) =>
  mean + deviation * Math.sqrt(2 * Math.log(round + 2))

export const linUcb = defineAlgorithm((values) => createLinearPolicy("lin-ucb", values, linUcbIndex), {
  name: "lin-ucb",
  label: "LinUCB",
  about:
    "Upper confidence bounds of one linear model per arm, without privacy: what private context is measured against.",
  source: "Li, Chu, Langford, Schapire (WWW 2010), Algorithm 1",
  parameters,
  example: { attributes: { device: { levels: ["phone", "desk"] } } },
  live: { noise: null, whyNot: "it is a reference for simulations of experiments with context" },
})
