// Noisy nodes of DP-UCB's binary counters: every reward makes one, the sum of the last 1, 2, 4, … rewards of its arm.

import type { AlgorithmState } from "@armistice/core"
import type { ValuesView } from "../release-view.ts"

interface TreeState extends AlgorithmState {
  rewarded: number[]
  counters: { exact: number[]; noisy: number[] }[]
}

const view: ValuesView = {
  kind: "values",
  about: "every noisy node of the counters",

  note: () => [],

  released(state, arm) {
    const { rewarded, counters } = state as TreeState
    let level = 0
    for (let count = rewarded[arm]; count % 2 === 0; count /= 2) level++
    return [counters[arm].noisy[level]]
  },

  // A node may always be merged into a larger one.
  isSpent: () => false,
}

export const countersView = { fields: ["rewarded", "counters"], view } as const
