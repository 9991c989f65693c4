// Plays an algorithm round by round on Bernoulli arms, for tests.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import type { Random } from "../random/random.ts"

/** Plays `rounds` rounds, each reward observed at once; returns the arms chosen. */
export function runAlgorithm(
  algorithm: Algorithm,
  state: AlgorithmState,
  means: readonly number[],
  rounds: number,
  random: Random,
): number[] {
  const arms: number[] = []
  for (let round = 0; round < rounds; round++) {
    const arm = algorithm.choose(state, random)
    arms.push(arm)
    algorithm.observe(state, arm, random.uniform() < means[arm] ? 1 : 0, random)
  }
  return arms
}

/** Total regret of `rounds` rounds from a fresh start. */
export function runRegret(algorithm: Algorithm, means: readonly number[], rounds: number, random: Random): number {
  const state = algorithm.start(means.length)
  const best = Math.max(...means)
  let regret = 0
  for (let round = 0; round < rounds; round++) {
    const arm = algorithm.choose(state, random)
    regret += best - means[arm]
    algorithm.observe(state, arm, random.uniform() < means[arm] ? 1 : 0, random)
  }
  return regret
}
