// What an attacker with a white box sees of an algorithm: all that its proof releases, read off its state. "draws": the Gaussian
// draws of every arm, around means that hold private rewards. "values": numbers that appear with a reward, exact plus noise.

import type { AlgorithmState } from "@armistice/core"
import { countersView } from "./views/counters.ts"
import { drawsView } from "./views/draws.ts"
import { noisyMeansView } from "./views/noisy-means.ts"
import { noisySumsView } from "./views/noisy-sums.ts"
import { residualSumsView } from "./views/residual-sums.ts"

export interface DrawsView {
  readonly kind: "draws"
  readonly about: string
  /** Which Gaussian draw of the next choice is this arm's, from 0; -1 if it takes none. */
  drawOf(state: AlgorithmState, arm: number): number
  mean(state: AlgorithmState, arm: number): number
  deviation(state: AlgorithmState, arm: number): number
  /** Whether nothing that is still to be drawn can depend on how the rewards of `arm` differ between two states. */
  isSpent(first: AlgorithmState, second: AlgorithmState, played: AlgorithmState, arm: number): boolean
}

/** `first` and `second` are the attacker's copies under the two tables: they observe every reward but choose nothing. */
export interface ValuesView {
  readonly kind: "values"
  readonly about: string
  /** What must be remembered before a reward of `arm` to see afterwards what it released. */
  note(state: AlgorithmState, arm: number): readonly number[]
  /** The values released by the reward of `arm` that was just observed, in an order that is public. */
  released(state: AlgorithmState, arm: number, noted: readonly number[]): readonly number[]
  /** Whether a record goes on being released for as long as its arm is pulled; it is then waited for this many rounds. */
  readonly carriesOn?: number
  /** Before a reward of `arm`: gives one of the attacker's copies what it cannot know from rewards, but anyone sees. */
  follow?(copy: AlgorithmState, played: AlgorithmState, arm: number): void
  isSpent(first: AlgorithmState, second: AlgorithmState, arm: number): boolean
}

export type ReleaseView = DrawsView | ValuesView

const views = [drawsView, noisySumsView, residualSumsView, noisyMeansView, countersView] as const

/** The view of an algorithm whose state has this shape, or null: then only its arms are seen. */
export function viewOf(state: AlgorithmState): ReleaseView | null {
  for (const { fields, view } of views) if (fields.every((field) => Object.hasOwn(state, field))) return view
  return null
}
