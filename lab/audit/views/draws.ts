// Draws of DP-TS-UCB (while an epoch's budget lasts) and of Gaussian Thompson sampling (always), one per arm and choice, in the
// order of the arms: mean + deviation · N(0, 1).

import type { AlgorithmState } from "@armistice/core"
import type { DrawsView } from "../release-view.ts"

interface DrawingState extends AlgorithmState {
  mean: number[]
  deviation: number[]
  drawsLeft?: number[]
  /** Rewards gathered for the next mean, where means are renewed by epochs. */
  sum?: number[]
}

const view: DrawsView = {
  kind: "draws",
  about: "every draw",

  drawOf(state, arm) {
    const { drawsLeft } = state as DrawingState
    if (drawsLeft === undefined) return arm
    if (drawsLeft[arm] < 1) return -1
    let before = 0
    for (let other = 0; other < arm; other++) if (drawsLeft[other] >= 1) before++
    return before
  },

  mean: (state, arm) => (state as DrawingState).mean[arm],
  deviation: (state, arm) => (state as DrawingState).deviation[arm],

  // An arm without draws left is taken to stay so until its next epoch. DP-TS-UCB anytime gives it new ones in its next phase, which
  // the audit does not wait for.
  isSpent(first, second, played, arm) {
    const [a, b] = [first as DrawingState, second as DrawingState]
    if (a.sum === undefined || b.sum === undefined || a.sum[arm] !== b.sum[arm]) return false
    return a.mean[arm] === b.mean[arm] || ((played as DrawingState).drawsLeft?.[arm] ?? 1) < 1
  },
}

export const drawsView = { fields: ["mean", "deviation"], view } as const
