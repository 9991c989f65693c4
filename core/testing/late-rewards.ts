// Plays an algorithm whose rewards come late and overtake each other, as a service sees them, and
// keeps what each decision earned.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import type { Random } from "../random/random.ts"

export interface LateRun {
  /** Up to this many decisions may wait for their reward. */
  readonly window: number
  readonly rounds: number
  /** Arms to exclude in a round. */
  readonly excluded?: (round: number) => ReadonlySet<number> | undefined
  /** Called after every observed reward. */
  readonly afterReward?: (arm: number) => void
}

/**
 * Rewards are multiples of 1/64, so that their sums are exact in any order. Returns each arm's
 * rewards in the order in which they joined.
 */
export function runLate(
  algorithm: Algorithm,
  state: AlgorithmState,
  random: Random,
  { window, rounds, excluded, afterReward }: LateRun,
): number[][] {
  const joined = state.decided.map((): number[] => [])
  const waiting: { arm: number; pull: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const arm = algorithm.choose(state, random, excluded?.(round))
    waiting.push({ arm, pull: state.decided[arm] - 1 })
    while (waiting.length > window || (waiting.length > 0 && random.uniform() < 0.3)) {
      const [late] = waiting.splice(random.integer(waiting.length), 1)
      const reward = random.integer(65) / 64
      algorithm.observe(state, late.arm, reward, random, late.pull)
      joined[late.arm].push(reward)
      afterReward?.(late.arm)
    }
  }
  return joined
}
