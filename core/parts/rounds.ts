// Counting rounds, decisions and rewards: shared by every algorithm, so that late and unasked-for
// rewards are treated alike.

import type { AlgorithmState } from "../algorithm.ts"
import { ArmisticeError, checkArmCount, requireParameter } from "../errors.ts"

export interface RoundCounts extends AlgorithmState {
  /** Rewards received per arm. */
  rewarded: number[]
}

export function zeros(length: number): number[] {
  // Not a filled array: engines would look for holes in it with every access.
  const list: number[] = []
  for (let index = 0; index < length; index++) list.push(0)
  return list
}

/** Zeros for fractions, which engines keep apart from whole numbers: mixed lists are slower. */
export function fractions(length: number): number[] {
  const list: number[] = []
  for (let index = 0; index < length; index++) list.push(0.5)
  return list.fill(0)
}

export function startRounds(armCount: number): RoundCounts {
  checkArmCount(armCount)
  return { round: 0, decided: zeros(armCount), rewarded: zeros(armCount) }
}

/** The rounds must leave each arm at least one pull. */
export function checkHorizon(horizon: number, armCount: number): void {
  checkArmCount(armCount)
  requireParameter(horizon >= armCount, `horizon must be at least the number of arms, ${armCount}`, horizon)
}

/** Refuses a round beyond the horizon, or without an arm to choose, before anything changes. */
export function checkRound(state: RoundCounts, horizon: number, excluded: ReadonlySet<number> | undefined): void {
  if (state.round >= horizon)
    throw new ArmisticeError("horizon_reached", `at most ${horizon} rounds can be decided, and all of them have been`)
  if (excluded === undefined) return
  for (let arm = 0; arm < state.decided.length; arm++) if (!excluded.has(arm)) return
  throw new ArmisticeError("no_arm_available", `at least one of the ${state.decided.length} arms must not be excluded`)
}

/** Notes the decision of one round for `arm` and returns the arm. */
export function decide(state: RoundCounts, arm: number): number {
  state.round += 1
  state.decided[arm] += 1
  return arm
}

/** Rewards without a decision count as decisions, which must fit. Call before anything changes. */
export function checkRewardCount(state: RoundCounts, arm: number, count: number, horizon: number): void {
  const unasked = state.rewarded[arm] + count - state.decided[arm]
  if (unasked > 0 && state.round + unasked > horizon)
    throw new ArmisticeError("horizon_reached", `at most ${horizon} rounds can be decided, and all of them have been`)
}

/** Notes rewards of `arm`, and decides those without a decision, whose number it returns. */
export function countRewards(state: RoundCounts, arm: number, count: number): number {
  state.rewarded[arm] += count
  const unasked = state.rewarded[arm] - state.decided[arm]
  if (unasked <= 0) return 0
  state.decided[arm] += unasked
  state.round += unasked
  return unasked
}

/**
 * The arm to pull while some arms have no usable reward yet: of those the one decided least often,
 * the first of equals;
 * -1 if every arm that may be chosen has one.
 */
export function nextUntried(state: RoundCounts, hasReward: readonly number[], excluded?: ReadonlySet<number>): number {
  let next = -1
  for (let arm = 0; arm < hasReward.length; arm++) {
    if (hasReward[arm] > 0 || excluded?.has(arm) === true) continue
    if (next < 0 || state.decided[arm] < state.decided[next]) next = arm
  }
  return next
}

/**
 * The arm to pull while some arms have no release: of those the one decided least often; -1 if arms
 * are to be compared. An arm is always taken until it has the decisions of a first batch. After
 * that arms without a release get an even share of the rounds, so that an arm whose answers are
 * late, or never come, does not get all of them.
 */
export function nextUnreleased(
  state: RoundCounts,
  closed: readonly number[],
  firstBatch: number,
  excluded?: ReadonlySet<number>,
): number {
  const { decided, round } = state
  let next = -1
  let waiting = 0
  let allowed = 0
  for (let arm = 0; arm < closed.length; arm++) {
    if (excluded?.has(arm) === true) continue
    allowed += 1
    if (closed[arm] > 0) continue
    waiting += 1
    if (next < 0 || decided[arm] < decided[next]) next = arm
  }
  if (next < 0 || decided[next] < firstBatch || waiting === allowed || round % allowed < waiting) return next
  return -1
}
