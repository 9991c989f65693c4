// Forgets the rewards of batches that are not released yet, and what draws were made around, so that a restored copy and the state it was
// copied from never both use them: no sum is noised twice. Closed batches, which are released, stay; each open one starts again.

import type { AlgorithmState } from "../algorithm.ts"
import { forgetHidden, type ResidualBatches } from "./residual-batches.ts"

/** The fields by which algorithms hold rewards back. */
interface Open extends AlgorithmState {
  rewarded?: number[]
  opensAt?: number[]
  received?: number[]
  sum?: number[]
  ahead?: unknown[]
  nextReceived?: number[]
  nextSum?: number[]
  drawsLeft?: number[]
  /** Of all rewards so far, where none is ever released (uniform) or nothing is promised. */
  sums?: number[]
  /** Batches with residual releases, and what they carry on. */
  open?: unknown[][]
  hidden?: unknown[]
  /** What draws are made around, and the largest so far. */
  mean?: number[]
  best?: number[]
}

/** Whether all that a state holds back is in open batches, which can be dropped; sums of all rewards so far cannot. */
export const hasBatches = (state: Open): boolean => state.opensAt !== undefined

/** Sums of all rewards so far, where something is promised and none is ever released; the state is not to learn any more. */
export function forgetSums(state: Open): void {
  if (!hasBatches(state)) state.sums?.fill(0)
}

export function discardOpenBatches(state: Open): void {
  // Everything decided so far is behind the open batch, which begins with the next pull.
  if (state.opensAt !== undefined) state.opensAt.splice(0, state.opensAt.length, ...state.decided)
  if (state.rewarded !== undefined) state.rewarded.splice(0, state.rewarded.length, ...state.decided)
  for (const held of [state.received, state.sum, state.nextReceived, state.nextSum, state.drawsLeft]) held?.fill(0)
  state.ahead?.splice(0)
  for (const batches of state.open ?? []) batches.splice(0)
  // The original may release what is carried on, so a copy must not.
  for (const arm of state.hidden?.keys() ?? []) forgetHidden(state as unknown as ResidualBatches, arm)
  // An epoch may get new draws later (dp-ts-ucb-anytime, when a phase ends): around a draw that is released already they tell nothing more.
  if (state.mean !== undefined && state.best !== undefined) state.mean.splice(0, state.mean.length, ...state.best)
}
