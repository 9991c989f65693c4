// The view of gdp-context: every residual release of every coordinate of an arm.

import type { AlgorithmState } from "@armistice/core"
import type { TranscriptView } from "./release-view.ts"

interface Line {
  readonly last: number
  readonly total: number
  /** Secret: what is carried on, and what joined and is not released. */
  readonly hidden: number | string
  readonly whole: number
  readonly part: number
}

interface ContextState extends AlgorithmState {
  readonly contexts: readonly { readonly lines: readonly Line[] }[]
}

export const isContextState = (state: AlgorithmState): state is ContextState => "contexts" in state

const listLines = (state: AlgorithmState, arm: number): readonly Line[] => (state as ContextState).contexts[arm].lines

/** A smaller rest of a record is ignored: it adds at most a thousandth to the squared loss. */
const negligible = 0.03

export const contextView: TranscriptView = {
  kind: "transcript",
  about: "every residual release of every coordinate",
  isDrawing: false,
  carriesOn: 300,
  agree(attacked, copy, arms) {
    return arms.every((arm) => {
      const others = listLines(copy, arm)
      return listLines(attacked, arm).every(
        ({ last, total }, coordinate) => last === others[coordinate].last && total === others[coordinate].total,
      )
    })
  },
  isSpent(first, second, _attacked, arm) {
    const others = listLines(second, arm)
    let square = 0
    for (const [coordinate, line] of listLines(first, arm).entries()) {
      const other = others[coordinate]
      if (line.whole !== other.whole || line.part !== other.part) return false
      square += (Number(line.hidden) - Number(other.hidden)) ** 2
    }
    return square < negligible * negligible
  },
}
