// Runs gdp-context with groups of equal shares whose means are known.

import type { Algorithm, AlgorithmState } from "../../algorithm.ts"
import { createAlgorithm } from "../../catalogue.ts"
import "../../context/catalogue.ts"
import type { GdpContextState } from "../../context/context-state.ts"
import type { Random } from "../../random/random.ts"
import { chooseWithEvenShare } from "../even-share.ts"

interface ContextRun {
  readonly eta: number
  readonly random: Random
  readonly evenShare?: number
  /** The reward where it is not a coin with the cell's mean. */
  readonly reward?: () => number
  /** Sees the state after every release. */
  readonly look?: (algorithm: Algorithm, state: GdpContextState) => void
}

/** `means` by group and arm. */
export function runContext(
  means: readonly (readonly number[])[],
  rounds: number,
  { eta, random, evenShare = 0, reward, look }: ContextRun,
): { readonly algorithm: Algorithm; readonly state: AlgorithmState } {
  const levels = means.map((_, group) => `level ${group}`)
  const algorithm = createAlgorithm("gdp-context", { eta, horizon: rounds, attributes: { group: { levels } } })
  const state = algorithm.start(means[0].length) as GdpContextState
  for (let round = 0; round < rounds; round++) {
    const group = random.integer(means.length)
    const arm = chooseWithEvenShare(algorithm, state, random, evenShare, undefined, [group])
    const before = state.closed[arm]
    const value = reward?.() ?? (random.uniform() < means[group][arm] ? 1 : 0)
    algorithm.observe(state, arm, value, random, undefined, [group])
    if (state.closed[arm] > before) look?.(algorithm, state)
  }
  return { algorithm, state }
}
