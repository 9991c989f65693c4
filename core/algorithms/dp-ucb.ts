// DP-UCB (Mishra and Thakurta 2015): UCB on noisy running sums, one binary counter (tree) per arm.
// The oldest private bandit, kept as a baseline. Guarantee: epsilon-DP by parallel composition over
// the arms' counters (dp-ucb.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import { ArmisticeError, checkArm, checkReward, checkRewardSum } from "../errors.ts"
import { type ChoiceSpec, horizonSpec, type NumberSpec, type ParameterValues } from "../parameters.ts"
import { addToCounter, type BinaryCounter, counterLevels } from "../parts/binary-counter.ts"
import { checkDecidedPull } from "../parts/decided-pull.ts"
import { findLargestIndex } from "../parts/episodes.ts"
import {
  checkHorizon,
  checkRewardCount,
  checkRound,
  countRewards,
  decide,
  fractions,
  nextUntried,
  type RoundCounts,
  startRounds,
} from "../parts/rounds.ts"
import { epsilonSpec, largestEpsilon } from "../privacy/calibration.ts"
import { type Guarantee, pureGuarantee } from "../privacy/guarantee.ts"
import { computePureEta, findPureEpsilon } from "../privacy/laplace.ts"
import type { Release } from "../privacy/release.ts"
import { divideUp } from "../privacy/rounding.ts"
import type { Random } from "../random/random.ts"

const parameters = {
  epsilon: epsilonSpec,
  horizon: horizonSpec,
  budget: {
    kind: "choice",
    about: "privacy budget of each arm's counter: all of epsilon, or epsilon divided by the number of arms as in 2015",
    values: ["per-arm", "split"],
    default: "per-arm",
  } satisfies ChoiceSpec,
  failure: {
    kind: "number",
    about: "probability with which the bound on the noise may fail (γ)",
    min: 0,
    aboveMin: true,
    max: 1,
    default: 0.1,
  } satisfies NumberSpec,
} as const

export interface DpUcbState extends RoundCounts {
  counters: BinaryCounter[]
  /** Noisy sum of all the arm's rewards. */
  noisySum: number[]
}

/** γ₀ = ln² T · ln(K T ln T / γ) / ε', where ε' is the budget of one counter. */
export function noiseBound(budget: number, horizon: number, armCount: number, failure: number): number {
  const log = Math.log(horizon)
  return (log ** 2 * Math.log((armCount * horizon * log) / failure)) / budget
}

/** mean + √(2 ln t / n) + γ₀ / n, with `level` = 2 ln t. */
export function dpUcbIndex(noisySum: number, n: number, level: number, bound: number): number {
  return (noisySum + bound) / n + Math.sqrt(level / n)
}

function create({ epsilon, horizon, budget, failure }: ParameterValues<typeof parameters>): AlgorithmBody<DpUcbState> {
  const levels = counterLevels(horizon)
  const splitBudget = (armCount: number): number => (budget === "split" ? epsilon / armCount : epsilon)
  const bounds = new Map<number, number>()

  function findBound(armCount: number): number {
    let bound = bounds.get(armCount)
    if (bound === undefined) {
      bound = noiseBound(splitBudget(armCount), horizon, armCount, failure)
      bounds.set(armCount, bound)
    }
    return bound
  }

  function add(state: DpUcbState, arm: number, reward: number, random: Random): void {
    // Rounded up: never less noise than the counter's budget needs.
    const scale = divideUp(levels, splitBudget(state.decided.length))
    state.noisySum[arm] = addToCounter(state.counters[arm], state.rewarded[arm], reward, scale, random)
    countRewards(state, arm, 1)
  }

  /** The whole counter, reserved with its first reward: it never takes more than `horizon`. */
  const reservation = (arm: number, armCount: number): Release => ({
    arm,
    block: 0,
    count: horizon,
    mechanism: "pure",
    epsilon: splitBudget(armCount),
  })

  const algorithm: AlgorithmBody<DpUcbState> = {
    start(armCount) {
      checkHorizon(horizon, armCount)
      return Object.assign(startRounds(armCount), {
        counters: Array.from({ length: armCount }, (): BinaryCounter => ({ exact: [], noisy: [] })),
        noisySum: fractions(armCount),
      })
    },

    choose(state, random, excluded) {
      checkRound(state, horizon, excluded)
      const untried = nextUntried(state, state.rewarded, excluded)
      if (untried >= 0) return decide(state, untried)
      const { noisySum, rewarded } = state
      const level = 2 * Math.log(state.round + 1)
      const bound = findBound(rewarded.length)
      const computeIndex = (arm: number) => dpUcbIndex(noisySum[arm], rewarded[arm], level, bound)
      return decide(state, findLargestIndex(rewarded, excluded, computeIndex, random))
    },

    observe(state, arm, reward, random, pull) {
      checkArm(arm, state.decided.length)
      checkReward(reward)
      checkRewardCount(state, arm, 1, horizon)
      checkDecidedPull(state, arm, pull)
      add(state, arm, reward, random)
    },

    observeMany(state, arm, count, sum, random) {
      checkArm(arm, state.decided.length)
      checkRewardSum(count, sum)
      checkRewardCount(state, arm, count, horizon)
      if (count > 1)
        throw new ArmisticeError(
          "invalid_state",
          `count must be 1, since every reward is a block of its own, got ${count}`,
        )
      add(state, arm, sum, random)
    },

    laws: () => ({ kind: "plain" }),

    // With "split", too, a reward is in one arm's counter only: less than the 2015 promise.
    guarantee(armCount): Guarantee {
      const tight = pureGuarantee(splitBudget(armCount))
      return { ...tight, published: computePureEta(epsilon), tight: tight.eta ?? 0 }
    },

    releases(state) {
      const list: Release[] = []
      for (let arm = 0; arm < state.rewarded.length; arm++)
        if (state.rewarded[arm] > 0) list.push(reservation(arm, state.rewarded.length))
      return list
    },

    nextReleases(state, arm, pull) {
      checkArm(arm, state.decided.length)
      checkDecidedPull(state, arm, pull)
      return state.rewarded[arm] > 0 ? [] : [reservation(arm, state.rewarded.length)]
    },
  }
  if (budget === "split") return algorithm
  return {
    ...algorithm,
    addArm(state) {
      for (const list of [state.decided, state.rewarded, state.noisySum]) list.push(0)
      state.counters.push({ exact: [], noisy: [] })
    },
  }
}

export const dpUcb = defineAlgorithm(create, {
  name: "dp-ucb",
  label: "DP-UCB",
  about: "UCB on noisy running sums kept by a tree per arm; the historical baseline, with much noise and regret.",
  source: "Mishra, Thakurta (UAI 2015), private UCB",
  parameters,
  example: { epsilon: 1, horizon: 63 },
  live: {
    noise: null,
    whyNot: "its counters keep exact partial sums that later noise is added to",
  },
  charged:
    "DP-UCB is charged more than it loses: its guarantee is that of any pure mechanism (η = 1.23 at ε = 1), while the Laplace nodes that hold one reward lose about 0.4 together; at equal η it is more private than the others.",
  calibrate: (eta) => largestEpsilon(eta, findPureEpsilon, computePureEta),
})
