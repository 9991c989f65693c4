// One noisy release per batch: noise is added once to the sum of a full batch, the exact sum is
// dropped, and all that follows is a function of noisy sums. Each reward is in one batch, so it is
// in one release. The part that the algorithms share.

import type { Algorithm } from "../algorithm.ts"
import { ArmisticeError } from "../errors.ts"
import type { Release } from "../privacy/release.ts"
import { divideUp } from "../privacy/rounding.ts"
import type { Random } from "../random/random.ts"
import {
  addArmToBatches,
  addToBatch,
  type Batches,
  type BatchSize,
  type CloseBatch,
  checkBatchRoom,
  createBatchMethods,
  roomInBatch,
  startBatches,
} from "./batches.ts"
import { checkDecidedPull } from "./decided-pull.ts"
import { fractions, zeros } from "./rounds.ts"

export interface NoisyBatches extends Batches {
  /** The noisy sum in use, and the rewards behind it (0 until a batch of the arm is closed). */
  noisySum: number[]
  count: number[]
  /** Noisy sums added up with their weights, where the plan has weights. */
  weightedSum?: number[]
}

export interface BatchNoise {
  readonly sizeBatch: BatchSize
  /** "last": the last closed batch. "all": noisy sums of all closed batches are added up. */
  readonly uses: "last" | "all"
  /** Weight of a batch's noisy sum in `weightedSum`. Must depend on public things only. */
  readonly weighBatch?: (batch: number) => number
  /** The release of a batch, which sets its noise; a reward changes its sum by at most 1. */
  readonly release: Pick<Release, "mechanism" | "epsilon" | "eta">
}

type Shared = "sums" | "observe" | "observeMany" | "releases" | "nextReleases"

export function createNoisyBatches<State extends NoisyBatches>(
  plan: BatchNoise,
): Pick<Algorithm<State>, Shared> & { start(armCount: number): NoisyBatches; addArm(state: State): void } {
  const { sizeBatch, uses, weighBatch } = plan
  const addNoise = createNoise(plan.release)

  const closing =
    (state: State, random: Random): CloseBatch =>
    (arm, batch, size, exactSum) => {
      const noisySum = addNoise(exactSum, random)
      if (weighBatch !== undefined && state.weightedSum !== undefined)
        state.weightedSum[arm] += weighBatch(batch) * noisySum
      state.noisySum[arm] = uses === "all" ? state.noisySum[arm] + noisySum : noisySum
      state.count[arm] = uses === "all" ? state.count[arm] + size : size
    }

  function add(state: State, arm: number, count: number, sum: number, random: Random, pull: number | undefined): void {
    checkDecidedPull(state, arm, pull)
    checkBatchRoom(state, arm, count)
    // Most rewards close nothing, and then nothing is allocated.
    const closes = count === roomInBatch(state, arm)
    addToBatch(state, arm, count, sum, sizeBatch, closes ? closing(state, random) : closesNothing)
  }

  const createRelease = (arm: number, block: number): Release => ({
    arm,
    block,
    count: sizeBatch(block),
    ...plan.release,
  })

  return {
    ...createBatchMethods(add, createRelease),
    sums: weighBatch === undefined ? uses : "weighted",

    start(armCount) {
      const state = Object.assign(startBatches(armCount, sizeBatch), {
        noisySum: fractions(armCount),
        count: zeros(armCount),
      })
      return weighBatch === undefined ? state : Object.assign(state, { weightedSum: fractions(armCount) })
    },

    addArm(state) {
      addArmToBatches(state, sizeBatch)
      state.noisySum.push(0)
      state.count.push(0)
      state.weightedSum?.push(0)
    },
  }
}

const closesNothing: CloseBatch = () => {}

/** Batches of 1, 2, 4, 8, … rewards. */
export const doublingBatch = (batch: number): number => 2 ** batch

/** Laplace or Gaussian noise for this loss; its scale is rounded up, so never too little. */
function createNoise({ mechanism, eta, epsilon }: BatchNoise["release"]): (sum: number, random: Random) => number {
  if (mechanism === "gaussian" && eta !== undefined) {
    const deviation = divideUp(1, eta)
    return (sum, random) => random.gaussianAround(sum, deviation)
  }
  if (mechanism === "laplace" && epsilon !== undefined) {
    const scale = divideUp(1, epsilon)
    return (sum, random) => random.laplaceAround(sum, scale)
  }
  throw new ArmisticeError(
    "unknown_release",
    `a batch must be released with Gaussian or Laplace noise, got ${mechanism}`,
  )
}
