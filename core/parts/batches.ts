// Rewards gathered in batches that are used once: the bookkeeping under every algorithm that forgets or releases by batch.
// A reward's batch is fixed by its pull number when it is decided, so rewards may come late and out of order. A batch
// closes when all its rewards are in, in order; each reward therefore enters exactly one release.

import { ArmisticeError } from "../errors.ts"
import { countRewards, fractions, type RoundCounts, startRounds, zeros } from "./rounds.ts"

export interface Batches extends RoundCounts {
  /** Batches closed per arm: the open batch has this number. */
  closed: number[]
  /** First pull of the open batch, and its size. */
  opensAt: number[]
  size: number[]
  /** Rewards of the open batch that are in, and their sum. */
  received: number[]
  sum: number[]
  /** Rewards that came early, for batches that are not open yet. Empty unless rewards overtake each other. */
  ahead: { arm: number; batch: number; count: number; sum: number }[]
}

/** Size of batch number `batch` (from 0) of an arm. Must depend on public things only. */
export type BatchSize = (batch: number) => number

/** What to do with a full batch: called once per batch, in order, after `closed` has moved on. */
export type CloseBatch = (arm: number, batch: number, count: number, sum: number) => void

export function startBatches(armCount: number, sizeOf: BatchSize): Batches {
  // Not a spread: objects made by spreading get a hidden class each, which makes every access to a state slow.
  return Object.assign(startRounds(armCount), {
    closed: zeros(armCount),
    opensAt: zeros(armCount),
    size: zeros(armCount).fill(sizeOf(0)),
    received: zeros(armCount),
    sum: fractions(armCount),
    ahead: [],
  })
}

export function addArmToBatches(state: Batches, sizeOf: BatchSize): void {
  for (const list of [state.decided, state.rewarded, state.closed, state.opensAt, state.received, state.sum])
    list.push(0)
  state.size.push(sizeOf(0))
}

/** Pulls that the open batch of `arm` still lacks when every decision so far has its reward. */
export function roomInBatch(state: Batches, arm: number): number {
  return state.size[arm] - state.received[arm]
}

/** The number of the batch that pull `pull` of `arm` belongs to. */
function batchOfPull(state: Batches, arm: number, pull: number, sizeOf: BatchSize): number {
  if (!Number.isInteger(pull) || pull < state.opensAt[arm])
    throw new ArmisticeError(
      "invalid_state",
      `pull must be a whole number of at least ${state.opensAt[arm]} (earlier batches of arm ${arm} are closed), got ${pull}`,
    )
  let batch = state.closed[arm]
  let end = state.opensAt[arm] + state.size[arm]
  while (pull >= end) end += sizeOf(++batch)
  return batch
}

/**
 * Checks, before anything changes, that `count` rewards fit: without `pull` they fill the open batch in order; with it
 * (count 1) the reward goes to the batch its decision fixed. Returns that batch's number.
 */
export function checkBatchRoom(
  state: Batches,
  arm: number,
  count: number,
  pull: number | undefined,
  sizeOf: BatchSize,
): number {
  const batch = pull === undefined ? state.closed[arm] : batchOfPull(state, arm, pull, sizeOf)
  const early = batch === state.closed[arm] ? undefined : findAhead(state, arm, batch)
  const room = batch === state.closed[arm] ? roomInBatch(state, arm) : sizeOf(batch) - (early?.count ?? 0)
  if (count <= room) return batch
  throw new ArmisticeError(
    "invalid_state",
    `at most ${room} rewards can still go into batch ${batch} of arm ${arm}, got ${count}`,
  )
}

/** The common case, kept short: a reward that was decided, comes in order and closes nothing. False if it is not that. */
export function addInOrder(state: Batches, arm: number, reward: number, pull: number | undefined): boolean {
  const received = state.received[arm] + 1
  if (pull !== undefined || received >= state.size[arm] || state.rewarded[arm] >= state.decided[arm]) return false
  state.received[arm] = received
  state.sum[arm] += reward
  state.rewarded[arm] += 1
  return true
}

/** Adds rewards to the batch `checkBatchRoom` returned and closes what is full. */
export function addToBatch(
  state: Batches,
  arm: number,
  batch: number,
  count: number,
  sum: number,
  sizeOf: BatchSize,
  close: CloseBatch,
): void {
  countRewards(state, arm, count)
  if (batch !== state.closed[arm]) {
    const early = findAhead(state, arm, batch)
    if (early === undefined) state.ahead.push({ arm, batch, count, sum })
    else {
      early.count += count
      early.sum += sum
    }
    return
  }
  state.received[arm] += count
  state.sum[arm] += sum
  while (state.received[arm] === state.size[arm]) closeOpenBatch(state, arm, sizeOf, close)
}

function closeOpenBatch(state: Batches, arm: number, sizeOf: BatchSize, close: CloseBatch): void {
  const batch = state.closed[arm]
  const count = state.size[arm]
  const sum = state.sum[arm]
  state.closed[arm] = batch + 1
  state.opensAt[arm] += count
  state.size[arm] = sizeOf(batch + 1)
  const early = state.ahead.length === 0 ? undefined : findAhead(state, arm, batch + 1)
  state.received[arm] = early?.count ?? 0
  state.sum[arm] = early?.sum ?? 0
  if (early !== undefined) state.ahead.splice(state.ahead.indexOf(early), 1)
  close(arm, batch, count, sum)
}

/** The batches (number and size) that would close if one more reward came for `pull` of `arm`. */
export function batchesClosedBy(
  state: Batches,
  arm: number,
  pull: number | undefined,
  sizeOf: BatchSize,
): { batch: number; count: number }[] {
  const target = checkBatchRoom(state, arm, 1, pull, sizeOf)
  const closing: { batch: number; count: number }[] = []
  if (target !== state.closed[arm] || roomInBatch(state, arm) !== 1) return closing
  closing.push({ batch: target, count: state.size[arm] })
  for (let batch = target + 1; findAhead(state, arm, batch)?.count === sizeOf(batch); batch++)
    closing.push({ batch, count: sizeOf(batch) })
  return closing
}

function findAhead(state: Batches, arm: number, batch: number) {
  return state.ahead.find((early) => early.arm === arm && early.batch === batch)
}
