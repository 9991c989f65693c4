// Results of an experiment with context: a verdict for each group of people, and whether personalising helps. Arms serve different people
// here, so their overall means are never compared with each other.

import type { Verdict } from "@armistice/core"

/** The state of all groups together, for lists, events and `stopWhen`. Its leader is the best single arm. */
export function summariseGroups(armCount: number, hasReleases: boolean): Verdict {
  const leader = null
  return {
    state: hasReleases ? "too_early" : "no_answers",
    leader,
    certainty: null,
    recommended: leader,
    arms: Array.from({ length: armCount }, () => noFigures),
    next: null,
    order: Array.from({ length: armCount }, (_, arm) => arm),
    differences: [],
    worse: [],
  }
}

const noFigures = { mean: null, low: null, high: null, probabilityBest: null, rewards: 0 }
