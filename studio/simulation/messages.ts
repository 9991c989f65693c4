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
}

export type Answer =
  | { readonly kind: "planned"; readonly id: number; readonly eta: number | null; readonly unable: readonly Unable[] }
  | { readonly kind: "result"; readonly id: number; readonly stage: number; readonly result: SimulationResult }
  /** All algorithms have this many runs. */
  | { readonly kind: "stage"; readonly id: number; readonly runs: number }
  | { readonly kind: "done"; readonly id: number }
  | { readonly kind: "failed"; readonly id: number; readonly message: string }
