// Simulated arms. An environment gives the reward of the k-th pull of an arm, and the sum of many
// at once in the same law. Where the laws change over time, it gives the laws of each round.

import type { Context, ContextPlan, ContextPoint, Random } from "@armistice/core"

/** The arms of a simulation: their means, and how rewards are drawn. */
export interface Environment {
  readonly kind: string
  readonly armCount: number
  /** Mean reward of each arm, in [0, 1]; of round 1 where laws change. */
  readonly means: readonly number[]
  /** The reward of pull `pull` (from 0) of `arm`. */
  reward(arm: number, pull: number, random: Random): number
  /** Fills `rewards` with those of the pulls from `pull` on; absent if rewards may run out. */
  fill?(arm: number, pull: number, rewards: Float64Array, random: Random): void
  /** The sum of the rewards of `count` pulls from `pull` on: one draw if its law is known. */
  sum(arm: number, pull: number, count: number, random: Random): number
  /** The sum of the first `pulls` rewards of `arm`, where rewards are recorded and not drawn. */
  paid?(arm: number, pulls: number): number
  /** The laws of each round, where they change over time or with the context. */
  readonly rounds?: RoundLaws
  /** Rounds until a decision is answered, or null for never; by `delivery` if left out. */
  answer?(draw: AnswerDraw): number | null
}

/** Laws that depend on the round. Only an engine that runs every round can use them. */
export interface RoundLaws {
  /** The arms in round `round` (from 1); `random` draws the person. */
  at(round: number, random: Random): Round
  reward(arm: number, round: Round, random: Random): number
  /** The comparison behind regret: the best arm of each round, or the one best arm of the run. */
  readonly comparator: "each round" | "one arm"
  /** Rounds that there are laws for; without an end if left out. */
  readonly length?: number
  /** The plan of the context, where people have one. */
  readonly plan?: ContextPlan
}

/** The arms as one round finds them. */
export interface Round {
  readonly round: number
  readonly means: readonly number[]
  readonly point?: ContextPoint
  readonly context?: Context
}

/** The inputs on which the delay of an answer may depend. */
export interface AnswerDraw {
  readonly arm: number
  /** From 1. */
  readonly round: number
  readonly reward: number
  /** The context of the person, where people have one. */
  readonly context?: Context | undefined
  readonly random: Random
}
