// Simulated arms. An environment gives the reward of the k-th pull of an arm, and the sum of many
// at once in the same law.

import type { Random } from "@armistice/core"

/** The arms of a simulation: their means, and how rewards are drawn. */
export interface Environment {
  readonly kind: string
  readonly armCount: number
  /** Mean reward of each arm, in [0, 1]. */
  readonly means: readonly number[]
  /** The reward of pull `pull` (from 0) of `arm`. */
  reward(arm: number, pull: number, random: Random): number
  /** Fills `rewards` with those of the pulls from `pull` on; absent if rewards may run out. */
  fill?(arm: number, pull: number, rewards: Float64Array, random: Random): void
  /** The sum of the rewards of `count` pulls from `pull` on: one draw if its law is known. */
  sum(arm: number, pull: number, count: number, random: Random): number
}
