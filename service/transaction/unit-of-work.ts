// The work of a batch of requests in one transaction. Operations read and change experiments
// through it and see what earlier operations of the batch did. If the commit fails, every
// experiment in `reached` is dropped from memory.

import type { ActivityRow } from "../activity/activity.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { RecordingRandom } from "../live/recorded-random.ts"
import type { Metadata } from "../metadata.ts"
import { type Changes, noChanges } from "../store/changes.ts"
import type { PublicEvent, ResultRow } from "../store/result-rows.ts"
import {
  type DecisionRow,
  type MetricFate,
  type MetricValueRow,
  newExperiment,
  type PopulationRow,
  type ReservationRow,
  type RewardRow,
  type SubjectRow,
} from "../store/rows.ts"
import { unknownExperiment, unknownPopulation } from "../unknown.ts"
import type { WebhookEvent, WebhookEventData } from "../webhooks/event-types.ts"
import { createMessageId } from "../webhooks/outbox.ts"
import type { Lookups, TransactionScope } from "./lookups.ts"
import { PendingVerdicts } from "./pending-verdicts.ts"
import { overlayRows, type RowOverlays } from "./row-overlays.ts"

export class UnitOfWork {
  readonly changes: Changes = noChanges()
  readonly touched = new Set<LiveExperiment>()
  /** Experiments that a failed operation may have left half changed. */
  readonly reached = new Set<LiveExperiment>()
  /** When the windows of experiments are to be looked at next. */
  readonly nextWindows = new Map<LiveExperiment, number>()
  /** Releases whose verdict is still to be computed (results/conclude.ts). */
  readonly pending = new PendingVerdicts()
  readonly random: RecordingRandom
  readonly #scope: TransactionScope
  readonly #rows: RowOverlays
  readonly #halfway: number
  readonly #ends: number
  #changed = 0

  /** `longestMs`: for all operations together. */
  constructor(scope: TransactionScope, random: RecordingRandom, longestMs = Number.POSITIVE_INFINITY) {
    const { store } = scope
    this.#scope = scope
    this.random = random
    this.#halfway = performance.now() + longestMs / 2
    this.#ends = this.#halfway + longestMs / 2
    this.#rows = overlayRows(store)
  }

  get now(): number {
    return this.#scope.now
  }

  get store(): Lookups {
    return this.#scope.store
  }

  /** No time is left: what is still to be done belongs in the next transaction. */
  get isFull(): boolean {
    // Where verdicts will take long, operations have half of the time.
    const ends = this.pending.isMuch ? this.#halfway : this.#ends
    return this.pending.isEnough || performance.now() > ends
  }

  get isEmpty(): boolean {
    return this.#changed === 0
  }

  live(id: string): LiveExperiment {
    const live = this.find(id)
    if (live !== undefined) return live
    throw unknownExperiment(id)
  }

  find(id: string): LiveExperiment | undefined {
    const live = this.#scope.find(id)
    if (live !== undefined) this.reached.add(live)
    return live
  }

  /** Experiments in the store, with those created here. */
  experimentCount(): number {
    return this.#scope.experimentCount() + this.changes.experiments.length
  }

  addExperiment(live: LiveExperiment, metadata: Metadata): void {
    this.changes.experiments.push(newExperiment(live.experiment, metadata))
    this.#scope.add(live)
    this.reached.add(live)
    this.touch(live)
  }

  decision(experiment: string, id: string): DecisionRow | undefined {
    return this.#rows.decisions.get(experiment, id)
  }

  reward(experiment: string, decision: number): RewardRow | undefined {
    return this.#rows.rewards.get(experiment, decision)
  }

  isObserved(experiment: string, decision: number): boolean {
    return this.#rows.observed.get(experiment, decision)
  }

  metricFate(experiment: string, decision: number): MetricFate {
    return this.#rows.metricFates.get(experiment, decision)
  }

  subject(experiment: string, subject: string): SubjectRow {
    return this.#rows.subjects.get(experiment, subject)
  }

  /** The decision of a subject that is learned from; asked only where there is at most one. */
  learnedDecision(experiment: string, subject: string): DecisionRow | undefined {
    return this.#rows.learned.get(experiment, subject)
  }

  population(name: string): PopulationRow {
    const row = this.findPopulation(name)
    if (row !== undefined) return row
    throw unknownPopulation(name)
  }

  findPopulation(name: string): PopulationRow | undefined {
    return this.#rows.populations.get("", name)
  }

  /** Whether any experiment is or was in it. */
  isPopulationUsed(name: string): boolean {
    const isJoined = this.changes.experiments.some(({ experiment }) => experiment.population === name)
    return isJoined || this.store.populations.isUsed(name)
  }

  /** The reservation for someone so far. */
  reservation(population: string, person: string): ReservationRow {
    return this.#rows.reservations.get(population, person)
  }

  putPopulation(row: PopulationRow): void {
    const known = this.#rows.populations.get("", row.name)
    this.#rows.populations.put(this.changes.populations, "", row.name, { ...row, isNew: known?.isNew ?? true })
    this.#changed += 1
  }

  putReservation(live: LiveExperiment, row: ReservationRow): void {
    this.#rows.reservations.put(this.changes.reservations, row.population, row.person, row)
    this.touch(live)
  }

  putSubject(live: LiveExperiment, row: SubjectRow): void {
    this.#rows.subjects.put(this.changes.subjects, row.experiment, row.subject, row)
    this.touch(live)
  }

  /** An arm that someone has not seen: the experiment itself stays as it is. */
  putAssigned(row: SubjectRow): void {
    this.#rows.subjects.put(this.changes.subjects, row.experiment, row.subject, row)
    this.#changed += 1
  }

  /** `isFindable`: a later request of the batch may name its id. */
  addDecision(live: LiveExperiment, row: DecisionRow, isFindable: boolean): void {
    this.changes.decisions.push(row)
    if (isFindable) this.#rows.decisions.set(row.experiment, row.id, row)
    if (row.pull !== null && row.subject !== null) this.#rows.learned.set(row.experiment, row.subject, row)
    this.touch(live, 1)
  }

  /** After a purge no reward is kept. */
  addReward(live: LiveExperiment, row: RewardRow): void {
    this.touch(live)
    if (live.purgedAt !== null) return
    this.changes.rewards.push(row)
    this.#rows.rewards.set(row.experiment, row.decision, row)
  }

  addMetricValue(live: LiveExperiment, row: MetricValueRow): void {
    this.touch(live)
    if (live.purgedAt !== null) return
    const { given, observed } = this.metricFate(row.experiment, row.decision)
    this.#rows.metricFates.set(row.experiment, row.decision, { given: [...given, row], observed })
    this.changes.metricValues.push(row)
  }

  /** A private reward that does not count is written alike: timing must reveal nothing. */
  addRepeat(live: LiveExperiment): void {
    this.changes.repeats.push(live.experiment.id)
    this.touch(live)
  }

  markObserved(experiment: string, decision: number): void {
    this.#rows.observed.set(experiment, decision, true)
  }

  markMetricObserved(experiment: string, decision: number, metric: number): void {
    const { given, observed } = this.metricFate(experiment, decision)
    this.#rows.metricFates.set(experiment, decision, { given, observed: [...observed, metric] })
  }

  addErased(live: LiveExperiment, subject: string): void {
    this.changes.erased.push({ experiment: live.experiment.id, subject })
    this.#rows.learned.set(live.experiment.id, subject, undefined)
    this.touch(live)
  }

  addResults(live: LiveExperiment, rows: readonly ResultRow[]): void {
    this.changes.results.push(...rows)
    this.touch(live)
  }

  addEvent(live: LiveExperiment, kind: PublicEvent["kind"], body: string): void {
    live.eventNumber += 1
    this.changes.events.push({ experiment: live.experiment.id, number: live.eventNumber, kind, body })
    this.touch(live)
  }

  addActivity(done: Pick<ActivityRow, "experiment" | "action" | "key">): void {
    this.changes.activity.push({ at: this.now, ...done, outcome: "done", code: null, count: 1 })
    this.#changed += 1
  }

  /** Sent to webhooks after the commit. `at`: when it happened, if not now. */
  addMessage<Name extends WebhookEvent>(
    type: Name,
    data: WebhookEventData<Name>,
    live?: LiveExperiment,
    at?: number,
  ): void {
    this.changes.messages.push({
      id: createMessageId(),
      type,
      stream: live?.experiment.id ?? "store",
      at: at ?? this.now,
      queuedAt: this.now,
      data: JSON.stringify(data),
    })
    this.#changed += 1
    if (live !== undefined) this.touch(live)
  }

  addSnapshot(live: LiveExperiment): void {
    this.changes.snapshots.push(live.snapshot())
    live.unsaved = 0
  }

  /** `at`: when it is to be looked at next; null: nothing is left to do. */
  setRetention(live: LiveExperiment, at: number | null): void {
    this.changes.retention.push({ experiment: live.experiment.id, at })
    this.#changed += 1
  }

  /** Removes the private rows of a purged experiment. Sticky arms stay until it is archived. */
  addRemoval(live: LiveExperiment): void {
    this.changes.purged.push({ experiment: live.experiment.id, keepsArms: live.status !== "archived" })
    this.touch(live)
  }

  /** Snapshots of the experiments that have enough journal entries since their last one. */
  addSnapshots(every: number): void {
    for (const live of this.touched) if (live.learning.isWorthWriting(live.unsaved, every)) this.addSnapshot(live)
  }

  /** Notes that an experiment has changed. `entries`: how many journal entries that adds. */
  touch(live: LiveExperiment, entries = 0): void {
    this.#changed += 1
    live.unsaved += entries
    this.touched.add(live)
  }
}
