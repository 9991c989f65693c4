// The view of an attacker with a white box: all releases in the proof. "transcript" (catalogue) is
// every draw around a centre, and the arms; "values" (custom) are numbers read off the state.

import type { AlgorithmState } from "@armistice/core"

export interface TranscriptView {
  readonly kind: "transcript"
  readonly about: string
  /** Whether means that hold rewards are drawn from again and again. */
  readonly isDrawing: boolean
  /** Rounds to wait for a record that is released for as long as its arm is pulled. */
  readonly carriesOn?: number
  /** Whether a copy that was given the same draws releases the same numbers for these arms. */
  agree(attacked: AlgorithmState, copy: AlgorithmState, arms: readonly number[]): boolean
  /** Whether no later release can depend on how rewards of `arm` differ between two states. */
  isSpent(first: AlgorithmState, second: AlgorithmState, attacked: AlgorithmState, arm: number): boolean
}

/** `first` and `second` are the attacker's copies under the two tables, which choose nothing. */
export interface ValuesView {
  readonly kind: "values"
  readonly about: string
  /** The proof releases these numbers and no draws behind them, as a noisy maximum does. */
  readonly drawsAreHidden?: boolean
  /** Reads what must be remembered before a reward of `arm` to see afterwards what it released. */
  note(state: AlgorithmState, arm: number): readonly number[]
  /** The values that the last reward of `arm` released, in a public order. */
  released(state: AlgorithmState, arm: number, noted: readonly number[]): readonly number[]
  isSpent(first: AlgorithmState, second: AlgorithmState, arm: number): boolean
}

/** A white box's view of an algorithm. */
export type ReleaseView = TranscriptView | ValuesView

export const isDrawing = (view: ReleaseView | null): boolean => view?.kind === "transcript" && view.isDrawing
