// What the releases of an experiment's metrics say about a segment, with the arm that leads there.

import { metricVerdict } from "@armistice/core"
import { releasedSums } from "@armistice/core/estimates"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { MetricResult } from "../results/result-body.ts"

/** `leader`: the arm that the reward says leads; null: none does yet. */
export function metricResults(
  live: LiveExperiment,
  segment: string,
  leader: number | null,
  confidence: number,
): MetricResult[] {
  const metrics = live.metrics(segment)
  return metrics.map(({ metric, sums, state }) => {
    const { min, max, worse, name } = metric
    const options = { min, max, worse, leader, metricCount: metrics.length, confidence }
    const { arms, differences, harmed } = metricVerdict(releasedSums(sums as never, state) ?? [], options)
    return {
      name,
      arms: arms.map((figures, arm) => ({ arm: live.armName(arm), ...figures })),
      differences: differences.map(({ arm, ...figures }) => ({ arm: live.armName(arm), ...figures })),
      harmed,
    }
  })
}
