// DP-TS-UCB (Hu, Huang, Zhang, Lécuyer, Hegde, ICML 2025, Algorithm 1): Gaussian Thompson sampling with a budget of draws
// per epoch, whose largest draw is reused once the budget is spent. Guarantee: √(⌊φ⌋ / ln^α T)-GDP (dp-ts-ucb.md).

import type { Algorithm, AlgorithmEntry } from "../algorithm.ts"
import { addArmToBatches, addToBatch, batchesClosedBy, type Batches, checkBatchRoom, startBatches } from "../batches.ts"
import { checkArm, checkReward, checkRewardSum } from "../errors.ts"
import { checkParameters, horizonSpec, type ParametersOf } from "../parameters.ts"
import type { Guarantee } from "../privacy/guarantee.ts"
import type { Release } from "../privacy/release.ts"
import { roundUp } from "../privacy/rounding.ts"
import type { Random } from "../random/random.ts"
import { checkHorizon, checkRewardCount, checkRound, decide, nextUntried, zeros } from "../rounds.ts"

const parameters = {
  alpha: { kind: "number", about: "trade-off: 0 is least private and least regret, 1 most private", min: 0, max: 1 },
  horizon: horizonSpec,
} as const

export interface DpTsUcbState extends Batches {
  /** Mean of the last closed epoch, and the standard deviation of a draw. */
  mean: number[]
  deviation: number[]
  /** Whole draws left in this epoch, and the largest so far (the algorithm starts it at 0). */
  drawsLeft: number[]
  best: number[]
}

/** The paper's c₀ = √(2πe). */
const c0 = Math.sqrt(2 * Math.PI * Math.E)

/** The sampling budget φ = c₀ T^((1-α)/2) ln^((3-α)/2) T, a real number: ⌊φ⌋ draws pass the test h ≥ 1. */
export function samplingBudget(alpha: number, horizon: number): number {
  return c0 * horizon ** ((1 - alpha) / 2) * Math.log(horizon) ** ((3 - alpha) / 2)
}

/** Epoch 0 is the initial pull; epoch r ≥ 1 has 2^r rewards. */
const epochSize = (epoch: number): number => 2 ** epoch

function create({ alpha, horizon }: ParametersOf<typeof parameters>): Algorithm<DpTsUcbState> {
  const budget = samplingBudget(alpha, horizon)
  const draws = Math.floor(budget)
  const spread = Math.log(horizon) ** alpha

  function openEpoch(state: DpTsUcbState, arm: number, count: number, sum: number): void {
    state.mean[arm] = sum / count
    state.deviation[arm] = Math.sqrt(spread / count)
    state.drawsLeft[arm] = draws
    state.best[arm] = 0
  }

  function add(state: DpTsUcbState, arm: number, count: number, sum: number, pull: number | undefined): void {
    checkRewardCount(state, arm, count, horizon)
    const epoch = checkBatchRoom(state, arm, count, pull, epochSize)
    addToBatch(state, arm, epoch, count, sum, epochSize, (a, _epoch, n, total) => openEpoch(state, a, n, total))
  }

  /** All draws of an epoch of `count` rewards, reserved when it opens: √(⌊φ⌋ / (count · ln^α T)). */
  const reservation = (arm: number, block: number, count: number): Release => ({
    arm,
    block,
    count,
    mechanism: "gaussian",
    eta: roundUp(Math.sqrt(draws / (count * spread))),
  })

  return {
    name: "dp-ts-ucb",
    parameters: { alpha, horizon },

    start(armCount) {
      checkHorizon(horizon, armCount)
      return {
        ...startBatches(armCount, epochSize),
        mean: zeros(armCount),
        deviation: zeros(armCount),
        drawsLeft: zeros(armCount),
        best: zeros(armCount),
      }
    },

    choose(state, random, excluded) {
      checkRound(state, horizon, excluded)
      const untried = nextUntried(state, state.closed, excluded)
      if (untried >= 0) return decide(state, untried)
      return decide(state, largestModel(state, random, excluded))
    },

    observe(state, arm, reward, _random, pull) {
      checkArm(arm, state.decided.length)
      checkReward(reward)
      add(state, arm, 1, reward, pull)
    },

    observeMany(state, arm, count, sum) {
      checkArm(arm, state.decided.length)
      checkRewardSum(count, sum)
      add(state, arm, count, sum, undefined)
    },

    laws(state) {
      const untried = nextUntried(state, state.closed)
      if (untried >= 0) return { kind: "batch", arms: [untried], pulls: 1 }
      return {
        kind: "drawn",
        family: "gaussian",
        first: state.mean,
        second: state.deviation,
        pullsLeft: state.size.map((size, arm) => size - state.received[arm]),
        drawsLeft: state.drawsLeft,
        best: state.best,
      }
    },

    guarantee: (): Guarantee => {
      const tight = roundUp(Math.sqrt(draws / spread))
      const perRecord = []
      for (let rewards = 1; rewards <= horizon; rewards *= 2)
        perRecord.push({ rewards, eta: roundUp(Math.sqrt(draws / (rewards * spread))) })
      return { kind: "gdp", eta: tight, published: roundUp(Math.sqrt((2 * budget) / spread)), tight, perRecord }
    },

    releases(state) {
      const list: Release[] = []
      for (let arm = 0; arm < state.closed.length; arm++)
        for (let epoch = 0; epoch < state.closed[arm]; epoch++) list.push(reservation(arm, epoch, epochSize(epoch)))
      return list
    },

    nextReleases: (state, arm, pull) =>
      batchesClosedBy(state, arm, pull, epochSize).map(({ batch, count }) => reservation(arm, batch, count)),

    addArm(state) {
      addArmToBatches(state, epochSize)
      for (const list of [state.mean, state.deviation, state.drawsLeft, state.best]) list.push(0)
    },
  }
}

/** Lines 4 to 12: a fresh draw while the budget lasts, else the best of the epoch's draws; the largest is pulled. */
function largestModel(state: DpTsUcbState, random: Random, excluded: ReadonlySet<number> | undefined): number {
  const { mean, deviation, drawsLeft, best } = state
  let chosen = -1
  let largest = Number.NEGATIVE_INFINITY
  for (let arm = 0; arm < mean.length; arm++) {
    if (excluded?.has(arm) === true) continue
    let model = best[arm]
    if (drawsLeft[arm] >= 1) {
      model = mean[arm] + deviation[arm] * random.gaussian()
      drawsLeft[arm] -= 1
      if (model > best[arm]) best[arm] = model
    }
    if (model > largest) {
      largest = model
      chosen = arm
    }
  }
  return chosen
}

/** The trade-off parameter whose tight guarantee is at most `eta`, or null if even alpha = 1 loses more. */
function calibrate(eta: number, { horizon }: { readonly horizon: number }) {
  const loss = (alpha: number) =>
    roundUp(Math.sqrt(Math.floor(samplingBudget(alpha, horizon)) / Math.log(horizon) ** alpha))
  if (loss(1) > eta) return null
  if (loss(0) <= eta) return { alpha: 0 }
  let low = 0
  let high = 1
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (loss(middle) <= eta) high = middle
    else low = middle
  }
  return { alpha: high }
}

export const dpTsUcb: AlgorithmEntry = {
  name: "dp-ts-ucb",
  label: "DP-TS-UCB",
  about: "Gaussian Thompson sampling with a budget of draws per epoch; its own noise is the privacy.",
  source: "Hu, Huang, Zhang, Lécuyer, Hegde (ICML 2025), Algorithm 1",
  parameters,
  create: (given) => create(checkParameters("dp-ts-ucb", parameters, given)) as Algorithm,
  calibrate,
}
