// Rewards gathered in batches that are used once: the bookkeeping under every algorithm that
// forgets or releases by batch. A reward joins the open batch of its arm when it is observed, so
// rewards may come late, out of order or never, and none holds up the others. A batch closes when
// its planned number of rewards has joined; each reward therefore enters exactly one release.

import type { Algorithm } from "../algorithm.ts"
import { ArmisticeError, checkArm, checkReward, checkRewardSum } from "../errors.ts"
import type { Release } from "../privacy/release.ts"
import type { Random } from "../random/random.ts"
import { checkDecidedPull } from "./decided-pull.ts"
import { countRewards, fractions, type RoundCounts, startRounds, zeros } from "./rounds.ts"

export interface Batches extends RoundCounts {
  /** Batches closed per arm: the open batch has this number. */
  closed: number[]
  /** Size of the open batch, the rewards that have joined it, and their sum. */
  size: number[]
  received: number[]
  sum: number[]
  /** The first pull whose reward may join; earlier ones belong to the state it was copied from. */
  joinsFrom: number[]
}

/** Size of batch number `batch` (from 0) of an arm. Must depend on public things only. */
export type BatchSize = (batch: number) => number

/** The handler of a full batch: called once per batch, in order, after `closed` has moved on. */
export type CloseBatch = (arm: number, batch: number, count: number, sum: number) => void

export function startBatches(armCount: number, sizeBatch: BatchSize): Batches {
  // Not a spread, which gives every state a hidden class of its own, and slows access down.
  return Object.assign(startRounds(armCount), {
    closed: zeros(armCount),
    size: zeros(armCount).fill(sizeBatch(0)),
    received: zeros(armCount),
    sum: fractions(armCount),
    joinsFrom: zeros(armCount),
  })
}

export function addArmToBatches(state: Batches, sizeBatch: BatchSize): void {
  for (const list of [state.decided, state.rewarded, state.closed, state.received, state.sum, state.joinsFrom])
    list.push(0)
  state.size.push(sizeBatch(0))
}

/** Rewards that the open batch of `arm` still lacks. */
export function roomInBatch(state: Pick<Batches, "size" | "received">, arm: number): number {
  return state.size[arm] - state.received[arm]
}

/** Checks, before anything changes, that `count` rewards fit into the open batch. */
export function checkBatchRoom(state: Batches, arm: number, count: number): void {
  const room = roomInBatch(state, arm)
  if (count <= room) return
  throw new ArmisticeError(
    "invalid_state",
    `at most ${room} rewards can still go into batch ${state.closed[arm]} of arm ${arm}, got ${count}`,
  )
}

/** The common case, kept short: a decided reward that closes nothing. If false, nothing changed. */
export function addInOrder(state: Batches, arm: number, reward: number, pull: number | undefined): boolean {
  const received = state.received[arm] + 1
  if (pull !== undefined || received >= state.size[arm] || state.rewarded[arm] >= state.decided[arm]) return false
  state.received[arm] = received
  state.sum[arm] += reward
  state.rewarded[arm] += 1
  return true
}

/** Adds rewards to the open batch, for which there is room, and closes it if it is full. */
export function addToBatch(
  state: Batches,
  arm: number,
  count: number,
  sum: number,
  sizeBatch: BatchSize,
  close: CloseBatch,
): void {
  countRewards(state, arm, count)
  state.received[arm] += count
  state.sum[arm] += sum
  if (state.received[arm] < state.size[arm]) return
  const batch = state.closed[arm]
  const size = state.size[arm]
  const total = state.sum[arm]
  state.closed[arm] = batch + 1
  state.size[arm] = sizeBatch(batch + 1)
  state.received[arm] = 0
  state.sum[arm] = 0
  close(arm, batch, size, total)
}

/**
 * Observing and releasing by batch. `add` checks that checked rewards fit and joins them to the
 * open batch; each batch is one release.
 */
export function createBatchMethods<State extends Batches>(
  add: (state: State, arm: number, count: number, sum: number, random: Random, pull: number | undefined) => void,
  createRelease: (arm: number, batch: number) => Release,
): Pick<Algorithm<State>, "observe" | "observeMany" | "releases" | "nextReleases"> {
  return {
    observe(state, arm, reward, random, pull) {
      checkArm(arm, state.decided.length)
      checkReward(reward)
      if (!addInOrder(state, arm, reward, pull)) add(state, arm, 1, reward, random, pull)
    },

    observeMany(state, arm, count, sum, random) {
      checkArm(arm, state.decided.length)
      checkRewardSum(count, sum)
      add(state, arm, count, sum, random, undefined)
    },

    releases(state) {
      const list: Release[] = []
      for (let arm = 0; arm < state.closed.length; arm++)
        for (let batch = 0; batch < state.closed[arm]; batch++) list.push(createRelease(arm, batch))
      return list
    },

    nextReleases(state, arm, pull) {
      checkArm(arm, state.decided.length)
      checkDecidedPull(state, arm, pull)
      return roomInBatch(state, arm) === 1 ? [createRelease(arm, state.closed[arm])] : []
    },
  }
}
