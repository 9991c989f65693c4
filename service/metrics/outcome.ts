// The outcome of a decision: its reward, values of metrics, or both. All of it is checked before
// anything changes; values that came before stay.

import { type Experiment, type Metric, metricWindowMs, windowEnd } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { rewardToSteps } from "../live/reward-lattice.ts"
import { ServiceError } from "../service-error.ts"
import type { DecisionRow } from "../store/rows.ts"
import { joinChoices, quoted } from "../text.ts"
import { observe, observeMetric } from "../transaction/record-observation.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

export interface Outcome {
  readonly value?: number
  readonly metrics?: Readonly<Record<string, number>>
}

/** One value in steps of its lattice, of the metric with this number or of the reward (null). */
export interface OutcomePart {
  readonly metric: number | null
  readonly steps: number
}

export function parseOutcome(experiment: Experiment, { value, metrics = {} }: Outcome): OutcomePart[] {
  const parts: OutcomePart[] = []
  const taken = (number: number, bounds: Bounds): number => (experiment.clip === true ? clip(number, bounds) : number)
  const { reward } = experiment
  if (value !== undefined) parts.push({ metric: null, steps: rewardToSteps(taken(value, reward), reward) })
  for (const [name, given] of Object.entries(metrics)) {
    const metric = metricNumber(experiment, name)
    const bounds = experiment.metrics?.[metric] as Metric
    parts.push({ metric, steps: rewardToSteps(taken(given, bounds), bounds, `a value of metric ${quoted(name)}`) })
  }
  if (parts.length > 0) return parts
  throw new ServiceError("invalid_request", "a reward needs a value, metrics or both")
}

interface Bounds {
  readonly min: number
  readonly max: number
}

const clip = (value: number, { min, max }: Bounds): number => Math.min(Math.max(value, min), max)

function metricNumber({ metrics = [] }: Experiment, name: string): number {
  const metric = metrics.findIndex((one) => one.name === name)
  if (metric >= 0) return metric
  throw new ServiceError(
    "unknown_metric",
    metrics.length === 0
      ? "this experiment has no metrics"
      : `metric must be ${joinChoices(metrics.map(({ name: one }) => one))}, got ${quoted(name)}`,
  )
}

/** Parts that have not come before. */
export function selectNewParts(
  work: UnitOfWork,
  decision: DecisionRow,
  parts: readonly OutcomePart[],
): readonly OutcomePart[] {
  const { experiment, sequence } = decision
  return parts.filter(({ metric }) =>
    metric === null
      ? work.reward(experiment, sequence) === undefined
      : !work.metricFate(experiment, sequence).given.some((row) => row.metric === metric),
  )
}

/**
 * Stores the parts. The reward joins now if it may join on arrival; metrics join by the age of
 * their decision. An outcome that a stop has dropped is stored as well, so that no answer reveals
 * the stop, and never joins.
 */
export function storeParts(
  work: UnitOfWork,
  live: LiveExperiment,
  decision: DecisionRow,
  parts: readonly OutcomePart[],
  key: string,
): void {
  const { id: experiment } = live.experiment
  const { sequence, pull } = decision
  const at = work.now
  // The reward comes first: if its filter refuses, nothing has changed.
  for (const { metric, steps } of parts) {
    if (metric === null) {
      if (pull !== null && live.isRipe(sequence) && !live.isDropped(decision, "reward"))
        observe(work, live, decision, steps, "caller")
      // Written out: objects made by spreading would each get a hidden class, which burdens the
      // garbage collector.
      work.addReward(live, { experiment, decision: sequence, steps, key, at })
    } else work.addMetricValue(live, { experiment, decision: sequence, metric, steps, key, at })
  }
}

/** At the end of a metric's window its value joins, or its default. */
export function joinMetric(work: UnitOfWork, live: LiveExperiment, decision: DecisionRow, metric: number): void {
  const { id, metrics = [] } = live.experiment
  const bounds = metrics[metric] as Metric
  if (live.isDropped(decision, "metric")) return
  const { given, observed } = work.metricFate(id, decision.sequence)
  if (observed.includes(metric)) return
  const value = given.find((row) => row.metric === metric)
  const steps = value?.steps ?? rewardToSteps(bounds.default, bounds)
  observeMetric(work, live, decision, metric, steps, value === undefined ? "default" : "caller")
}

/** Leaves out values of metrics whose windows are over; the reward that comes with them counts. */
export function timelyParts(
  work: UnitOfWork,
  live: LiveExperiment,
  decision: DecisionRow,
  parts: readonly OutcomePart[],
): readonly OutcomePart[] {
  return parts.filter(({ metric }) => metric === null || !isMetricOver(work, live, decision, metric))
}

/** By the clock, or by the sweep, since the clock may have been set back. */
function isMetricOver(work: UnitOfWork, live: LiveExperiment, decision: DecisionRow, metric: number): boolean {
  const { experiment, sequence, at } = decision
  const window = metricWindowMs((live.experiment.metrics as readonly Metric[])[metric] as Metric)
  if (work.now >= windowEnd(live.experiment, at, window)) return true
  return work.metricFate(experiment, sequence).observed.includes(metric)
}
