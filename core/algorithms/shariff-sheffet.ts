// Private linear UCB by trees (Shariff and Sheffet 2018), for private rewards and public contexts:
// the Gram matrix is exact, sums of features times rewards come from one noisy tree per arm.
// Guarantee: eta-GDP, with the tight composition of a tree (shariff-sheffet.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import { attributesSpec } from "../context/attributes-spec.ts"
import { planContext } from "../context/context-plan.ts"
import { chooseLargest, predictReward, predictVariance, readFeatures } from "../context/linear-arms.ts"
import { invertSymmetric } from "../context/symmetric.ts"
import { ArmisticeError, checkArm, checkRewardSum } from "../errors.ts"
import { horizonSpec, type NumberSpec, type ParameterValues } from "../parameters.ts"
import { checkOneReward } from "../parts/arm-sums.ts"
import { counterLevels } from "../parts/binary-counter.ts"
import { checkDecidedPull } from "../parts/decided-pull.ts"
import {
  checkHorizon,
  checkRound,
  countRewards,
  decide,
  type RoundCounts,
  startRounds,
  zeros,
} from "../parts/rounds.ts"
import { calibrateEta } from "../privacy/calibration.ts"
import { gdpGuarantee } from "../privacy/guarantee.ts"
import type { Release } from "../privacy/release.ts"
import type { Random } from "../random/random.ts"

const parameters = {
  eta: { kind: "number", about: "privacy loss of one reward (GDP)", min: 1e-12, max: 1e4 } satisfies NumberSpec,
  horizon: horizonSpec,
  attributes: attributesSpec,
  width: {
    kind: "number",
    about: "factor on the published width of confidence bounds; less than 1 explores less",
    min: 0,
    max: 100,
    default: 1,
  } satisfies NumberSpec,
  ridge: {
    kind: "number",
    about: "ridge of each regression; 0: as the analysis asks for",
    min: 0,
    max: 1e9,
    default: 0,
  } satisfies NumberSpec,
} as const

export interface ShariffSheffetState extends RoundCounts {
  /** Per arm and level of its tree the block in use, with and without noise; empty: none. */
  exact: number[][][]
  noisy: number[][][]
  /** Per arm the Gram matrix of all its features, row by row. */
  gram: number[][]
  /** Per arm its regression: rewards it was computed from, coefficients, inverse and width. */
  solved: number[]
  coefficients: number[][]
  inverse: number[][]
  bound: number[]
}

/** Features and the intercept share a norm of 1. */
const SHARE = Math.SQRT1_2
/** A regression is recomputed once its arm has this share of rewards more. */
const GROWTH = 1 / 20

/** The deviation of each number in a block: a reward is in at most one block of each level. */
export const treeDeviation = (eta: number, levels: number): number => Math.sqrt(levels) / eta

/** The published width: sampling, ridge and the noise of `blocks` blocks. */
export function computeWidth(
  rewards: number,
  size: number,
  horizon: number,
  ridge: number,
  deviation: number,
  blocks: number,
): number {
  const logDeterminant = size * Math.log1p(rewards / (ridge * size))
  const sampling = Math.sqrt(2 * Math.log(2 * horizon) + logDeterminant) / 2
  return sampling + Math.sqrt(ridge) + (deviation * Math.sqrt(blocks * size)) / Math.sqrt(ridge)
}

function create({
  eta,
  horizon,
  attributes,
  width,
  ridge: given,
}: ParameterValues<typeof parameters>): AlgorithmBody<ShariffSheffetState> {
  const context = planContext(attributes)
  const size = context.features + 1
  const levels = counterLevels(horizon)
  const deviation = treeDeviation(eta, levels)
  const ridge = given > 0 ? given : Math.max(1, (deviation * Math.sqrt(levels * size)) / 2)

  /** Adds a vector to an arm's tree; full blocks merge, and the new block gets its noise once. */
  function addToTree(state: ShariffSheffetState, arm: number, vector: number[], random: Random): void {
    const [exact, noisy] = [state.exact[arm], state.noisy[arm]]
    let level = 0
    const sum = vector
    for (let rest = state.rewarded[arm]; rest % 2 === 1; rest = (rest - 1) / 2) {
      for (let place = 0; place < size; place++) sum[place] += exact[level][place]
      exact[level] = []
      noisy[level] = []
      level += 1
    }
    exact[level] = sum
    noisy[level] = sum.map((value) => random.gaussianAround(value, deviation))
  }

  function solve(state: ShariffSheffetState, arm: number): void {
    const matrix = Float64Array.from(state.gram[arm])
    for (let place = 0; place < size; place++) matrix[place * (size + 1)] += ridge
    invertSymmetric(matrix, size)
    const used = state.noisy[arm].filter((block) => block.length > 0)
    const sums = zeros(size).map((_, place) => used.reduce((sum, block) => sum + block[place], 0))
    state.inverse[arm] = [...matrix]
    state.coefficients[arm] = sums.map((_, row) =>
      sums.reduce((sum, value, column) => sum + matrix[row * size + column] * value, 0),
    )
    const rewards = state.rewarded[arm]
    state.bound[arm] = computeWidth(rewards, size, horizon, ridge, deviation, Math.max(1, used.length))
    state.solved[arm] = rewards
  }

  /** Features with the intercept, of norm at most 1. */
  function readScaled(point: Parameters<typeof readFeatures>[1]) {
    const { index, value } = readFeatures(context, point)
    return { index, value: value.map((one) => one * SHARE) }
  }

  /** The whole tree, reserved with its first reward: it never takes more than `horizon`. */
  const reservation = (arm: number): Release => ({ arm, block: 0, count: horizon, mechanism: "gaussian", eta })

  return {
    context,

    start(armCount) {
      checkHorizon(horizon, armCount)
      const lists = <Item>(item: () => Item): Item[] => Array.from({ length: armCount }, item)
      const state: ShariffSheffetState = {
        ...startRounds(armCount),
        exact: lists(() => []),
        noisy: lists(() => []),
        gram: lists(() => zeros(size * size)),
        solved: zeros(armCount),
        coefficients: lists(() => []),
        inverse: lists(() => []),
        bound: zeros(armCount),
      }
      for (let arm = 0; arm < armCount; arm++) solve(state, arm)
      return state
    },

    choose(state, random, excluded, point) {
      checkRound(state, horizon, excluded)
      const features = readScaled(point)
      const scoreArm = (arm: number): number => {
        const variance = Math.max(0, predictVariance(state.inverse[arm], size, features))
        return predictReward(state.coefficients[arm], features) + width * state.bound[arm] * Math.sqrt(variance)
      }
      return decide(state, chooseLargest(state.decided.length, excluded, scoreArm, random))
    },

    observe(state, arm, reward, random, pull, point) {
      checkOneReward(state, arm, reward, pull, horizon)
      const { index, value } = readScaled(point)
      const vector = zeros(size)
      const gram = state.gram[arm]
      for (let j = 0; j < index.length; j++) {
        vector[index[j]] += value[j] * reward
        for (let k = 0; k < index.length; k++) gram[index[j] * size + index[k]] += value[j] * value[k]
      }
      addToTree(state, arm, vector, random)
      countRewards(state, arm, 1)
      if (state.rewarded[arm] > state.solved[arm] * (1 + GROWTH)) solve(state, arm)
    },

    observeMany(state, arm, count, sum) {
      checkArm(arm, state.decided.length)
      checkRewardSum(count, sum)
      throw new ArmisticeError("not_supported", "shariff-sheffet needs the context of each reward, and takes no sums")
    },

    laws: () => ({ kind: "plain" }),
    guarantee: () => gdpGuarantee(eta),

    releases: (state) => state.rewarded.flatMap((count, arm) => (count > 0 ? [reservation(arm)] : [])),

    nextReleases(state, arm, pull, point) {
      checkArm(arm, state.decided.length)
      checkDecidedPull(state, arm, pull)
      readScaled(point)
      return state.rewarded[arm] > 0 ? [] : [reservation(arm)]
    },
  }
}

export const shariffSheffet = defineAlgorithm(create, {
  name: "shariff-sheffet",
  label: "Shariff-Sheffet",
  about:
    "Private linear upper confidence bounds from a noisy tree per arm: the baseline for private rewards with context.",
  source: "Shariff, Sheffet (NeurIPS 2018), with exact Gram matrices and tight composition",
  parameters,
  example: { eta: 1, horizon: 63, attributes: { device: { levels: ["phone", "desk"] } } },
  live: { noise: null, whyNot: "its trees keep exact partial sums that later noise is added to" },
  calibrate: calibrateEta(parameters.eta),
})
