// Noisy means of DP-SE: when an epoch ends, one for each arm that was in the race. Only the first epoch can be audited: who is in
// the race later depends on the noise, which the attacker's own copies of the algorithm do not have.

import type { AlgorithmState } from "@armistice/core"
import type { ValuesView } from "../release-view.ts"

interface RaceState extends AlgorithmState {
  sum: number[]
  mean: number[]
  released: number[][]
}

const view: ValuesView = {
  kind: "values",
  about: "every noisy mean of an epoch",

  note: (state) => (state as RaceState).released.map((counts) => counts.length),

  released(state, _arm, noted) {
    const { released, mean } = state as RaceState
    return mean.filter((_, arm) => released[arm].length > noted[arm])
  },

  isSpent: (first, second, arm) => (first as RaceState).sum[arm] === (second as RaceState).sum[arm],
}

export const noisyMeansView = { fields: ["active", "sum", "mean", "released"], view } as const
