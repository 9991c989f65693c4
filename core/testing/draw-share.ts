// How often an algorithm that draws an index per arm chooses the first arm, against the probability
// it should have.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import { normalCdf } from "../numerics/normal.ts"
import { seededRandom } from "../random/seeded-random.ts"

/**
 * Two arms fed `rewards[arm]`, then the same next choice many times over: standard errors from
 * `expected`.
 */
export function drawShareDistance(
  algorithm: Algorithm,
  rewards: readonly (readonly number[])[],
  expected: number,
  choices = 4000,
): number {
  const random = seededRandom(31)
  const state = algorithm.start(rewards.length)
  rewards.forEach((list, arm) => {
    for (const reward of list) algorithm.observe(state, arm, reward, random)
  })
  let first = 0
  for (let k = 0; k < choices; k++) if (algorithm.choose(structuredClone(state), random) === 0) first++
  return (first / choices - expected) / Math.sqrt((expected * (1 - expected)) / choices)
}

/** The probability that N(mean, variance) of the first arm exceeds that of the second. */
export function gaussianShare(
  first: { mean: number; variance: number },
  second: { mean: number; variance: number },
): number {
  return normalCdf((first.mean - second.mean) / Math.sqrt(first.variance + second.variance))
}

/** The mistake the check must see: draws with standard deviation 1/n instead of 1/√n. */
export function narrowDraws(algorithm: Algorithm): Algorithm {
  return {
    ...algorithm,
    choose(state, random, excluded) {
      const drawn = state as AlgorithmState & { deviation: number[] }
      const right = drawn.deviation
      drawn.deviation = right.map((deviation) => deviation ** 2)
      const arm = algorithm.choose(state, random, excluded)
      drawn.deviation = right
      return arm
    },
  }
}
