// What is known of each arm's mean from releases alone: a function of noisy sums that were paid for, so asking costs nothing and
// asking again gives the same. Intervals are the library's proved ones: they hold whatever the algorithm did, at all looks.

import { estimatesOf } from "@armistice/core"
import { wholeSegment } from "./experiment.ts"
import type { LiveExperiment } from "./live/live-experiment.ts"
import { ServiceError } from "./service-error.ts"

export interface Estimate {
  readonly segment: string | null
  readonly arm: string
  readonly rewards: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

export const intervalLevel = 0.95

export function estimates(live: LiveExperiment): Estimate[] {
  const { arms, reward } = live.experiment
  const inUnits = (share: number) => reward.min + (reward.max - reward.min) * share
  const list: Estimate[] = []
  for (const [segment, { state }] of live.states()) {
    const found = estimatesOf(live.algorithm, state, { confidence: intervalLevel })
    if (found === null)
      throw new ServiceError(
        "no_estimates",
        `${live.algorithm.name} makes no releases to estimate from, got a request for estimates`,
      )
    for (const [index, { mean, low, high, rewards }] of found.arms.entries())
      if (mean !== null)
        list.push({
          segment: segment === wholeSegment ? null : segment,
          arm: arms[index] ?? "",
          rewards,
          mean: inUnits(mean),
          low: inUnits(low),
          high: inUnits(high),
        })
  }
  return list
}
