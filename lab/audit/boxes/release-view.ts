// What an attacker with a white box sees: all that the proof releases. "transcript" (catalogue) is
// every draw around a centre, and the arms; "values" (custom) are numbers read off the state.

import type { AlgorithmState } from "@armistice/core"

export interface TranscriptView {
  readonly kind: "transcript"
  readonly about: string
  /** Whether means that hold rewards are drawn from again and again. */
  readonly isDrawing: boolean
  /** Rounds to wait for a record that is released for as long as its arm is pulled. */
  readonly carriesOn?: number
  /** Whether a copy of the algorithm that was handed the same draws shows the same released numbers of these arms. */
  agree(attacked: AlgorithmState, copy: AlgorithmState, arms: readonly number[]): boolean
  /** Whether nothing that is still to be released can depend on how the rewards of `arm` differ between two states. */
  isSpent(first: AlgorithmState, second: AlgorithmState, attacked: AlgorithmState, arm: number): boolean
}

/** `first` and `second` are the attacker's copies under the two tables, which choose nothing. */
export interface ValuesView {
  readonly kind: "values"
  readonly about: string
  /** Reads what must be remembered before a reward of `arm` to see afterwards what it released. */
  note(state: AlgorithmState, arm: number): readonly number[]
  /** The values released by the reward of `arm` that was just observed, in an order that is public. */
  released(state: AlgorithmState, arm: number, noted: readonly number[]): readonly number[]
  isSpent(first: AlgorithmState, second: AlgorithmState, arm: number): boolean
}

/** What an attacker with a white box sees of an algorithm. */
export type ReleaseView = TranscriptView | ValuesView

export const isDrawing = (view: ReleaseView | null): boolean => view?.kind === "transcript" && view.isDrawing
