// Episodes: after every arm's first batch, the best arm is pulled until its next batch is closed,
// then arms are compared again. The common part of all algorithms that pull batch by batch; each
// brings how it compares arms and how its batches are kept.

import type { Algorithm } from "../algorithm.ts"
import type { Laws } from "../laws.ts"
import type { Random } from "../random/random.ts"
import { checkRound, nextUnreleased, nextUntried, type RoundCounts } from "./rounds.ts"

export interface Episodes extends RoundCounts {
  /** Batches closed per arm. */
  closed: number[]
  /** The arm being pulled (-1 at first) and its batch, whose closing ends the episode. */
  current: number
  episode: number
}

export interface EpisodeRule<State extends Episodes> {
  readonly horizon: number
  /** Rewards in an arm's first batch. */
  readonly firstBatch: number
  /** The best of the allowed, tried arms; equals are drawn from, or give -1 without `random`. */
  bestArm(state: State, random: Random | null, excluded?: ReadonlySet<number>): number
  /** Notes a decision for `arm` and returns the arm. */
  decide(state: State, arm: number): number
  /** Rewards in the arm's open batch when full, or in the one that its next decision opens. */
  sizeBatch(state: State, arm: number): number
  /** Pulls that this batch still lacks when every decision so far has its reward. */
  lacking(state: State, arm: number): number
}

export function createEpisodes<State extends Episodes>(
  rule: EpisodeRule<State>,
): Pick<Algorithm<State>, "choose" | "laws"> {
  return {
    choose(state, random, excluded) {
      checkRound(state, rule.horizon, excluded)
      if (isPlaying(state) && excluded?.has(state.current) !== true) return rule.decide(state, state.current)
      const untried = nextUnreleased(state, state.closed, rule.firstBatch, excluded)
      if (untried >= 0) return rule.decide(state, untried)
      const arm = rule.bestArm(state, random, excluded)
      // If the arm being pulled is only excluded for now, this one stands in for it and no episode
      // begins.
      if (!isPlaying(state)) {
        state.current = arm
        state.episode = state.closed[arm]
      }
      return rule.decide(state, arm)
    },

    laws: (state) => episodeLaws(state, isPlaying(state) ? state.current : -1, rule),
  }
}

/** The law of the next choices where `current` (-1: no arm) is pulled until its batch is closed. */
export function episodeLaws<State extends RoundCounts & Pick<Episodes, "closed">>(
  state: State,
  current: number,
  rule: {
    bestArm(state: State, random: Random | null): number
    sizeBatch(state: State, arm: number): number
    lacking(state: State, arm: number): number
  },
): Laws {
  if (current >= 0) return { kind: "batch", arms: [current], pulls: rule.lacking(state, current) }
  if (nextUntried(state, state.closed) >= 0) return firstBatchLaw(state, rule.sizeBatch)
  const arm = rule.bestArm(state, null)
  return arm < 0 ? { kind: "plain" } : { kind: "batch", arms: [arm], pulls: rule.lacking(state, arm) }
}

const isPlaying = (state: Episodes): boolean => state.current >= 0 && state.closed[state.current] === state.episode

/** First batches are filled in turn, those with the fewest pulls first. */
function firstBatchLaw<State extends RoundCounts & Pick<Episodes, "closed">>(
  state: State,
  sizeBatch: (state: State, arm: number) => number,
): Laws {
  let fewest = Number.POSITIVE_INFINITY
  let until = Number.POSITIVE_INFINITY
  let arms: number[] = []
  for (let arm = 0; arm < state.closed.length; arm++) {
    if (state.closed[arm] > 0) continue
    const pulls = state.decided[arm]
    if (pulls < fewest) {
      until = Math.min(fewest, sizeBatch(state, arm))
      fewest = pulls
      arms = [arm]
    } else if (pulls === fewest) arms.push(arm)
    else until = Math.min(until, pulls)
  }
  // With all decisions out and rewards missing, only the next choice is known.
  return until > fewest ? { kind: "batch", arms, pulls: until - fewest } : { kind: "batch", arms: [arms[0]], pulls: 1 }
}

/** The tried, allowed arm of the largest index; equals are drawn, or give -1 without `random`. */
export function findLargestIndex(
  counts: readonly number[],
  excluded: ReadonlySet<number> | undefined,
  indexOf: (arm: number) => number,
  random: Random | null,
): number {
  let chosen = -1
  let largest = Number.NEGATIVE_INFINITY
  let equals = 0
  for (let arm = 0; arm < counts.length; arm++) {
    if (counts[arm] === 0 || excluded?.has(arm) === true) continue
    const index = indexOf(arm)
    if (index < largest) continue
    equals = index > largest ? 1 : equals + 1
    largest = index
    if (equals === 1) chosen = arm
    else if (random === null) chosen = -1
    else if (random.integer(equals) === 0) chosen = arm
  }
  return chosen
}
