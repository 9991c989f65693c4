// An algorithm that looks for the best arm and says when it has found it. Until then it is an
// algorithm like any other, so that the same attacks audit it; then it pulls its answer.

import type { AlgorithmParts, AlgorithmState, Random } from "@armistice/core"

/** The state of an identification. */
export interface IdentifierState extends AlgorithmState {
  /** The arm that it found; null while it looks. */
  answer: number | null
}

/** An algorithm for best-arm identification at fixed confidence. */
// biome-ignore lint/suspicious/noExplicitAny: each algorithm has a state of its own.
export interface Identifier<State extends IdentifierState = any> extends AlgorithmParts<State> {
  start(armCount: number): State
  /** Rewards that the open batch of an arm still lacks; their sum may be observed at once. */
  room(state: State, arm: number): number
  observeMany(state: State, arm: number, count: number, sum: number, random: Random): void
}
