// Gaussian Thompson sampling by epochs with a budget of draws: what DP-TS-UCB and its calibrated
// form share. An arm's epoch mean is fixed while the next epoch's rewards are gathered; each round
// takes one draw around it until the epoch's budget is spent, and then reuses the largest. A reward
// is in one epoch mean only, so its loss is that of this epoch's draws.

import type { Algorithm } from "../algorithm.ts"
import type { Release } from "../privacy/release.ts"
import type { Random } from "../random/random.ts"
import {
  addArmToBatches,
  addToBatch,
  type Batches,
  checkBatchRoom,
  createBatchMethods,
  startBatches,
} from "./batches.ts"
import { checkDecidedPull } from "./decided-pull.ts"
import type { DrawPlan } from "./draw-schedule.ts"
import {
  checkHorizon,
  checkRewardCount,
  checkRound,
  decide,
  fractions,
  nextUnreleased,
  nextUntried,
  zeros,
} from "./rounds.ts"

export interface SampledEpochs extends Batches {
  /** Mean of the last closed epoch, and the standard deviation of a draw. */
  mean: number[]
  deviation: number[]
  /** Whole draws left in this epoch, and the largest so far (it starts at 0). */
  drawsLeft: number[]
  best: number[]
  /** Arms without a closed epoch: once it is 0, no round needs to look for one. */
  untried: number
}

/** Epoch 0 is the initial pull; epoch r ≥ 1 has 2^r rewards. */
export const epochSize = (epoch: number): number => 2 ** epoch

export function createSampledEpochs(
  horizon: number,
  planEpoch: (epoch: number) => DrawPlan,
): Omit<Algorithm<SampledEpochs>, "name" | "parameters" | "guarantee"> {
  // Planned when first needed: a plan may take milliseconds, and it never changes.
  const plans: DrawPlan[] = []
  const findPlan = (epoch: number): DrawPlan => {
    plans[epoch] ??= planEpoch(epoch)
    return plans[epoch]
  }

  function openEpoch(state: SampledEpochs, arm: number, epoch: number, count: number, sum: number): void {
    const { draws, spread } = findPlan(epoch)
    if (epoch === 0) state.untried -= 1
    state.mean[arm] = sum / count
    state.deviation[arm] = Math.sqrt(spread / count)
    state.drawsLeft[arm] = draws
    state.best[arm] = 0
  }

  function add(state: SampledEpochs, arm: number, count: number, sum: number, pull: number | undefined): void {
    checkDecidedPull(state, arm, pull)
    checkRewardCount(state, arm, count, horizon)
    checkBatchRoom(state, arm, count)
    addToBatch(state, arm, count, sum, epochSize, (a, epoch, n, total) => openEpoch(state, a, epoch, n, total))
  }

  /** All draws an epoch may take, reserved when it opens. */
  const reservation = (arm: number, epoch: number): Release => ({
    arm,
    block: epoch,
    count: epochSize(epoch),
    mechanism: "gaussian",
    eta: findPlan(epoch).eta,
  })

  return {
    ...createBatchMethods<SampledEpochs>(
      (state, arm, count, sum, _random, pull) => add(state, arm, count, sum, pull),
      reservation,
    ),

    start(armCount) {
      checkHorizon(horizon, armCount)
      return Object.assign(startBatches(armCount, epochSize), {
        mean: fractions(armCount),
        deviation: fractions(armCount),
        drawsLeft: zeros(armCount),
        best: fractions(armCount),
        untried: armCount,
      })
    },

    choose(state, random, excluded) {
      checkRound(state, horizon, excluded)
      const untried = state.untried > 0 ? nextUnreleased(state, state.closed, epochSize(0), excluded) : -1
      return decide(state, untried >= 0 ? untried : pickLargestModel(state, random, excluded))
    },

    laws(state) {
      const untried = nextUntried(state, state.closed)
      if (untried >= 0) return { kind: "batch", arms: [untried], pulls: 1 }
      const pullsLeft = state.size.slice()
      for (let arm = 0; arm < pullsLeft.length; arm++) pullsLeft[arm] -= state.received[arm]
      return {
        kind: "drawn",
        family: "gaussian",
        first: state.mean,
        second: state.deviation,
        pullsLeft,
        drawsLeft: state.drawsLeft,
        best: state.best,
      }
    },

    addArm(state) {
      addArmToBatches(state, epochSize)
      for (const list of [state.mean, state.deviation, state.drawsLeft, state.best]) list.push(0)
      state.untried += 1
    },
  }
}

/**
 * The arm with the largest model, the first of equals. A model is a fresh draw while the budget
 * lasts, and then the best of the epoch's draws.
 */
function pickLargestModel(state: SampledEpochs, random: Random, excluded: ReadonlySet<number> | undefined): number {
  const { mean, deviation, drawsLeft, best, closed, untried } = state
  let chosen = -1
  let largest = Number.NEGATIVE_INFINITY
  for (let arm = 0; arm < mean.length; arm++) {
    if (excluded?.has(arm) === true || (untried > 0 && closed[arm] === 0)) continue
    let model = best[arm]
    if (drawsLeft[arm] >= 1) {
      // Times 1: an engine that has not compiled the draw itself then still knows that it is a
      // number, and puts none of them in a box.
      model = 1 * random.gaussianAround(mean[arm], deviation[arm])
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
