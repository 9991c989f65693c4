// What a request gives for a decision: its reward, values of metrics, or both. All of it is checked before anything changes; what had come
// before stays, and the rest counts.

import type { Experiment, Metric } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { stepsOfReward } from "../live/reward-lattice.ts"
import { ServiceError } from "../service-error.ts"
import type { DecisionRow } from "../store/store.ts"
import { quoted } from "../text.ts"
import type { Group } from "../transaction/group.ts"

export interface Outcome {
  readonly value?: number
  readonly metrics?: Readonly<Record<string, number>>
}

/** One value, in steps of its lattice: of a metric by its number, or the reward's. */
export interface OutcomePart {
  readonly metric: number | null
  readonly steps: number
}

export function partsOf(experiment: Experiment, { value, metrics = {} }: Outcome): OutcomePart[] {
  const parts: OutcomePart[] = []
  if (value !== undefined) parts.push({ metric: null, steps: stepsOfReward(value, experiment.reward) })
  for (const [name, given] of Object.entries(metrics)) {
    const metric = metricNumber(experiment, name)
    const bounds = experiment.metrics?.[metric] as Metric
    parts.push({ metric, steps: stepsOfReward(given, bounds, `a value of metric ${quoted(name)}`) })
  }
  if (parts.length > 0) return parts
  throw new ServiceError("invalid_request", "a reward must have a value, metrics or both, got neither")
}

function metricNumber({ metrics = [] }: Experiment, name: string): number {
  const metric = metrics.findIndex((one) => one.name === name)
  if (metric >= 0) return metric
  const known = metrics.length === 0 ? "an experiment without metrics" : `${quoted(name)}`
  throw new ServiceError("unknown_metric", `a metric must be one of the experiment's ${metrics.length}, got ${known}`)
}

/** Those that have not come before. */
export function newParts(group: Group, decision: DecisionRow, parts: readonly OutcomePart[]): readonly OutcomePart[] {
  const { experiment, sequence } = decision
  return parts.filter(({ metric }) =>
    metric === null
      ? group.reward(experiment, sequence) === undefined
      : !group.metricFate(experiment, sequence).given.some((row) => row.metric === metric),
  )
}

/** Whether something, at least the constant, is in the slot of one of them. */
export function isOneObserved(group: Group, decision: DecisionRow, parts: readonly OutcomePart[]): boolean {
  const { experiment, sequence } = decision
  return parts.some(({ metric }) =>
    metric === null
      ? group.isObserved(experiment, sequence)
      : group.metricFate(experiment, sequence).observed.includes(metric),
  )
}

/** Keeps them. With private arrivals they are learned from at the end of the window, all others now if the decision has a slot. */
export function takeParts(
  group: Group,
  live: LiveExperiment,
  decision: DecisionRow,
  parts: readonly OutcomePart[],
  key: string,
): void {
  const { id: experiment, arrivals } = live.experiment
  const { sequence, pull } = decision
  const isLearned = pull !== null && arrivals === "public"
  const at = group.now
  // The reward first: where its filter refuses, nothing has changed. Those of metrics have room for every batch.
  for (const { metric, steps } of parts) {
    if (metric === null) {
      if (isLearned) group.observe(live, decision, steps, "caller")
      // Not made by spreading what rows have in common: each would have a hidden class of its own, for the engine to collect in full.
      group.addReward(live, { experiment, decision: sequence, steps, key, at })
    } else {
      if (isLearned) group.observeMetric(live, decision, metric, steps, "caller")
      group.addMetricValue(live, { experiment, decision: sequence, metric, steps, key, at })
    }
  }
}

/** Once the window of a decision is over: for each metric whose slot is open what was given, or the constant. */
export function closeMetrics(group: Group, live: LiveExperiment, decision: DecisionRow): void {
  const { id, metrics = [] } = live.experiment
  if (metrics.length === 0) return
  const { given, observed } = group.metricFate(id, decision.sequence)
  for (const [metric, bounds] of metrics.entries()) {
    if (observed.includes(metric)) continue
    const value = given.find((row) => row.metric === metric)
    const steps = value?.steps ?? stepsOfReward(bounds.default, bounds)
    group.observeMetric(live, decision, metric, steps, value === undefined ? "default" : "caller")
  }
}
