// A batch law promises an arm for many rounds whatever its rewards are; this plays rewards against
// it, worst ones included.

import type { Algorithm } from "../algorithm.ts"
import type { ArmSums } from "../parts/arm-sums.ts"
import type { Random } from "../random/random.ts"

/** A state in which arm i has counts[i] rewards with sum sums[i], all of them decided. */
export function readState(counts: readonly number[], sums: readonly number[]): ArmSums {
  const round = counts.reduce((total, count) => total + count, 0)
  return { round, decided: [...counts], rewarded: [...counts], sums: [...sums] }
}

/** The law's promise that choose broke, or null. */
export function brokenPromise(algorithm: Algorithm, state: ArmSums, random: Random): string | null {
  const law = algorithm.laws(state)
  if (law.kind !== "batch") return null
  const arm = law.arms[0]
  const last = Math.min(law.pulls, 1e12) - 1
  const moments = [0, 1, 2, 5, Math.floor(last / 2), last - 2, last - 1, last, Math.floor(last * random.uniform())]
  for (const played of moments) {
    if (played < 0 || played > last) continue
    for (const share of [0, 0, 1, random.uniform()]) {
      const later = structuredClone(state)
      if (played > 0) algorithm.observeMany(later, arm, played, Math.floor(share * played), random)
      const chosen = algorithm.choose(later, random)
      if (chosen !== arm) return `after ${played} of ${law.pulls} pulls (${share} ones) not arm ${arm} but ${chosen}`
    }
  }
  return null
}

/** The same algorithm with a law that promises more than is certain. */
export function boasting(algorithm: Algorithm): Algorithm {
  return {
    ...algorithm,
    laws(state) {
      const law = algorithm.laws(state)
      return law.kind === "batch" ? { ...law, pulls: 3 * law.pulls + 2 } : law
    },
  }
}

/**
 * Plays to `horizon` by the law alone, Bernoulli rewards; `visit` sees each state. Returns the
 * steps it took.
 */
export function runByLaw(
  algorithm: Algorithm,
  state: ArmSums,
  means: readonly number[],
  horizon: number,
  random: Random,
  visit?: (state: ArmSums) => void,
): number {
  let steps = 0
  for (; state.round < horizon; steps++) {
    visit?.(state)
    const law = algorithm.laws(state)
    const arm = law.kind === "batch" ? law.arms[0] : algorithm.choose(state, random)
    const pulls = law.kind === "batch" ? Math.min(law.pulls, horizon - state.round) : 1
    algorithm.observeMany(state, arm, pulls, random.binomial(pulls, means[arm]), random)
  }
  return steps
}
