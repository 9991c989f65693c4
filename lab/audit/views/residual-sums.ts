// Residual releases, as residual-batches.ts of the core keeps them: each is the hidden sum with noise, and part of that sum goes on.

import type { AlgorithmState } from "@armistice/core"
import type { ValuesView } from "../release-view.ts"

interface OpenBatch {
  size: number
  received: number
  sum: number
}

interface ResidualState extends AlgorithmState {
  closed: number[]
  open: OpenBatch[][]
  hidden: number[]
  last: number[]
}

/** What is left of a record in what an arm hides is not waited for below this: it could add a thousandth to the loss² at most. */
const negligible = 0.03

const view: ValuesView = {
  kind: "values",
  about: "every residual release",

  carriesOn: 300,

  note: (state, arm) => [(state as ResidualState).closed[arm]],

  released(state, arm, [closed]) {
    const after = state as ResidualState
    return after.closed[arm] === closed ? [] : [after.last[arm]]
  },

  // How large a batch is follows from noisy releases, which the copies do not have: they take it from what was played.
  follow(copy, played, arm) {
    const [mine, theirs] = [copy as ResidualState, played as ResidualState]
    if (mine.open[arm].length === 0) mine.open[arm].push({ size: theirs.open[arm][0].size, received: 0, sum: 0 })
  },

  isSpent(first, second, arm) {
    const [one, two] = [first as ResidualState, second as ResidualState]
    const isOpen = one.open[arm].some(({ sum }, batch) => sum !== two.open[arm][batch]?.sum)
    return !isOpen && Math.abs(one.hidden[arm] - two.hidden[arm]) < negligible
  },
}

export const residualSumsView = { fields: ["closed", "open", "hidden", "last"], view } as const
