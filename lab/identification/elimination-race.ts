// The race that elimination algorithms share: in every look each arm left gets as many rewards,
// its sum is released, and arms that are surely worse leave. Sizes are fixed before the race.

import type { Laws, Random } from "@armistice/core"
import { invalidParameter } from "../check-parameters.ts"
import type { Identifier, IdentifierState } from "./identifier.ts"

/** The state of a race. */
export interface RaceState extends IdentifierState {
  active: boolean[]
  /** The running look, from 1, and the rewards that each arm gets in it. */
  look: number
  size: number
  /** The running look: decisions, rewards, and their sum (secret). */
  asked: number[]
  received: number[]
  sum: number[]
  turn: number
  /** Rewards that came when the arm's batch was full: they join the next looks (secret). */
  spare: number[][]
}

/** The parts in which elimination algorithms differ. */
export interface RaceRule<State extends RaceState> {
  begin(armCount: number): Omit<State, keyof RaceState>
  /** Rewards of each arm in a look that `remaining` of `armCount` arms take part in. */
  sizeLook(look: number, remaining: number, armCount: number): number
  /** Releases the sum of an arm's look. */
  release(state: State, arm: number, random: Random): void
  /** Arms that leave after the look; never all of them. */
  findLosers(state: State, arms: readonly number[]): readonly number[]
}

type RaceParts = "start" | "choose" | "observe" | "observeMany" | "room" | "laws"

export function createRace<State extends RaceState>(rule: RaceRule<State>): Pick<Identifier<State>, RaceParts> {
  const zeros = (count: number): number[] => new Array<number>(count).fill(0)

  function openLook(state: State, remaining: number): void {
    const armCount = state.active.length
    state.look += 1
    state.size = rule.sizeLook(state.look, remaining, armCount)
    state.turn = 0
    for (let arm = 0; arm < armCount; arm++) {
      const joining = state.active[arm] ? state.spare[arm].splice(0, state.size) : []
      state.received[arm] = joining.length
      state.asked[arm] = joining.length
      state.sum[arm] = joining.reduce((sum, reward) => sum + reward, 0)
    }
  }

  function closeLook(state: State, random: Random): void {
    const arms = listActive(state)
    for (const arm of arms) rule.release(state, arm, random)
    for (const arm of rule.findLosers(state, arms)) dropArm(state, arm)
    const left = listActive(state)
    if (left.length > 1) {
      openLook(state, left.length)
      return
    }
    state.answer = left[0]
    dropArm(state, left[0])
  }

  /** Takes an arm out of the race and forgets its rewards. */
  function dropArm(state: State, arm: number): void {
    state.active[arm] = false
    state.sum[arm] = 0
    state.spare[arm] = []
  }

  function noteDecisions(state: State, arm: number, count: number): void {
    const unasked = state.received[arm] + count - state.asked[arm]
    if (unasked <= 0) return
    state.asked[arm] += unasked
    state.decided[arm] += unasked
    state.round += unasked
  }

  function add(state: State, arm: number, count: number, sum: number, random: Random): void {
    // Rewards after the race, or of an arm that left it, are not kept.
    if (!state.active[arm]) return
    const room = state.size - state.received[arm]
    if (count > Math.max(1, room))
      throw invalidParameter(`rewards must fit into the arm's batch, which lacks ${room}, got ${count}`)
    if (room === 0) {
      state.spare[arm].push(sum)
      return
    }
    noteDecisions(state, arm, count)
    state.received[arm] += count
    state.sum[arm] += sum
    while (state.answer === null && listActive(state).every((one) => state.received[one] === state.size))
      closeLook(state, random)
  }

  return {
    start(armCount) {
      if (armCount < 2) throw invalidParameter(`there must be at least 2 arms, got ${armCount}`)
      const race: RaceState = {
        round: 0,
        decided: zeros(armCount),
        answer: null,
        active: new Array<boolean>(armCount).fill(true),
        look: 0,
        size: 0,
        asked: zeros(armCount),
        received: zeros(armCount),
        sum: zeros(armCount),
        turn: 0,
        spare: Array.from({ length: armCount }, (): number[] => []),
      }
      const state = { ...race, ...rule.begin(armCount) } as State
      openLook(state, armCount)
      return state
    },

    choose(state) {
      const arm = state.answer ?? nextInTurn(state)
      if (state.answer === null) {
        state.asked[arm] += 1
        state.turn = (arm + 1) % state.active.length
      }
      state.decided[arm] += 1
      state.round += 1
      return arm
    },

    observe: (state, arm, reward, random) => add(state, arm, 1, reward, random),
    observeMany: add,
    room: (state, arm) => (state.active[arm] ? state.size - state.received[arm] : Number.POSITIVE_INFINITY),

    laws(state): Laws {
      if (state.answer !== null) return { kind: "batch", arms: [state.answer], pulls: Number.POSITIVE_INFINITY }
      if (state.asked.some((asked) => asked > 0)) return { kind: "plain" }
      return { kind: "batch", arms: listActive(state), pulls: state.size }
    },
  }
}

const listActive = ({ active }: RaceState): number[] => active.flatMap((isActive, arm) => (isActive ? [arm] : []))

/** The next arm that lacks decisions; while rewards are late the turn goes on. */
function nextInTurn({ active, asked, size, turn }: RaceState): number {
  let first = -1
  for (let step = 0; step < active.length; step++) {
    const arm = (turn + step) % active.length
    if (!active[arm]) continue
    if (asked[arm] < size) return arm
    if (first < 0) first = arm
  }
  return first
}
