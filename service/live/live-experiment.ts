// A running experiment in memory: its definition, arms and status, what it has learned, and where
// its journal and ledger stand.

import type { Algorithm, ContextPoint, Random } from "@armistice/core"
import { isArmChange, isPurge, isRipe, type PublicLedgerEntry } from "@armistice/core/ledger"
import { countsSubjects, type Experiment, hasMetrics, type Status } from "../experiment.ts"
import { computeFirstHash } from "../ledger/ledger-entry.ts"
import { ServiceError } from "../service-error.ts"
import type { CurrentResultRow } from "../store/result-rows.ts"
import type { ArmChangeRow, DecisionRow, ExperimentState, Snapshot } from "../store/rows.ts"
import { joinChoices, quoted } from "../text.ts"
import { AnswerCounts } from "./answer-counts.ts"
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
import { Learning } from "./learning.ts"
import { firstPassed, type PassedDecisions, type SegmentState } from "./segment-state.ts"

/** The current result of a segment; see CurrentResultRow. */
export type CurrentResult = Omit<CurrentResultRow, "experiment" | "segment" | "body">

export const isStoppedAfterRestore = ({ experiment, restores, accepted }: Omit<ExperimentState, "status">): boolean =>
  countsSubjects(experiment) && accepted < restores

export class LiveExperiment {
  readonly experiment: Experiment
  /** Which arms it has now, and which of them are stopped. */
  readonly arms: ArmStates
  readonly learning: Learning
  status: Status
  /** Last journal entry, hash over the journal, and last decision whose window is closed. */
  sequence = 0
  journal: string
  swept = 0
  /**
   * Decisions up to these have reached the age at which held answers join, at which answers are
   * first counted, and metrics' windows.
   */
  passed: PassedDecisions
  /** Answers to decisions whose windows are over, counted when the sweep passes them. */
  readonly counts: AnswerCounts
  /** Nothing is due before this moment, in milliseconds; 0: not known. */
  nextDue = 0
  /** Public arrivals: an answer joins once its decision is this old. */
  ripeSeconds: number
  /**
   * Answers to decisions up to this one are refused, and open batches lost theirs: the store it was
   * restored from may have them.
   */
  discarded = 0
  /** Restores by the last discard or the creation, and the last one that is accepted. */
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
  overAt: number | null = firstNotes.overAt
  /** By segment; none before anything was released or learning ended there. */
  currentResults = new Map<string, CurrentResult>()
  /** Journal entries since the last snapshot. */
  unsaved = 0

  constructor(experiment: Experiment, status: Status) {
    this.experiment = experiment
    this.arms = new ArmStates(experiment)
    this.status = status
    this.restores = experiment.restoresBefore ?? 0
    this.accepted = this.restores
    this.learning = new Learning(experiment)
    this.ripeSeconds = experiment.ripeSeconds
    this.passed = firstPassed(experiment)
    this.counts = new AnswerCounts(experiment)
    this.journal = firstJournalHash(experiment.id)
    this.ledgerHash = computeFirstHash(experiment)
  }

  get algorithm(): Algorithm {
    return this.learning.algorithm
  }

  segment(name: string): SegmentState {
    return this.learning.segment(name)
  }

  states(): IterableIterator<[segment: string, SegmentState]> {
    return this.learning.states()
  }

  armNumber(name: string): number {
    const arm = this.arms.findNumber(name)
    if (arm !== undefined) return arm
    throw new ServiceError("unknown_arm", `arm must be ${joinChoices(this.arms.names)}, got ${quoted(name)}`)
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

  /**
   * A restored copy does not know the subjects that were counted after its backup was made, so it
   * learns from no one until that is accepted.
   */
  get isStopped(): boolean {
    return isStoppedAfterRestore(this)
  }

  /** Whether a decision made now would be learned from. */
  isLearning(segment: SegmentState): boolean {
    return this.status === "running" && segment.state.round < this.horizon && !this.isStopped
  }

  /** The next round of a segment, without the arms that are stopped. */
  decide(
    segment: string,
    random: Random,
    excluded: ReadonlySet<number> | undefined,
    point?: ContextPoint,
  ): { arm: number; pull: number } {
    return this.learning.decide(segment, random, this.arms.withStopped(excluded), point)
  }

  /** The same for an arm that was assigned before, and is not stopped. */
  take(segment: string, random: Random, arm: number, point?: ContextPoint): { arm: number; pull: number } {
    return this.learning.take(segment, random, arm, point)
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
    this.learning.respend(entry)
  }

  /** Answers join at a greater age from now on, so open windows are looked at again. */
  raiseRipe(entry: PublicLedgerEntry): void {
    this.passed.ripe = this.swept
    this.#becomeRipeAt(entry.ripeSeconds as number)
    this.moveHead(entry)
  }

  /** The entry is the last one of the ledger. */
  moveHead({ index, hash }: PublicLedgerEntry): void {
    this.ledgerIndex = index
    this.ledgerHash = hash
  }

  #becomeRipeAt(seconds: number): void {
    this.ripeSeconds = seconds
    this.nextDue = 0
  }

  /** Whether an answer joins when it comes: by the pointer, as clocks may be set back. */
  isRipe(decision: number): boolean {
    return (
      this.learning.joinsOnArrival && (this.ripeSeconds === 0 || decision <= Math.max(this.passed.ripe, this.swept))
    )
  }

  spent(): number | null {
    return this.learning.spent()
  }

  /** Whether someone with this arm gets another now, as it was stopped after this entry. */
  isMoved(arm: number, sequence: number): boolean {
    return sequence <= (this.arms.stoppedUpTo[arm] as number)
  }

  /** Whether a stop has dropped the decision's reward, or its metrics. */
  isDropped({ sequence, arm }: Pick<DecisionRow, "sequence" | "arm">, outcome: "reward" | "metric"): boolean {
    const { rewardsUpTo, stoppedUpTo } = this.arms
    return sequence <= ((outcome === "reward" ? rewardsUpTo : stoppedUpTo)[arm] as number)
  }

  /**
   * Stops, resumes or adds an arm, or extends the horizon; the change was checked. Where there are
   * metrics every stop may have looked at them, so it drops what is outstanding of all arms
   * (docs/theory.md, section 8); otherwise only what the stopped arm has not released.
   */
  changeArms(row: ArmChangeRow): void {
    const { kind, arm } = row
    const dropsAll = hasMetrics(this.experiment)
    this.arms.apply(row, dropsAll)
    if (kind === "extend") this.learning.planFor(this.arms.horizon)
    else if (kind === "add") {
      this.counts.addArm()
      this.learning.addArm()
    } else {
      if (kind === "stop") this.learning.stopArm(arm)
      if (dropsAll) this.learning.dropOutstanding()
    }
  }

  /** In a restored copy: no answer to any decision so far joins. */
  passAll(): void {
    this.discarded = this.sequence
    this.swept = this.sequence
    const { metrics } = this.passed
    // The metrics of those decisions will never be known, so a later verdict must be clear again.
    this.passed = {
      early: this.sequence,
      ripe: this.sequence,
      metrics: metrics.map(() => this.sequence),
      clearFrom: null,
      lastLearned: this.passed.lastLearned,
    }
  }

  /** Keeps of rewards only releases. The journal's hash starts again from the ledger's end. */
  purge(entry: PublicLedgerEntry): void {
    this.learning.purge()
    this.purgedAt = entry.at
    this.moveHead(entry)
    this.journal = entry.hash
  }

  snapshot(): Snapshot {
    return { ...this.snapshotBeside(), state: this.learning.write().join("\n") }
  }

  /** A snapshot without the learned state. */
  snapshotBeside(): Omit<Snapshot, "state"> {
    const { sequence, journal, swept, discarded, passed, ripeSeconds, serving, harm, integrity, overAt, counts } = this
    // `ripeSeconds` is here for lists; a load reads it from the ledger.
    const notes: ExperimentNotes = { ripeSeconds, serving, harm, integrity, overAt }
    const beside = {
      passed: JSON.stringify({ ...passed, ...notes }),
      counts: JSON.stringify(counts),
      arms: JSON.stringify(this.arms),
    }
    return { experiment: this.experiment.id, sequence, journal, swept, ...beside, discarded }
  }

  restore(snapshot: Snapshot): void {
    this.learning.read(snapshot.state)
    this.sequence = snapshot.sequence
    this.journal = snapshot.journal
    this.swept = snapshot.swept
    const { early, ripe, metrics, clearFrom, lastLearned } = JSON.parse(snapshot.passed) as PassedDecisions
    this.passed = { early, ripe, metrics, clearFrom, lastLearned }
    const { serving, harm, integrity, overAt } = readNotes(snapshot.passed)
    this.serving = serving
    this.harm = harm
    this.integrity = integrity
    this.overAt = overAt
    this.arms.restore(snapshot.arms)
    this.learning.planFor(this.arms.horizon)
    this.counts.restore(snapshot.counts, this.arms.count)
    this.discarded = snapshot.discarded
  }
}
