// What is known of each arm's mean from releases alone: a function of noisy sums that were paid for, so asking costs nothing and
// asking again gives the same. Intervals are the library's proved ones: they hold whatever the algorithm did, at all looks.

import { segmentName } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { pauses } from "../pauses.ts"
import { ServiceError } from "../service-error.ts"
import type { Store } from "../store/store.ts"
import { readPersistedResults } from "./persisted-results.ts"

export interface Estimate {
  readonly segment: string | null
  readonly arm: string
  readonly rewards: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

export async function estimates(store: Pick<Store, "currentResults">, live: LiveExperiment): Promise<Estimate[]> {
  if (!live.hasEstimates)
    throw new ServiceError(
      "no_estimates",
      `${live.algorithm.name} makes no releases to estimate from, got a request for estimates`,
    )
  const bodyOf = readPersistedResults(live, await store.currentResults(live.experiment.id))
  const list: Estimate[] = []
  const pause = pauses()
  for (const [segment] of live.states()) {
    const { verdict } = bodyOf(segment)
    for (const [arm, { mean, low, high, rewards }] of verdict.arms.entries())
      if (mean !== null && low !== null && high !== null)
        list.push({
          segment: segmentName(segment),
          arm: live.armName(arm),
          rewards,
          mean,
          low,
          high,
        })
    await pause()
  }
  return list
}
