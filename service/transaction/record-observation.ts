// Adds the outcome of a decision to its batch: writes the journal entry, and a ledger entry for
// each release.

import { tickMs } from "../experiment.ts"
import { enterRelease } from "../ledger/enter-release.ts"
import { publicEntry } from "../ledger/ledger-entry.ts"
import { afterMetric, afterObservation } from "../live/journal.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { LiveRelease } from "../live/live-release.ts"
import { stepsToReward } from "../live/reward-lattice.ts"
import { readRelease } from "../results/result-body.ts"
import type { DecisionRow, MetricObservationRow, ObservationRow, Slot } from "../store/rows.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** The reward of a decision joins its arm's batch. */
export function observe(
  work: UnitOfWork,
  live: LiveExperiment,
  decision: DecisionRow,
  steps: number,
  source: "caller" | "default",
): void {
  const releases = live.learning.observe(createSlot(decision), stepsToReward(steps), work.random)
  addObservation(work, live, decision, steps, source)
  if (live.experiment.limit !== null) addReleases(work, live, releases)
}

/** The decision will never be answered: nothing joins. */
export function expire(work: UnitOfWork, live: LiveExperiment, decision: DecisionRow): void {
  live.learning.expire(createSlot(decision))
  addObservation(work, live, decision, 0, "silent")
}

function addObservation(
  work: UnitOfWork,
  live: LiveExperiment,
  decided: DecisionRow,
  steps: number,
  source: ObservationRow["source"],
): void {
  const { id: experiment } = live.experiment
  const sequence = live.sequence + 1
  const { sequence: decision } = decided
  const row: ObservationRow = { experiment, sequence, decision, steps, source, noise: work.random.takeRecord() }
  live.sequence = sequence
  live.journal = afterObservation(live.journal, row)
  work.changes.observations.push(row)
  work.markObserved(experiment, decision)
  live.learning.settle(decided, source)
  work.touch(live, 1)
}

/** The slot of a decision that is learned from. */
const createSlot = ({ segment, arm, pull, context }: DecisionRow): Slot => ({
  segment,
  arm,
  pull: pull as number,
  context,
})

/** A metric's value, or the constant in its place, joins the batch of its decision's slot. */
export function observeMetric(
  work: UnitOfWork,
  live: LiveExperiment,
  decision: DecisionRow,
  metric: number,
  steps: number,
  source: MetricObservationRow["source"],
): void {
  const { id: experiment } = live.experiment
  const releases = live.learning.observeMetric(createSlot(decision), metric, stepsToReward(steps), work.random)
  const row: MetricObservationRow = {
    experiment,
    sequence: live.sequence + 1,
    decision: decision.sequence,
    metric,
    steps,
    source,
    noise: work.random.takeRecord(),
  }
  live.sequence = row.sequence
  live.journal = afterMetric(live.journal, row)
  work.markMetricObserved(experiment, decision.sequence, metric)
  work.changes.metricObservations.push(row)
  work.touch(live, 1)
  addReleases(work, live, releases)
}

function addReleases(work: UnitOfWork, live: LiveExperiment, releases: readonly LiveRelease[]): void {
  const tick = tickMs(live.experiment)
  const at = Math.floor(work.now / tick) * tick
  for (const release of releases) {
    const entry = enterRelease(live, release, at)
    work.changes.ledger.push(entry)
    work.addEvent(live, "release", JSON.stringify(publicEntry(entry)))
    work.pending.add(live, { entry, released: readRelease(live, entry) })
  }
}
