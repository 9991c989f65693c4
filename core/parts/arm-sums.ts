// Rewards counted and summed per arm: the bookkeeping under every algorithm that judges an arm by
// all its rewards. A sum does not depend on the order of its rewards, so they may come late and out
// of order.

import { checkArm, checkReward, checkRewardSum } from "../errors.ts"
import { checkDecidedPull } from "./decided-pull.ts"
import { checkRewardCount, countRewards, fractions, type RoundCounts, startRounds } from "./rounds.ts"

export interface ArmSums extends RoundCounts {
  /** Sum of the rewards received per arm. */
  sums: number[]
}

export function startSums(armCount: number): ArmSums {
  // Not an object spread, which gives every state a hidden class of its own, and slows access.
  return Object.assign(startRounds(armCount), { sums: fractions(armCount) })
}

export function addArmToSums(state: ArmSums): void {
  for (const list of [state.decided, state.rewarded, state.sums]) list.push(0)
}

/** Whether this reward may be taken. Call before anything changes. */
export function checkOneReward(
  state: RoundCounts,
  arm: number,
  reward: number,
  pull: number | undefined,
  horizon: number,
): void {
  checkArm(arm, state.decided.length)
  checkReward(reward)
  checkDecidedPull(state, arm, pull)
  checkRewardCount(state, arm, 1, horizon)
}

/** Whether `count` rewards with this sum may be taken. Call before anything changes. */
export function checkManyRewards(state: ArmSums, arm: number, count: number, sum: number, horizon: number): void {
  checkArm(arm, state.decided.length)
  checkRewardSum(count, sum)
  checkRewardCount(state, arm, count, horizon)
}

/** Adds rewards that were checked. */
export function addRewards(state: ArmSums, arm: number, count: number, sum: number): void {
  countRewards(state, arm, count)
  state.sums[arm] += sum
}

/** The common case, kept short: a valid reward of a decision. If false, nothing has changed. */
export function addDecided(state: ArmSums, arm: number, reward: number): boolean {
  const { decided, rewarded, sums } = state
  const given = rewarded[arm]
  if (!(typeof arm === "number" && given < decided[arm] && typeof reward === "number" && reward >= 0 && reward <= 1))
    return false
  rewarded[arm] = given + 1
  sums[arm] += reward
  return true
}
