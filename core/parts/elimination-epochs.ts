// Bookkeeping of epochs in which every arm still in the race is pulled equally often. A reward
// joins the epoch under way when it is observed, or the next one if its arm has all rewards of this
// epoch, so late and missing rewards hold up no others.

import { ArmisticeError } from "../errors.ts"
import { checkDecidedPull } from "./decided-pull.ts"
import { countRewards, fractions, type RoundCounts, startRounds, zeros } from "./rounds.ts"

export interface EliminationEpochs extends RoundCounts {
  /** The number of the epoch, from 1, and how many arms began it. */
  epoch: number
  contenders: number
  /** The arms in the race, and how many they are; with one the race is over. */
  active: boolean[]
  remaining: number
  /** Per arm: rewards that this epoch needs, those that have joined, and their sum. */
  size: number[]
  received: number[]
  sum: number[]
  /** Rewards that have joined the next epoch. */
  nextReceived: number[]
  nextSum: number[]
  /** Decisions that expired without an answer. */
  silent: number[]
  /** The first pull whose reward may join; earlier ones belong to the state it was copied from. */
  joinsFrom: number[]
  /** Where the turn stands. */
  turn: number
}

export function startEpochs(armCount: number): EliminationEpochs {
  return Object.assign(startRounds(armCount), {
    epoch: 0,
    contenders: armCount,
    active: new Array<boolean>(armCount).fill(true),
    remaining: armCount,
    size: zeros(armCount),
    received: zeros(armCount),
    sum: fractions(armCount),
    nextReceived: zeros(armCount),
    nextSum: fractions(armCount),
    silent: zeros(armCount),
    joinsFrom: zeros(armCount),
    turn: 0,
  })
}

export const isOver = (state: EliminationEpochs): boolean => state.remaining <= 1

/** Begins the next epoch with `pulls` rewards per active arm, or as many as joined it already. */
export function openEpoch(state: EliminationEpochs, pulls: number): void {
  state.epoch += 1
  state.contenders = state.remaining
  for (let arm = 0; arm < state.active.length; arm++) {
    if (!state.active[arm]) continue
    state.size[arm] = Math.max(pulls, state.nextReceived[arm])
    state.received[arm] = state.nextReceived[arm]
    state.sum[arm] = state.nextSum[arm]
    state.nextReceived[arm] = 0
    state.nextSum[arm] = 0
  }
}

/** The arm leaves the race. Its rewards are dropped, and so are those of a last arm. */
export function dropArm(state: EliminationEpochs, arm: number): void {
  if (!state.active[arm]) return
  state.active[arm] = false
  state.remaining -= 1
  forget(state, arm)
  if (isOver(state)) for (let last = 0; last < state.active.length; last++) forget(state, last)
}

function forget(state: EliminationEpochs, arm: number): void {
  for (const list of [state.size, state.received, state.sum, state.nextReceived, state.nextSum]) list[arm] = 0
}

/** Decisions that the epoch still needs from `arm` if all that are under way are answered. */
export function lackingDecisions(state: EliminationEpochs, arm: number): number {
  const underWay = state.decided[arm] - state.rewarded[arm] - state.silent[arm]
  return state.size[arm] - state.received[arm] - underWay
}

/** The next active, allowed arm that lacks decisions, else one that does not; -1: none. */
export function nextInTurn(state: EliminationEpochs, excluded?: ReadonlySet<number>): number {
  const armCount = state.active.length
  let spare = -1
  for (let step = 0, arm = state.turn; step < armCount; step++, arm++) {
    if (arm >= armCount) arm -= armCount
    if (!state.active[arm] || excluded?.has(arm) === true) continue
    if (lackingDecisions(state, arm) > 0) return arm
    if (spare < 0) spare = arm
  }
  return spare
}

/** Where an arm's rewards go; those of an arm that is out of the race are not used. */
export type JoinedEpoch = "this epoch" | "next epoch" | "unused"

/** Checks, before anything changes, that `count` rewards fit into one epoch. */
export function epochToJoin(
  state: EliminationEpochs,
  arm: number,
  count: number,
  pull: number | undefined,
): JoinedEpoch {
  checkDecidedPull(state, arm, pull)
  const isUsed = state.active[arm] && !isOver(state)
  if (!isUsed) return "unused"
  const room = state.size[arm] - state.received[arm]
  if (room === 0) return "next epoch"
  if (count <= room) return "this epoch"
  throw new ArmisticeError(
    "invalid_state",
    `at most ${room} rewards can still go into epoch ${state.epoch} of arm ${arm}, got ${count}`,
  )
}

export function addToEpoch(
  state: EliminationEpochs,
  arm: number,
  count: number,
  sum: number,
  joined: JoinedEpoch,
): void {
  countRewards(state, arm, count)
  if (joined === "this epoch") {
    state.received[arm] += count
    state.sum[arm] += sum
  } else if (joined === "next epoch") {
    state.nextReceived[arm] += count
    state.nextSum[arm] += sum
  }
}

/** Whether every active arm has all rewards of the epoch, with one more of `arm` if it joins. */
export function isEpochFull(state: EliminationEpochs, arm = -1, joined: JoinedEpoch = "unused"): boolean {
  if (isOver(state)) return false
  for (let other = 0; other < state.active.length; other++) {
    if (!state.active[other]) continue
    const more = other === arm && joined === "this epoch" ? 1 : 0
    if (state.received[other] + more < state.size[other]) return false
  }
  return true
}
