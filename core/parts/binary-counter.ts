// The binary mechanism (Chan, Shi, Song 2011; Dwork, Naor, Pitassi, Rothblum 2010): a noisy running
// sum after every reward, from noisy sums of dyadic blocks. A reward is in at most one block per
// level, so noise of scale levels/ε on each block is ε-DP.

import type { Random } from "../random/random.ts"

/** Per level (blocks of 1, 2, 4, … rewards) its block, with and without noise; 0: none. */
export interface BinaryCounter {
  exact: number[]
  noisy: number[]
}

/** Levels a counter of up to `capacity` rewards has: ⌊log2 capacity⌋ + 1. */
export function counterLevels(capacity: number): number {
  let levels = 0
  for (let block = 1; block <= capacity; block *= 2) levels += 1
  return levels
}

/** Adds a reward to a counter of `count` rewards and returns the noisy sum of them all. */
export function addToCounter(
  counter: BinaryCounter,
  count: number,
  reward: number,
  scale: number,
  random: Random,
): number {
  const { exact, noisy } = counter
  let level = 0
  let sum = reward
  // As when adding one to a binary number: full blocks below the first empty level merge.
  for (let rest = count; rest % 2 === 1; rest = (rest - 1) / 2) {
    sum += exact[level]
    exact[level] = 0
    noisy[level] = 0
    level += 1
  }
  exact[level] = sum
  noisy[level] = random.laplaceAround(sum, scale)
  let total = 0
  for (const block of noisy) total += block
  return total
}
