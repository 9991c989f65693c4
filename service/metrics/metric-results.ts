// What the releases of an experiment's metrics say about a segment, with the arm that leads there.

import { type MetricState, type MetricSums, type MetricVerdict, metricVerdict } from "@armistice/core"
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
    const { arms, differences, harmed } = verdictOn(sums, state, options)
    return {
      name,
      arms: arms.map((figures, arm) => ({ arm: live.armName(arm), ...figures })),
      differences: differences.map(({ arm, ...figures }) => ({ arm: live.armName(arm), ...figures })),
      harmed,
    }
  })
}

/** Asked after every release of the reward and of all metrics, most of which change nothing for this one. */
const latest = new WeakMap<
  MetricState,
  { readonly leader: number | null; readonly closed: number; readonly verdict: MetricVerdict }
>()

function verdictOn(sums: MetricSums, state: MetricState, options: Parameters<typeof metricVerdict>[1]): MetricVerdict {
  const { leader } = options
  const closed = state.closed.reduce((sum, batches) => sum + batches, 0)
  const known = latest.get(state)
  if (known !== undefined && known.leader === leader && known.closed === closed) return known.verdict
  const verdict = metricVerdict(releasedSums(sums as never, state) ?? [], options)
  latest.set(state, { leader, closed, verdict })
  return verdict
}
