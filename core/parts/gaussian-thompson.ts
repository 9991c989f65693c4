// Thompson sampling with Gaussian posteriors, the body of ts-gaussian and m-ts-gaussian: after its
// pre-pulls every arm draws N(sum / (k + prior), scale / (k + prior)) in every round, and the
// largest draw is pulled. Privacy: m-ts-gaussian.md.

import type { AlgorithmBody } from "../algorithm.ts"
import { checkArm, requireParameter } from "../errors.ts"
import type { Guarantee } from "../privacy/guarantee.ts"
import type { Release } from "../privacy/release.ts"
import { roundUp } from "../privacy/rounding.ts"
import type { Random } from "../random/random.ts"
import { type ArmSums, addArmToSums, addRewards, checkManyRewards, checkOneReward, startSums } from "./arm-sums.ts"
import { checkDecidedPull } from "./decided-pull.ts"
import { checkHorizon, checkRound, decide, fractions, zeros } from "./rounds.ts"

/** Why neither of the two runs live. */
export const notLive = {
  noise: null,
  whyNot:
    "every draw is around the exact mean of all rewards so far: there is no batch to join, and a copy would draw around the same means again",
} as const

export interface GaussianThompsonRule {
  readonly horizon: number
  /** Pulls of each arm before any draw. At least 1 where prior is 0. */
  readonly prePulls: number
  /** Imagined rewards of 0 in every mean: 1 in the sources ("ou"), 0 in the variant "paper". */
  readonly prior: 0 | 1
  readonly scale: number
  guarantee(armCount: number): Guarantee
}

export interface GaussianThompsonState extends ArmSums {
  /** Mean and standard deviation of the next draw, kept because they change only with a reward. */
  mean: number[]
  deviation: number[]
  /** Rounds decided when an arm was first drawn from, and rewards in the mean (0: not yet). */
  usableSince: number[]
  usableWith: number[]
}

export function createGaussianThompson(rule: GaussianThompsonRule): AlgorithmBody<GaussianThompsonState> {
  const { horizon, prePulls, prior, scale } = rule
  const needed = Math.max(prePulls, 1)

  function add(state: GaussianThompsonState, arm: number, count: number, sum: number): void {
    addRewards(state, arm, count, sum)
    const size = state.rewarded[arm] + prior
    state.mean[arm] = state.sums[arm] / size
    state.deviation[arm] = Math.sqrt(scale / size)
    if (state.usableWith[arm] === 0 && state.rewarded[arm] >= needed) {
      state.usableSince[arm] = state.round
      state.usableWith[arm] = state.rewarded[arm]
    }
  }

  /** Draws after round `since`, each of loss 1/√(scale·(k + prior)) or less, reserved at once. */
  const reservation = (arm: number, since: number, count: number): Release => ({
    arm,
    block: 0,
    count,
    mechanism: "gaussian",
    eta: roundUp(Math.sqrt((horizon - since) / (scale * (count + prior)))),
  })

  return {
    start(armCount) {
      checkPrePulls(prePulls, armCount, horizon)
      return Object.assign(startSums(armCount), {
        mean: fractions(armCount),
        deviation: fractions(armCount).fill(prior === 0 ? 0 : Math.sqrt(scale)),
        usableSince: zeros(armCount),
        usableWith: zeros(armCount),
      })
    },

    choose(state, random, excluded) {
      checkRound(state, horizon, excluded)
      const early = nextPrePull(state, prePulls, excluded)
      return decide(state, early >= 0 ? early : largestDraw(state, random, excluded))
    },

    observe(state, arm, reward, _random, pull) {
      checkOneReward(state, arm, reward, pull, horizon)
      add(state, arm, 1, reward)
    },

    observeMany(state, arm, count, sum) {
      checkManyRewards(state, arm, count, sum, horizon)
      add(state, arm, count, sum)
    },

    laws(state) {
      const early = nextPrePull(state, prePulls)
      if (early >= 0) return { kind: "batch", arms: [early], pulls: Math.max(1, prePulls - state.decided[early]) }
      return { kind: "posterior", family: "gaussian", counts: state.rewarded, sums: state.sums, prior, scale }
    },

    guarantee(armCount) {
      checkPrePulls(prePulls, armCount, horizon)
      return rule.guarantee(armCount)
    },

    releases(state) {
      const list: Release[] = []
      for (let arm = 0; arm < state.usableWith.length; arm++)
        if (state.usableWith[arm] > 0) list.push(reservation(arm, state.usableSince[arm], state.usableWith[arm]))
      return list
    },

    nextReleases(state, arm, pull) {
      checkArm(arm, state.decided.length)
      checkDecidedPull(state, arm, pull)
      const count = state.rewarded[arm] + 1
      if (state.usableWith[arm] > 0 || count < needed) return []
      return [reservation(arm, state.round + (count > state.decided[arm] ? 1 : 0), count)]
    },

    addArm(state) {
      addArmToSums(state)
      for (const list of [state.mean, state.usableSince, state.usableWith]) list.push(0)
      state.deviation.push(prior === 0 ? 0 : Math.sqrt(scale))
    },
  }
}

function checkPrePulls(prePulls: number, armCount: number, horizon: number): void {
  checkHorizon(horizon, armCount)
  const most = `prePulls times the number of arms must be at most the horizon, ${horizon}`
  requireParameter(prePulls * armCount <= horizon, most, `${prePulls} times ${armCount}`)
}

/**
 * The arm to pre-pull, or -1: the first that was decided too seldom; when only rewards are missing,
 * the one decided least often of those that lack some. No arm is drawn from with fewer than
 * `prePulls` rewards, which is what the proof needs.
 */
function nextPrePull(state: ArmSums, prePulls: number, excluded?: ReadonlySet<number>): number {
  const { decided, rewarded } = state
  let next = -1
  for (let arm = 0; arm < rewarded.length; arm++) {
    if (rewarded[arm] >= prePulls || excluded?.has(arm) === true) continue
    if (decided[arm] < prePulls) return arm
    if (next < 0 || decided[arm] < decided[next]) next = arm
  }
  return next
}

function largestDraw(state: GaussianThompsonState, random: Random, excluded: ReadonlySet<number> | undefined): number {
  const { mean, deviation } = state
  let chosen = -1
  let largest = Number.NEGATIVE_INFINITY
  for (let arm = 0; arm < mean.length; arm++) {
    if (excluded?.has(arm) === true) continue
    const draw = random.gaussianAround(mean[arm], deviation[arm])
    if (draw > largest) {
      largest = draw
      chosen = arm
    }
  }
  return chosen
}
