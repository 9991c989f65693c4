// Estimates of each arm's mean from releases, which are paid for: reading them costs no privacy.
// Intervals hold for every algorithm and however often one looks.

import { segmentName } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { pauses } from "../pauses.ts"
import { readPersistedResults } from "../results/persisted-results.ts"
import { ServiceError } from "../service-error.ts"
import type { RowReads } from "../store/store.ts"
import type { Estimates } from "./schemas/privacy.ts"

export async function readEstimates(store: RowReads, live: LiveExperiment): Promise<Estimates["estimates"]> {
  if (!live.learning.hasEstimates)
    throw new ServiceError("no_estimates", `${live.algorithm.name} makes no releases to estimate from`)
  const readBody = readPersistedResults(live, await store.currentResults(live.experiment.id))
  const list: Estimates["estimates"] = []
  const pause = pauses()
  for (const [segment] of live.states()) {
    const { verdict, context } = readBody(segment)
    for (const group of context?.groups ?? [])
      for (const [arm, { mean, low, high, rewards }] of group.arms.entries())
        if (mean !== null && low !== null && high !== null)
          list.push({ segment: null, group: group.name, arm: live.armName(arm), rewards, mean, low, high })
    for (const [arm, { mean, low, high, rewards }] of verdict.arms.entries())
      if (mean !== null && low !== null && high !== null)
        list.push({ segment: segmentName(segment), arm: live.armName(arm), rewards, mean, low, high })
    await pause()
  }
  return list
}
