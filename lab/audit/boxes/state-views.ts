// Views of the catalogue's algorithms by the shape of their state: what is released or held.

import type { AlgorithmState } from "@armistice/core"
import { contextView, isContextState } from "./context-view.ts"
import type { TranscriptView } from "./release-view.ts"

type Fields = Readonly<Record<string, readonly number[] | undefined>>

interface StateShape {
  /** Fields that a state of this shape has. */
  readonly fields: readonly string[]
  readonly about: string
  /** Fields with a number per arm that releases alone must determine. */
  readonly released: readonly string[]
  /** Fields per arm that hold rewards until their release; null: rewards are never dropped. */
  readonly holding: readonly string[] | null
  /** Whether a record still affects releases, for algorithms whose fields do not tell. */
  readonly isLeft?: (first: AlgorithmState, second: AlgorithmState, arm: number) => boolean
  readonly carriesOn?: number
  /** Whether `arm` takes no more draws around what it holds. */
  readonly isDrawn?: (attacked: AlgorithmState, arm: number) => boolean
}

interface ResidualState extends AlgorithmState {
  readonly sum: readonly number[]
  readonly hidden: readonly number[]
}

/** A smaller rest of a record is ignored: it adds at most a thousandth to the squared loss. */
const negligible = 0.03

function isCarried(first: AlgorithmState, second: AlgorithmState, arm: number): boolean {
  const [one, two] = [first as ResidualState, second as ResidualState]
  return one.sum[arm] !== two.sum[arm] || Math.abs(one.hidden[arm] - two.hidden[arm]) >= negligible
}

const shapes: readonly StateShape[] = [
  {
    // Epochs of DP-TS-UCB. An arm without draws left is taken to stay so until its next epoch;
    // DP-TS-UCB anytime gives it new ones in its next phase, which the audit does not wait for.
    fields: ["mean", "deviation", "drawsLeft"],
    about: "every draw",
    released: ["best"],
    holding: ["sum"],
    isDrawn: (attacked, arm) => ((attacked as unknown as Fields).drawsLeft?.[arm] ?? 1) < 1,
  },
  { fields: ["mean", "deviation", "sums"], about: "every draw", released: [], holding: null },
  {
    fields: ["closed", "size", "sum", "noisySum"],
    about: "every noisy sum of a batch",
    released: ["noisySum", "weightedSum"],
    holding: ["sum"],
  },
  {
    fields: ["closed", "sum", "hidden", "last"],
    about: "every residual release",
    released: ["last", "total"],
    holding: [],
    isLeft: isCarried,
    carriesOn: 300,
  },
  {
    fields: ["active", "sum", "nextSum", "mean"],
    about: "every noisy mean of an epoch",
    released: ["mean"],
    holding: ["sum", "nextSum"],
  },
  // A node of a counter may always be merged into a larger one.
  { fields: ["exact", "noisy", "gram"], about: "every noisy block of the trees", released: [], holding: null },
  { fields: ["counters"], about: "every noisy node of the counters", released: ["noisySum"], holding: null },
]

function viewOfShape({ fields, about, released, holding, isLeft, carriesOn, isDrawn }: StateShape): TranscriptView {
  const areEqual = (a: AlgorithmState, b: AlgorithmState, fields: readonly string[], arm: number): boolean => {
    for (const field of fields)
      if ((a as unknown as Fields)[field]?.[arm] !== (b as unknown as Fields)[field]?.[arm]) return false
    return true
  }
  return {
    kind: "transcript",
    about,
    isDrawing: fields.includes("deviation"),
    ...(carriesOn === undefined ? {} : { carriesOn }),
    agree(attacked, copy, arms) {
      for (const arm of arms) if (!areEqual(attacked, copy, released, arm)) return false
      return true
    },
    isSpent(first, second, attacked, arm) {
      if (holding === null || !areEqual(first, second, holding, arm)) return false
      if (isLeft?.(first, second, arm) === true) return false
      return isDrawn === undefined || areEqual(first, second, ["mean"], arm) || isDrawn(attacked, arm)
    },
  }
}

const views = shapes.map((shape) => ({ fields: shape.fields, view: viewOfShape(shape) }))

/** The view of an algorithm whose state has this shape, or null. */
export function findStateView(state: AlgorithmState): TranscriptView | null {
  if (isContextState(state)) return contextView
  for (const { fields, view } of views) if (fields.every((field) => Object.hasOwn(state, field))) return view
  return null
}
