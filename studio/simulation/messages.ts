// What the page and its simulating worker say to each other.

import type { ComparisonSpec, SimulationResult, Unable } from "@armistice/lab"

export interface Order {
  /** Answers carry it, so that those to an older order can be told apart. */
  readonly id: number
  readonly spec: Omit<ComparisonSpec, "runs">
  /** Numbers of runs to play one after the other; each is a whole simulation. */
  readonly stages: readonly number[]
  /** No stage is begun after this many milliseconds; Infinity: play them all. */
  readonly budgetMs: number
  /** An algorithm whose one run takes longer than this is left out. */
  readonly patienceMs: number
}

export type Answer =
  | { readonly kind: "planned"; readonly id: number; readonly eta: number | null; readonly unable: readonly Unable[] }
  /** Before an algorithm is played, and now and then while it is. */
  | { readonly kind: "playing"; readonly id: number; readonly algorithm: string }
  | { readonly kind: "result"; readonly id: number; readonly stage: number; readonly result: SimulationResult }
  /** All algorithms have this many runs. */
  | { readonly kind: "stage"; readonly id: number; readonly runs: number }
  | { readonly kind: "done"; readonly id: number }
  /** Takes too long and is left out: said by the page's end of the line, as the worker is deep in it. */
  | { readonly kind: "stuck"; readonly id: number; readonly algorithm: string }
  /** Nothing of the order is played any more. */
  | { readonly kind: "stopped"; readonly id: number }
  | { readonly kind: "failed"; readonly id: number; readonly message: string }
