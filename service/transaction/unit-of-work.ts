// The work of a group of requests in one transaction: operations read and change experiments through it, and see what earlier ones of the
// same group did. Nothing is answered before the changes are on disk; if that fails, everything the group touched in memory is dropped.

import type { ActivityRow, Actor } from "../activity/activity.ts"
import { tickMs } from "../experiment.ts"
import { enterArmChange, enterRelease } from "../ledger/enter-release.ts"
import { publicEntry, sealPurge, sealRipe } from "../ledger/ledger-entry.ts"
import { applyArmChange } from "../live/apply-arm-change.ts"
import { attentionLevel, type HarmRecord, type OpenFinding } from "../live/experiment-notes.ts"
import { afterDecision, afterMetric, afterObservation } from "../live/journal.ts"
import type { CurrentResult, LiveExperiment, LiveRelease } from "../live/live-experiment.ts"
import { applyAcceptance, applyDiscard } from "../live/load-experiment.ts"
import type { RecordingRandom } from "../live/recorded-random.ts"
import { rewardOfSteps } from "../live/reward-lattice.ts"
import type { Metadata } from "../metadata.ts"
import { type SurelyWorse, stopWorse } from "../operations/change-arms.ts"
import { noteHorizon } from "../results/ended-undecided.ts"
import { fixRecommended, noteUntold } from "../results/fix-recommended.ts"
import { keepResults } from "../results/keep-results.ts"
import { releasedBy } from "../results/result-body.ts"
import { type Changes, noChanges } from "../store/changes.ts"
import {
  type AcceptanceRow,
  type ArmChangeRow,
  type DecisionRow,
  type MetricFate,
  type MetricObservationRow,
  type MetricValueRow,
  newExperiment,
  type ObservationRow,
  type PopulationRow,
  type PublicEvent,
  type ReservationRow,
  type ResultRow,
  type RewardRow,
  type SubjectRow,
} from "../store/rows.ts"
import { digits } from "../text.ts"
import { unknownExperiment, unknownPopulation } from "../unknown.ts"
import type { WebhookEvent, WebhookEventData } from "../webhooks/event-types.ts"
import { newMessageId } from "../webhooks/outbox.ts"
import { PendingVerdicts } from "./pending-verdicts.ts"
import type { Lookups, Transaction } from "./transaction.ts"

export class UnitOfWork {
  readonly changes: Changes = noChanges()
  readonly touched = new Set<LiveExperiment>()
  /** Also those that an operation may have left half changed when it failed. */
  readonly reached = new Set<LiveExperiment>()
  /** When the windows of experiments are to be looked at next. */
  readonly nextWindows = new Map<LiveExperiment, number>()
  readonly random: RecordingRandom
  readonly #transaction: Omit<Transaction, "commit" | "drop">
  readonly #decisions = new Map<string, DecisionRow>()
  readonly #rewards = new Map<string, RewardRow>()
  readonly #observed = new Set<string>()
  readonly #metricFates = new Map<string, { given: MetricValueRow[]; observed: number[] }>()
  readonly #subjects = new Map<string, SubjectRow>()
  /** By subject; null: erased. */
  readonly #learned = new Map<string, DecisionRow | null>()
  readonly #populations = new Map<string, PopulationRow>()
  readonly #reservations = new Map<string, ReservationRow>()
  readonly #pending = new PendingVerdicts()
  readonly #halfway: number
  readonly #ends: number
  #changed = 0

  /** `longestMs`: for its operations together. */
  constructor(
    transaction: Omit<Transaction, "commit" | "drop">,
    random: RecordingRandom,
    longestMs = Number.POSITIVE_INFINITY,
  ) {
    this.#transaction = transaction
    this.random = random
    this.#halfway = performance.now() + longestMs / 2
    this.#ends = this.#halfway + longestMs / 2
  }

  get now(): number {
    return this.#transaction.now
  }

  get store(): Lookups {
    return this.#transaction.store
  }

  /** Others should have their turn: what is still to be done belongs in the next group. */
  get isFull(): boolean {
    // Where verdicts will take long, operations have half of the time.
    const ends = this.#pending.isMuch ? this.#halfway : this.#ends
    return this.#pending.isEnough || performance.now() > ends
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
    const live = this.#transaction.find(id)
    if (live !== undefined) this.reached.add(live)
    return live
  }

  /** Experiments in the store, with those of this group. */
  experimentCount(): number {
    return this.#transaction.experimentCount() + this.changes.experiments.length
  }

  addExperiment(live: LiveExperiment, metadata: Metadata): void {
    this.changes.experiments.push(newExperiment(live.experiment, metadata))
    this.#transaction.add(live)
    this.reached.add(live)
    this.#touch(live, 0)
  }

  decision(experiment: string, id: string): DecisionRow | undefined {
    return this.#decisions.get(`${experiment}/${id}`) ?? this.store.decision(experiment, id)
  }

  reward(experiment: string, decision: number): RewardRow | undefined {
    return this.#rewards.get(numbered(experiment, decision)) ?? this.store.reward(experiment, decision)
  }

  isObserved(experiment: string, decision: number): boolean {
    return this.#observed.has(numbered(experiment, decision)) || this.store.isObserved(experiment, decision)
  }

  subject(experiment: string, subject: string): SubjectRow {
    return (
      this.#subjects.get(`${experiment}/${subject}`) ??
      this.store.subject(experiment, subject) ?? { experiment, subject, learned: 0, arm: null, since: null }
    )
  }

  /** The decision of a subject that is learned from; asked only where there is at most one. */
  learnedDecision(experiment: string, subject: string): DecisionRow | undefined {
    const known = this.#learned.get(`${experiment}/${subject}`)
    return known === undefined ? this.store.learnedDecision(experiment, subject) : (known ?? undefined)
  }

  population(name: string): PopulationRow {
    const row = this.findPopulation(name)
    if (row !== undefined) return row
    throw unknownPopulation(name)
  }

  findPopulation(name: string): PopulationRow | undefined {
    return this.#populations.get(name) ?? this.store.population(name)
  }

  /** Whether any experiment is or was in it, those of this group included. */
  isPopulationUsed(name: string): boolean {
    const isJoined = this.changes.experiments.some(({ experiment }) => experiment.population === name)
    return isJoined || this.store.isPopulationUsed(name)
  }

  /** What is reserved for someone so far. */
  reservation(population: string, person: string): ReservationRow {
    return (
      this.#reservations.get(`${population}/${person}`) ??
      this.store.reservation(population, person) ?? { population, person, high: 0, low: 0 }
    )
  }

  addPopulation(row: PopulationRow): void {
    const { populations } = this.changes
    const earlier = populations.findIndex(({ name }) => name === row.name)
    const isNew = earlier < 0 ? this.store.population(row.name) === undefined : populations[earlier]?.isNew === true
    if (earlier >= 0) populations.splice(earlier, 1)
    populations.push({ ...row, isNew })
    this.#populations.set(row.name, row)
    this.#changed += 1
  }

  addReservation(live: LiveExperiment, row: ReservationRow): void {
    const key = `${row.population}/${row.person}`
    const known = this.#reservations.get(key)
    if (known !== undefined) this.changes.reservations.splice(this.changes.reservations.indexOf(known), 1)
    this.changes.reservations.push(row)
    this.#reservations.set(key, row)
    this.#touch(live, 0)
  }

  addDecision(live: LiveExperiment, row: DecisionRow, isFindable: boolean): void {
    live.sequence = row.sequence
    live.journal = afterDecision(live.journal, row)
    if (row.pull !== null) live.noteDecision(row.segment, row.arm, row.pull, row.at)
    this.changes.decisions.push(row)
    if (isFindable) this.#decisions.set(`${row.experiment}/${row.id}`, row)
    if (row.pull !== null && row.subject !== null) this.#learned.set(`${row.experiment}/${row.subject}`, row)
    this.#touch(live, 1)
    if (row.pull === null) return
    noteUntold(this, live, row.segment)
    if (live.segment(row.segment).state.round < live.horizon) return
    this.conclude(live)
    fixRecommended(this, live, row.segment, live.leading(row.segment))
    noteHorizon(this, live)
  }

  /** After a purge nothing private is kept any more. */
  addReward(live: LiveExperiment, row: RewardRow): void {
    this.#touch(live, 0)
    if (live.purgedAt !== null) return
    this.changes.rewards.push(row)
    this.#rewards.set(numbered(row.experiment, row.decision), row)
  }

  /** What is there of a decision's metrics, this group's part of it included. */
  metricFate(experiment: string, decision: number): MetricFate {
    return this.#metricFate(experiment, decision)
  }

  /** The same, to be added to. */
  #metricFate(experiment: string, decision: number): { given: MetricValueRow[]; observed: number[] } {
    const key = numbered(experiment, decision)
    const known = this.#metricFates.get(key)
    if (known !== undefined) return known
    const { given, observed } = this.store.metricFate(experiment, decision)
    const fate = { given: [...given], observed: [...observed] }
    this.#metricFates.set(key, fate)
    return fate
  }

  addMetricValue(live: LiveExperiment, row: MetricValueRow): void {
    this.#touch(live, 0)
    if (live.purgedAt !== null) return
    this.#metricFate(row.experiment, row.decision).given.push(row)
    this.changes.metricValues.push(row)
  }

  /** A reward that does not count where nobody may know: nothing to keep, but written as one that does. */
  addRepeat(live: LiveExperiment): void {
    this.changes.repeats.push(live.experiment.id)
    this.#touch(live, 0)
  }

  addSubject(live: LiveExperiment, row: SubjectRow): void {
    const key = `${row.experiment}/${row.subject}`
    const known = this.#subjects.get(key)
    if (known !== undefined) this.changes.subjects.splice(this.changes.subjects.indexOf(known), 1)
    this.changes.subjects.push(row)
    this.#subjects.set(key, row)
    this.#touch(live, 0)
  }

  /** Lets the reward of a decision join its arm's batch, and enters what that releases in the ledger. */
  observe(live: LiveExperiment, decision: DecisionRow, steps: number, source: "caller" | "default"): void {
    const { limit } = live.experiment
    const releases = live.observe(
      decision.segment,
      decision.arm,
      decision.pull as number,
      rewardOfSteps(steps),
      this.random,
    )
    this.#addObservation(live, decision, steps, source)
    if (limit !== null) this.#addReleases(live, releases)
  }

  /** Nobody will answer this decision any more. */
  expire(live: LiveExperiment, decision: DecisionRow): void {
    live.expire(decision.segment, decision.arm, decision.pull as number)
    this.#addObservation(live, decision, 0, "silent")
  }

  #addObservation(
    live: LiveExperiment,
    { sequence: decision, segment, arm }: DecisionRow,
    steps: number,
    source: ObservationRow["source"],
  ): void {
    const { id: experiment } = live.experiment
    const sequence = live.sequence + 1
    const row: ObservationRow = { experiment, sequence, decision, steps, source, noise: this.random.takeRecord() }
    live.sequence = sequence
    live.journal = afterObservation(live.journal, row)
    this.changes.observations.push(row)
    this.#observed.add(numbered(experiment, decision))
    live.settle(segment, arm, source)
    this.#touch(live, 1)
  }

  /** Adds a metric's value, or the constant in its place, to the batch of its decision's slot. It steers nothing. */
  observeMetric(
    live: LiveExperiment,
    decision: DecisionRow,
    metric: number,
    steps: number,
    source: MetricObservationRow["source"],
  ): void {
    const { id } = live.experiment
    const slot = { arm: decision.arm, pull: decision.pull as number }
    const releases = live.observeMetric(decision.segment, slot, metric, rewardOfSteps(steps), this.random)
    const row: MetricObservationRow = {
      experiment: id,
      sequence: live.sequence + 1,
      decision: decision.sequence,
      metric,
      steps,
      source,
      noise: this.random.takeRecord(),
    }
    live.sequence = row.sequence
    live.journal = afterMetric(live.journal, row)
    this.#metricFate(id, decision.sequence).observed.push(metric)
    this.changes.metricObservations.push(row)
    this.#touch(live, 1)
    this.#addReleases(live, releases)
  }

  /** Enters what the latest journal entry released in the ledger. */
  #addReleases(live: LiveExperiment, releases: readonly LiveRelease[]): void {
    const tick = tickMs(live.experiment)
    const at = Math.floor(this.now / tick) * tick
    for (const release of releases) {
      const entry = enterRelease(live, release, at)
      this.changes.ledger.push(entry)
      this.addEvent(live, "release", JSON.stringify(publicEntry(entry)))
      this.#pending.add(live, { entry, released: releasedBy(live, entry) })
    }
  }

  /** Keeps what is known after the releases so far: at the end of the transaction, and before anything that ends learning or changes the state. */
  conclude(live: LiveExperiment): void {
    const worse: SurelyWorse[] = []
    for (const releases of this.#pending.take(live)) worse.push(...keepResults(this, live, releases))
    // Only now: a stop changes the states that verdicts of other segments are about.
    stopWorse(this, live, worse)
  }

  concludeAll(): void {
    for (const live of this.#pending.experiments()) this.conclude(live)
  }

  addResults(live: LiveExperiment, rows: readonly ResultRow[]): void {
    this.changes.results.push(...rows)
    this.#touch(live, 0)
  }

  /**
   * Takes the place of the segment's current result so far. What is recommended for good stays unless someone named another arm, and so does the
   * body if there is no new one.
   */
  setCurrentResult(live: LiveExperiment, segment: string, latest: CurrentResult, body: string | null): void {
    const experiment = live.experiment.id
    const before = live.currentResults.get(segment)
    const current =
      before?.fixed === 1 && latest.fixed === 0
        ? { ...latest, recommended: before.recommended, fixed: before.fixed }
        : latest
    const { currentResults } = this.changes
    const at = currentResults.findIndex((row) => row.experiment === experiment && row.segment === segment)
    const [known] = at < 0 ? [] : currentResults.splice(at, 1)
    currentResults.push({ experiment, segment, ...current, body: body ?? known?.body ?? null })
    live.currentResults.set(segment, current)
    this.#touch(live, 0)
  }

  addEvent(live: LiveExperiment, kind: PublicEvent["kind"], body: string): void {
    live.eventNumber += 1
    this.changes.events.push({ experiment: live.experiment.id, number: live.eventNumber, kind, body })
    this.#touch(live, 0)
  }

  /** Who did it, and what. */
  addActivity(done: Pick<ActivityRow, "experiment" | "action" | "key"> & { readonly at?: number }): void {
    this.changes.activity.push({ at: this.now, ...done, outcome: "done", code: null, count: 1 })
    this.#changed += 1
  }

  /** Webhooks are told once this is committed. `at`: when it happened, if not now. */
  addMessage<Name extends WebhookEvent>(
    type: Name,
    data: WebhookEventData<Name>,
    live?: LiveExperiment,
    at?: number,
  ): void {
    this.changes.messages.push({
      id: newMessageId(),
      type,
      stream: live?.experiment.id ?? "store",
      at: at ?? this.now,
      queuedAt: this.now,
      data: JSON.stringify(data),
    })
    this.#changed += 1
    if (live !== undefined) this.#touch(live, 0)
  }

  /** For the restore of this number. */
  addDiscard(live: LiveExperiment, restores: number): void {
    this.conclude(live)
    applyDiscard(live, restores)
    this.changes.discards.push({ experiment: live.experiment.id, sequence: live.sequence, restores })
    this.#touch(live, 1)
  }

  addAcceptance(live: LiveExperiment, eta: number, key: string): void {
    const { experiment, restores, sequence } = live
    const row: AcceptanceRow = { experiment: experiment.id, sequence: sequence + 1, restores, eta, key, at: this.now }
    applyAcceptance(live, row)
    this.changes.acceptances.push(row)
    this.#touch(live, 1)
  }

  /** The next entry of the journal and of the public ledger. The snapshot has the arms as lists show them. */
  addArmChange(
    live: LiveExperiment,
    fields: Pick<ArmChangeRow, "kind" | "arm"> & Partial<ArmChangeRow>,
    by: Actor,
    at = this.now,
  ): ArmChangeRow {
    const row: ArmChangeRow = {
      name: null,
      horizon: null,
      cause: null,
      metric: null,
      segment: null,
      reason: null,
      ...fields,
      experiment: live.experiment.id,
      sequence: live.sequence + 1,
      key: by.id,
      actor: by.name,
      at,
    }
    applyArmChange(live, row)
    this.changes.armChanges.push(row)
    this.changes.ledger.push(enterArmChange(live, row))
    this.#touch(live, 1)
    this.addSnapshot(live)
    return row
  }

  addErased(live: LiveExperiment, subject: string): void {
    this.changes.erased.push({ experiment: live.experiment.id, subject })
    this.#learned.set(`${live.experiment.id}/${subject}`, null)
    this.#touch(live, 0)
  }

  /** Ends the chain and takes everything private out of the state and, in the same transaction, out of the rows. */
  addPurge(live: LiveExperiment): void {
    this.conclude(live)
    const { experiment, ledgerIndex, ledgerHash } = live
    const spent = live.spent() ?? 0
    const place = { experiment: experiment.id, index: ledgerIndex + 1, spent, at: this.now, previous: ledgerHash }
    const entry = sealPurge(place)
    live.purge(entry)
    this.changes.ledger.push(entry)
    // A state from before, of this group or an earlier one, has open sums.
    this.addSnapshot(live)
    this.addRemoval(live)
  }

  /** Answers count from a greater age of their decisions on, which the public ledger says. */
  addRipe(live: LiveExperiment, ripeSeconds: number): void {
    const { experiment, ledgerIndex, ledgerHash } = live
    const spent = live.spent() ?? 0
    const place = { experiment: experiment.id, index: ledgerIndex + 1, spent, at: this.now, previous: ledgerHash }
    const entry = sealRipe(place, ripeSeconds)
    live.raiseRipe(entry)
    this.changes.ledger.push(entry)
    // The pointer that goes back is part of the snapshot.
    this.addSnapshot(live)
    this.nextWindows.set(live, 0)
    this.#touch(live, 0)
  }

  addSnapshot(live: LiveExperiment): void {
    this.changes.snapshots.push(live.snapshot())
    live.unsaved = 0
  }

  /** Harm that was found, or that someone has seen it. */
  noteHarm(live: LiveExperiment, harm: HarmRecord): void {
    live.harm = harm
    this.#listAgain(live)
  }

  /** What is wrong with how answers come, or that nothing is any more. */
  noteIntegrity(live: LiveExperiment, finding: OpenFinding | null): void {
    live.integrity = finding
    this.#listAgain(live)
  }

  #listAgain(live: LiveExperiment): void {
    this.changes.attention.push({ experiment: live.experiment.id, level: attentionLevel(live) })
    this.#touch(live, 0)
    // Notes are kept with the snapshot alone.
    this.addSnapshot(live)
  }

  /** Counts of answers that no other change comes with. */
  addCounts(live: LiveExperiment): void {
    this.#touch(live, 0)
    this.addSnapshot(live)
  }

  /** Rows that a purge removes, or that it left because the experiment was not archived yet. */
  addRemoval(live: LiveExperiment): void {
    this.changes.purged.push({ experiment: live.experiment.id, keepsArms: live.status !== "archived" })
    this.#touch(live, 0)
  }

  /** Snapshots of the experiments whose journals have grown long enough, for the length of their states too. */
  addSnapshots(every: number): void {
    for (const live of this.touched) if (live.isSnapshotDue(every)) this.addSnapshot(live)
  }

  #touch(live: LiveExperiment, entries: number): void {
    this.#changed += 1
    live.unsaved += entries
    this.touched.add(live)
  }
}

/** A decision of an experiment, by its number. */
const numbered = (experiment: string, decision: number): string => `${experiment}/${digits(decision)}`
