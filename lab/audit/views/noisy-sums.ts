// Noisy sums of closed batches, as noisy-batches.ts of the core keeps them: the last one, or all of them added up.

import type { AlgorithmState } from "@armistice/core"
import type { ValuesView } from "../release-view.ts"

interface BatchState extends AlgorithmState {
  closed: number[]
  size: number[]
  sum: number[]
  noisySum: number[]
  count: number[]
}

const view: ValuesView = {
  kind: "values",
  about: "every noisy sum of a batch",

  note(state, arm) {
    const { closed, size, noisySum, count } = state as BatchState
    return [closed[arm], size[arm], noisySum[arm], count[arm]]
  },

  released(state, arm, [closed, size, noisySum, count]) {
    const after = state as BatchState
    if (after.closed[arm] === closed) return []
    const addsUp = after.count[arm] === count + size
    return [after.noisySum[arm] - (addsUp ? noisySum : 0)]
  },

  isSpent: (first, second, arm) => (first as BatchState).sum[arm] === (second as BatchState).sum[arm],
}

export const noisySumsView = { fields: ["closed", "size", "sum", "noisySum", "count"], view } as const
