// Batches that are opened while rewards are late grow (gdp-imed.md). They did not at first, and what was begun so is played so to its end:
// a journal that is played again must come to the same batches.

import type { AlgorithmState } from "../algorithm.ts"

/** A state at its start, as it was begun before batches grew. */
export function withoutGrowing<State extends AlgorithmState & { growing?: true }>(started: State): State {
  delete started.growing
  return started
}
