// A running experiment in memory: its algorithm, the state of each segment, the filter, and where its journal stands. The same code
// runs live (with secure noise that is written down) and in a replay (with the written noise), so both reach the same state.

import {
  type Algorithm,
  ArmisticeError,
  chooseWithEvenShare,
  createAlgorithm,
  discardOpenBatches,
  dropOutstanding,
  forgetSums,
  GdpFilter,
  observeWithin,
  type Random,
} from "@armistice/core"
import { readReleasedSums } from "@armistice/core/estimates"
import { isArmChange, isPurge, isRipe, type PublicLedgerEntry, readRelease } from "@armistice/core/ledger"
import {
  countsSubjects,
  type Experiment,
  getMaxArms,
  hasMetrics,
  listSegments,
  type Status,
  windowEnd,
} from "../experiment.ts"
import { firstHashOf } from "../ledger/ledger-entry.ts"
import { ServiceError } from "../service-error.ts"
import type {
  ArmChangeRow,
  CurrentResultRow,
  DecisionRow,
  ExperimentState,
  ObservationRow,
  Slot,
  Snapshot,
} from "../store/rows.ts"
import { oneOf, quoted } from "../text.ts"
import { AnswerCounts } from "./answer-counts.ts"
import {
  addArmToAnswers,
  answersToFirstRelease,
  completesFirstBatch,
  countRelease,
  countSettled,
  giveUpAnswers,
  giveUpArm,
  noAnswersYet,
} from "./answers-by-arm.ts"
import { ArmStates, controlNow } from "./arm-states.ts"
import {
  type ExperimentNotes,
  firstNotes,
  type HarmRecord,
  type OpenFinding,
  readNotes,
  type Serving,
} from "./experiment-notes.ts"
import { firstJournalHash } from "./journal.ts"
import { liveRelease } from "./live-loss.ts"
import { LiveMetrics } from "./live-metrics.ts"
import type { LiveRelease } from "./live-release.ts"
import { rewardOfSteps, stepsOfReward } from "./reward-lattice.ts"
import { firstPassed, type PassedDecisions, type SegmentState } from "./segment-state.ts"
import { StateText } from "./state-text.ts"

/** What is known of a segment now; see CurrentResultRow. */
export type CurrentResult = Omit<CurrentResultRow, "experiment" | "segment" | "body">

export const isStoppedAfterRestore = ({ experiment, restores, accepted }: Omit<ExperimentState, "status">): boolean =>
  countsSubjects(experiment) && accepted < restores

export class LiveExperiment {
  readonly experiment: Experiment
  /** Which arms it has now, and which of them are stopped. */
  readonly arms: ArmStates
  /** For the planned horizon: figures do not change with an extension. */
  readonly algorithm: Algorithm
  /** Whether releases tell the arms' means. */
  readonly hasEstimates: boolean
  status: Status
  /** Last journal entry, the hash over the journal, and the decision up to which windows have been dealt with. */
  sequence = 0
  journal: string
  swept = 0
  /** Decisions up to these have reached the age at which held answers join, at which answers are first counted, and metrics' windows. */
  passed: PassedDecisions
  /** Answers to decisions whose windows are over, counted when the sweep passes them. */
  readonly counts: AnswerCounts
  /** Nothing is due before this moment, in milliseconds; 0: not known. */
  nextDue = 0
  /** Public arrivals: an answer joins once its decision is this old. */
  ripeSeconds: number
  /** Answers to decisions up to this one are refused, and open batches lost theirs: the store it was restored from may have them. */
  discarded = 0
  /** Restores of the store by the last discard (or the creation), and up to which of them the loss to subjects is accepted. */
  restores: number
  accepted: number
  ledgerIndex = 0
  ledgerHash: string
  eventNumber = 0
  /** When its rewards were removed; null: they were not. */
  purgedAt: number | null = null
  serving: Serving = firstNotes.serving
  harm: HarmRecord = firstNotes.harm
  integrity: OpenFinding | null = null
  /** By segment; none before anything was released or learning ended there. */
  currentResults = new Map<string, CurrentResult>()
  /** Journal entries since the last snapshot. */
  unsaved = 0
  /** Answers join when they come; otherwise every decision joins at the end of its window, in the order of decisions. */
  readonly joinsOnArrival: boolean
  readonly #segments: Map<string, SegmentState>
  readonly #text: StateText
  readonly #filter: GdpFilter | null
  readonly #metrics: LiveMetrics
  /** The same for an extended horizon; null: it was not extended. */
  #extended: Algorithm | null = null

  constructor(experiment: Experiment, status: Status) {
    this.experiment = experiment
    this.arms = new ArmStates(experiment)
    this.status = status
    this.restores = experiment.restoresBefore ?? 0
    this.accepted = this.restores
    const { name, parameters, ruleVersion } = experiment.algorithm
    this.algorithm = createAlgorithm(name, parameters, ruleVersion)
    this.ripeSeconds = experiment.ripeSeconds
    const { arrivals, missing, reward, ripeSeconds, rewardWindowSeconds } = experiment
    // At the end of the window a constant can join like an answer, so that the value itself is released and nothing need be known of shares.
    const weighsSilence = this.algorithm.weighsSilence === true && ripeSeconds < rewardWindowSeconds
    this.joinsOnArrival = arrivals === "public" && (missing === "ignore" || weighsSilence)
    const silence =
      this.joinsOnArrival && missing !== "ignore" ? rewardOfSteps(stepsOfReward(missing, reward)) : undefined
    this.passed = firstPassed(experiment)
    this.counts = new AnswerCounts(experiment)
    this.#segments = new Map()
    this.#metrics = new LiveMetrics(experiment)
    const armCount = experiment.arms.length
    for (const segment of listSegments(experiment)) {
      this.#segments.set(segment, {
        state: this.algorithm.start(armCount, silence, getMaxArms(experiment)),
        latest: null,
        ...noAnswersYet(armCount),
        ...this.#metrics.start(armCount),
      })
    }
    // All segments are alike at the start.
    this.#text = new StateText(this.#segments.size * JSON.stringify([...this.#segments.values()][0]).length)
    this.hasEstimates = readReleasedSums(this.algorithm, this.algorithm.start(armCount)) !== null
    this.#filter = experiment.limit === null ? null : new GdpFilter(experiment.limit)
    this.journal = firstJournalHash(experiment.id)
    this.ledgerHash = firstHashOf(experiment)
  }

  segment(name: string): SegmentState {
    const segment = this.#segments.get(name)
    if (segment !== undefined) return segment
    throw new ServiceError(
      "unknown_segment",
      `segment must be ${oneOf([...this.#segments.keys()])}, got ${quoted(name)}`,
    )
  }

  armNumber(name: string): number {
    const arm = this.arms.numberOf(name)
    if (arm !== undefined) return arm
    throw new ServiceError("unknown_arm", `arm must be ${oneOf(this.arms.names)}, got ${quoted(name)}`)
  }

  armNameOrNull(arm: number | null): string | null {
    return arm === null ? null : this.armName(arm)
  }

  armName(arm: number): string {
    return this.arms.names[arm] as string
  }

  /** Decisions that are learned from, in each segment. */
  get horizon(): number {
    return this.arms.horizon ?? this.experiment.horizon
  }

  /** The arm that others are compared with now. */
  get control(): number {
    return controlNow(this.experiment, this.arms)
  }

  /** Restores of the store in the experiment's own time. */
  get restored(): number {
    return this.restores - (this.experiment.restoresBefore ?? 0)
  }

  /** A restored copy does not know whom the store counted after the backup was made: nobody is learned from until that is accepted. */
  get isStopped(): boolean {
    return isStoppedAfterRestore(this)
  }

  /** Whether a decision made now would be learned from. */
  isLearning(segment: SegmentState): boolean {
    return this.status === "running" && segment.state.round < this.horizon && !this.isStopped
  }

  /** The next round of a segment: its arm, and which pull of the arm it is. */
  decide(name: string, random: Random, excluded: ReadonlySet<number> | undefined): { arm: number; pull: number } {
    const segment = this.#changing(name)
    const { evenShare = 0 } = this.experiment
    const out = this.arms.withStopped(excluded)
    const arm = chooseWithEvenShare(this.#running, segment.state, random, evenShare, out)
    segment.latest = arm
    this.#metrics.decide(segment, arm)
    return { arm, pull: (segment.state.decided[arm] as number) - 1 }
  }

  /** Learns the reward of one decision and returns what that released; refuses, before anything changes, to exceed the limit. */
  observe(name: string, arm: number, pull: number, reward: number, random: Random): LiveRelease[] {
    const segment = this.#changing(name)
    const { state } = segment
    const observation = {
      algorithm: this.#running,
      state,
      arm,
      reward,
      random,
      pull,
      segment: name,
      counted: liveRelease,
    }
    try {
      const releases = observeWithin(this.#filter, observation).map((release) => ({ ...release, segment: name }))
      for (const { arm: released } of releases) countRelease(segment, released, state.decided[released] as number)
      return releases
    } catch (error) {
      if (!(error instanceof ArmisticeError) || error.code !== "budget_exhausted") throw error
      const { spent, requested, limit } = error.details as { spent: number; requested: number; limit: number }
      throw new ServiceError(
        "privacy_budget_exhausted",
        `a release must stay within the promised loss, ${limit}, got one of ${requested} after ${spent}`,
        { spent, requested, limit },
      )
    }
  }

  /** Nobody will answer this decision any more: nothing joins. */
  expire(name: string, arm: number, pull: number): void {
    const { state } = this.#changing(name)
    if (this.joinsOnArrival) this.#running.expire?.(state, arm, pull)
  }

  /** Counts a decision that joined or expired; no algorithm looks at this. */
  settle(name: string, arm: number, source: ObservationRow["source"]): void {
    const segment = this.#changing(name)
    countSettled(segment, arm, segment.state.decided[arm] as number, source, this.experiment.arrivals)
  }

  /** Notes when the window ends that completes an arm's first batch, where nothing can join before. */
  noteDecision(name: string, arm: number, pull: number, at: number): void {
    const { state, firstDue } = this.#changing(name)
    if (firstDue[arm] === null && completesFirstBatch(state, arm, pull)) firstDue[arm] = windowEnd(this.experiment, at)
  }

  /** Answers that an arm's first release still needs; 0: it has one; null: the algorithm does not tell. */
  answersToFirst(name: string, arm: number): number | null {
    return answersToFirstRelease(this.segment(name).state, arm)
  }

  /** Adds a metric's value to the open batch of its arm and returns what that released. */
  observeMetric(slot: Slot, metric: number, value: number, random: Random): LiveRelease[] {
    return this.#metrics.observe(this.#changing(slot.segment), slot, metric, value, random)
  }

  spentOnMetrics(): { name: string; spent: number; limit: number }[] {
    return this.#metrics.spent()
  }

  metrics(name: string): ReturnType<LiveMetrics["of"]> {
    return this.#metrics.of(this.segment(name))
  }

  /** Counts a release that the ledger already has, or notes that rewards were removed. */
  respend(entry: PublicLedgerEntry): void {
    if (isPurge(entry)) {
      this.purgedAt = entry.at
      return
    }
    if (isRipe(entry)) {
      this.#becomeRipeAt(entry.ripeSeconds as number)
      return
    }
    // The journal, and the snapshot, have what became of the arms.
    if (isArmChange(entry)) return
    if (entry.metric === undefined) this.#filter?.spend([readRelease(entry)], entry.segment)
    else this.#metrics.respend(entry)
  }

  /** Answers join at a greater age from now on. Those of open windows are looked at again, as they are younger than that. */
  raiseRipe(entry: PublicLedgerEntry): void {
    this.passed.ripe = this.swept
    this.#becomeRipeAt(entry.ripeSeconds as number)
    this.ledgerIndex = entry.index
    this.ledgerHash = entry.hash
  }

  #becomeRipeAt(seconds: number): void {
    this.ripeSeconds = seconds
    this.nextDue = 0
  }

  /** Whether an answer to this decision joins when it comes: by the pointer and not by the clock, which may be set back. */
  isRipe(decision: number): boolean {
    return this.joinsOnArrival && (this.ripeSeconds === 0 || decision <= Math.max(this.passed.ripe, this.swept))
  }

  spent(): number | null {
    return this.#filter === null ? null : this.#filter.spent()
  }

  /** Whether someone who got this arm by this journal entry gets another now: it was stopped since, whether or not it was resumed. */
  isMoved(arm: number, sequence: number): boolean {
    return sequence <= (this.arms.stoppedUpTo[arm] as number)
  }

  /** Whether the reward of a decision never joins, because a stop dropped it; or one of its metrics. */
  isDropped({ sequence, arm }: Pick<DecisionRow, "sequence" | "arm">, outcome: "reward" | "metric"): boolean {
    const { rewardsUpTo, stoppedUpTo } = this.arms
    return sequence <= ((outcome === "reward" ? rewardsUpTo : stoppedUpTo)[arm] as number)
  }

  /**
   * Stops, resumes or adds an arm, or extends the horizon; the change was checked. Where there are metrics every stop may have looked at them,
   * so it drops what is outstanding of all arms (docs/theory.md, section 8); otherwise only what the stopped arm has not released.
   */
  changeArms(row: ArmChangeRow): void {
    const { kind, arm } = row
    const dropsAll = hasMetrics(this.experiment)
    this.arms.apply(row, dropsAll)
    if (kind === "extend") {
      this.#planForHorizon()
      return
    }
    this.#text.forgetAll()
    if (kind === "add") this.counts.addArm()
    for (const segment of this.#segments.values())
      if (kind === "add") this.#addArm(segment)
      else {
        if (kind === "stop") this.#stopArm(segment, arm)
        if (dropsAll) for (const one of segment.state.decided.keys()) this.#dropRewards(segment, one)
      }
  }

  #planForHorizon(): void {
    const { name, parameters } = this.experiment.algorithm
    const { horizon } = this.arms
    const isPlanned = horizon !== null && "horizon" in parameters
    this.#extended = isPlanned ? createAlgorithm(name, { ...parameters, horizon }) : null
  }

  /** The algorithm for the current horizon. */
  get #running(): Algorithm {
    return this.#extended ?? this.algorithm
  }

  #addArm(segment: SegmentState): void {
    this.#running.addArm?.(segment.state)
    this.#metrics.addArm(segment)
    addArmToAnswers(segment)
  }

  #stopArm(segment: SegmentState, arm: number): void {
    this.#running.retireArm?.(segment.state, arm)
    giveUpArm(segment, arm, segment.state.decided[arm] as number)
    this.#metrics.dropOutstanding(segment, arm)
    if (segment.latest === arm) segment.latest = null
  }

  #dropRewards(segment: SegmentState, arm: number): void {
    dropOutstanding(segment.state, arm)
    giveUpArm(segment, arm, segment.state.decided[arm] as number)
  }

  /** Forgets what open batches hold; see core/parts/discard-open-batches.ts. */
  discard(): void {
    this.#text.forgetAll()
    for (const segment of this.#segments.values()) {
      for (const one of [segment.state, ...(segment.metrics ?? [])]) discardOpenBatches(one)
      giveUpAnswers(segment, segment.state.decided)
    }
  }

  /** Gives up every decision so far: a restored copy lets none of their answers join, also not those that it holds back. */
  passAll(): void {
    this.discarded = this.sequence
    this.swept = this.sequence
    const { metrics } = this.passed
    // The metrics of those decisions will never be known, so a verdict must be clear anew.
    this.passed = {
      early: this.sequence,
      ripe: this.sequence,
      metrics: metrics.map(() => this.sequence),
      clearFrom: null,
      lastLearned: this.passed.lastLearned,
    }
  }

  /** Keeps nothing of rewards but what was released. The journal's hash is over them too, so it starts again from the chain's end. */
  purge({ at, index, hash }: PublicLedgerEntry): void {
    this.discard()
    // Sums of all rewards are what an algorithm that promises nothing gives out.
    if (this.experiment.limit !== null) for (const { state } of this.#segments.values()) forgetSums(state)
    this.purgedAt = at
    this.ledgerIndex = index
    this.ledgerHash = hash
    this.journal = hash
  }

  states(): IterableIterator<[segment: string, SegmentState]> {
    return this.#segments.entries()
  }

  snapshot(): Snapshot {
    const { sequence, journal, swept, discarded, passed, ripeSeconds, serving, harm, integrity, counts } = this
    const state = this.#text.write(this.#segments)
    // `ripeSeconds` is here for lists; a load reads it from the ledger.
    const notes: ExperimentNotes = { ripeSeconds, serving, harm, integrity }
    const beside = {
      passed: JSON.stringify({ ...passed, ...notes }),
      counts: JSON.stringify(counts),
      arms: JSON.stringify(this.arms),
    }
    return { experiment: this.experiment.id, sequence, journal, swept, ...beside, discarded, state }
  }

  isSnapshotDue(every: number): boolean {
    return this.#text.isWorthWriting(this.unsaved, every)
  }

  /** A segment that is about to change. */
  #changing(name: string): SegmentState {
    this.#text.forget(name)
    return this.segment(name)
  }

  restore(snapshot: Snapshot): void {
    const stored = JSON.parse(snapshot.state) as Record<string, SegmentState>
    this.#text.replaced(snapshot.state.length)
    for (const name of this.#segments.keys()) this.#segments.set(name, stored[name] as SegmentState)
    this.sequence = snapshot.sequence
    this.journal = snapshot.journal
    this.swept = snapshot.swept
    const { early, ripe, metrics, clearFrom, lastLearned } = JSON.parse(snapshot.passed) as PassedDecisions
    this.passed = { early, ripe, metrics, clearFrom, lastLearned }
    const { serving, harm, integrity } = readNotes(snapshot.passed)
    this.serving = serving
    this.harm = harm
    this.integrity = integrity
    this.arms.restore(snapshot.arms)
    this.#planForHorizon()
    this.counts.restore(snapshot.counts, this.arms.count)
    this.discarded = snapshot.discarded
  }
}
