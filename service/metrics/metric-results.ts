// Results of the metrics of a segment: each arm against the control.

import {
  computeMetricVerdict,
  type GuardrailState,
  type MetricState,
  type MetricSums,
  type MetricVerdict,
} from "@armistice/core"
import { readReleasedSums } from "@armistice/core/estimates"
import { getControl, getMaxArms, listSegments } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"

export interface MetricResult {
  readonly name: string
  readonly arms: readonly MetricArm[]
  /** Every other arm less the control. */
  readonly differences: readonly MetricDifference[]
}

export interface MetricArm {
  readonly arm: string
  readonly mean: number | null
  readonly low: number | null
  readonly high: number | null
}

export interface MetricDifference {
  readonly arm: string
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
  readonly state: GuardrailState
}

export function computeMetricResults(live: LiveExperiment, segment: string, confidence: number): MetricResult[] {
  const metrics = live.learning.metrics.list(live.segment(segment))
  const control = live.control
  const sharing = metrics.length * listSegments(live.experiment).length
  const changes = {
    armCount: getMaxArms(live.experiment),
    firstControl: live.arms.findNumber(getControl(live.experiment)) as number,
    resumes: live.arms.resumes,
  }
  return metrics.map(({ metric, sums, state }) => {
    const { min, max, worse, name, margin } = metric
    const { arms, differences } = readVerdict(sums, state, {
      min,
      max,
      worse,
      control,
      margin,
      sharing,
      confidence,
      changes,
    })
    return {
      name,
      arms: arms.map((figures, arm) => ({ arm: live.armName(arm), ...figures })),
      differences: differences.map(({ arm, ...figures }) => ({ arm: live.armName(arm), ...figures })),
    }
  })
}

/** The latest verdict of each metric: most releases are of the reward or of other metrics. */
const latest = new WeakMap<
  MetricState,
  { readonly closed: number; readonly control: number; readonly resumes: number; readonly verdict: MetricVerdict }
>()

function readVerdict(
  sums: MetricSums,
  state: MetricState,
  options: Parameters<typeof computeMetricVerdict>[1],
): MetricVerdict {
  const closed = state.closed.reduce((sum, batches) => sum + batches, 0)
  const known = latest.get(state)
  const { control } = options
  const resumes = options.changes?.resumes.reduce((sum, count) => sum + count, 0) ?? 0
  const isSame = known?.closed === closed && known.control === control && known.resumes === resumes
  if (isSame && known.verdict.arms.length === state.closed.length) return known.verdict
  const verdict = computeMetricVerdict(readReleasedSums(sums as never, state) ?? [], options)
  latest.set(state, { closed, control, resumes, verdict })
  return verdict
}
