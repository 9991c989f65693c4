// A running experiment in memory: its algorithm, the state of each segment, the filter, and where its journal stands. The same code
// runs live (with secure noise that is written down) and in a replay (with the written noise), so both reach the same state.

import {
  type Algorithm,
  type AlgorithmState,
  ArmisticeError,
  type CountedRelease,
  chooseWithEvenShare,
  createAlgorithm,
  discardOpenBatches,
  forgetSums,
  GdpFilter,
  type MetricState,
  type MetricSums,
  metricSums,
  observeWithin,
  type Random,
  storedName,
  withoutGrowing,
} from "@armistice/core"
import { releasedSums } from "@armistice/core/estimates"
import { isPurge, type PublicLedgerEntry, releaseOf } from "@armistice/core/ledger"
import { countsSubjects, type Experiment, fallbackArmOf, type Metric, type Status, segmentsOf } from "../experiment.ts"
import { firstHash } from "../ledger/ledger-entry.ts"
import { ServiceError } from "../service-error.ts"
import type { Slot, Snapshot, StandingRow, StoredExperiment } from "../store/store.ts"
import { quoted } from "../text.ts"
import { firstJournalHash } from "./journal.ts"
import { liveRelease } from "./live-loss.ts"

export interface SegmentState {
  readonly state: AlgorithmState
  /** The arm of the latest decision that was learned from. */
  latest: number | null
  /** Rewards of callers by arm, of decisions that are learned from. Missing in states of the version before, which did not count them. */
  given?: number[]
  /** By metric, where there are some. */
  readonly metrics?: readonly MetricState[]
}

export type LiveRelease = CountedRelease & {
  readonly segment: string
  readonly spent: number
  /** Missing: the reward's. */
  readonly metric?: string
}

/** A metric of a running experiment: its sums, and the filter of its own. */
interface LiveMetric {
  readonly metric: Metric
  readonly sums: MetricSums
  readonly filter: GdpFilter
}

/** What is known of a segment now; see StandingRow. */
export type Standing = Omit<StandingRow, "experiment" | "segment" | "body">

export const isStoppedAfterRestore = ({ experiment, restores, accepted }: Omit<StoredExperiment, "status">): boolean =>
  countsSubjects(experiment) && accepted < restores

/** Writing so many characters of a state takes a fraction of the time of its journal entry, and playing the entries again takes little. */
const charactersPerEntry = 32
const usualSize = 16_384

export class LiveExperiment {
  readonly experiment: Experiment
  readonly algorithm: Algorithm
  /** Whether releases tell the arms' means. */
  readonly hasEstimates: boolean
  status: Status
  /** Last journal entry, the hash over the journal, and the decision up to which windows have been dealt with. */
  sequence = 0
  journal: string
  swept = 0
  /** Decisions up to this one have lost their slots, unless their rewards were released before. */
  discarded = 0
  /** Restores of the store by the last discard (or the creation), and up to which of them the loss to subjects is accepted. */
  restores: number
  accepted: number
  ledgerIndex = 0
  ledgerHash: string
  eventNumber = 0
  /** When its rewards were removed; null: they were not. */
  purgedAt: number | null = null
  /** By segment; none before anything was released or learning ended there. */
  standings = new Map<string, Standing>()
  /** Journal entries since the last snapshot. */
  unsaved = 0
  readonly #segments: Map<string, SegmentState>
  /** As they are in a snapshot, of segments that have not changed since: with many arms in many segments one is enough to write anew. */
  readonly #texts = new Map<string, string>()
  /** Characters of the last snapshot, or of one at the start. */
  #size: number
  readonly #filter: GdpFilter | null
  readonly #metrics: readonly LiveMetric[]
  readonly #armNumbers: Map<string, number>

  constructor(experiment: Experiment, status: Status) {
    this.experiment = experiment
    this.status = status
    this.restores = experiment.restoresBefore ?? 0
    this.accepted = this.restores
    const { name, parameters } = experiment.algorithm
    this.algorithm = createAlgorithm(storedName(name, parameters), parameters)
    this.#segments = new Map()
    this.#metrics = (experiment.metrics ?? []).map((metric) => ({
      metric,
      sums: metricSums(metric.eta, experiment.horizon),
      filter: new GdpFilter(metric.limit),
    }))
    const armCount = experiment.arms.length
    const begin = (): AlgorithmState => {
      const started = this.algorithm.start(armCount)
      return experiment.growing === true ? started : withoutGrowing(started)
    }
    for (const segment of segmentsOf(experiment)) {
      const started = {
        state: begin(),
        latest: null,
        given: new Array<number>(armCount).fill(0),
      }
      const metrics = this.#metrics.map(({ sums }) => sums.start(armCount))
      this.#segments.set(segment, metrics.length === 0 ? started : { ...started, metrics })
    }
    // All segments are alike at the start.
    this.#size = this.#segments.size * JSON.stringify([...this.#segments.values()][0]).length
    this.hasEstimates = releasedSums(this.algorithm, this.algorithm.start(armCount)) !== null
    this.#filter = experiment.limit === null ? null : new GdpFilter(experiment.limit)
    this.#armNumbers = new Map(experiment.arms.map((name, arm) => [name, arm]))
    this.journal = firstJournalHash(experiment.id)
    this.ledgerHash = firstHash(experiment.id, experiment.limit, experiment.metrics)
  }

  segment(name: string): SegmentState {
    const segment = this.#segments.get(name)
    if (segment !== undefined) return segment
    throw new ServiceError(
      "unknown_segment",
      `segment must be one of the experiment's ${this.#segments.size}, got ${quoted(name)}`,
    )
  }

  armNumber(name: string): number {
    const arm = this.#armNumbers.get(name)
    if (arm !== undefined) return arm
    throw new ServiceError(
      "unknown_arm",
      `an arm must be one of the experiment's ${this.#armNumbers.size}, got ${quoted(name)}`,
    )
  }

  armNameOrNull(arm: number | null): string | null {
    return arm === null ? null : this.armName(arm)
  }

  armName(arm: number): string {
    return this.experiment.arms[arm] as string
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
    return this.status === "running" && segment.state.round < this.experiment.horizon && !this.isStopped
  }

  /** The next round of a segment: its arm, and the pull that fixes the slot of its reward. */
  decide(name: string, random: Random, excluded: ReadonlySet<number> | undefined): { arm: number; pull: number } {
    const segment = this.#changing(name)
    const { evenShare = 0 } = this.experiment
    const arm = chooseWithEvenShare(this.algorithm, segment.state, random, evenShare, excluded)
    segment.latest = arm
    for (const [metric, { sums }] of this.#metrics.entries()) sums.decide(segment.metrics?.[metric] as MetricState, arm)
    return { arm, pull: (segment.state.decided[arm] as number) - 1 }
  }

  /** Learns the reward of one slot and returns what that released; refuses, before anything changes, to exceed the limit. */
  observe(name: string, arm: number, pull: number, reward: number, random: Random): LiveRelease[] {
    const { state } = this.#changing(name)
    const observation = {
      algorithm: this.algorithm,
      state,
      arm,
      reward,
      random,
      pull,
      segment: name,
      counted: liveRelease,
    }
    try {
      return observeWithin(this.#filter, observation).map((release) => ({ ...release, segment: name }))
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

  /** Counts a caller's reward that was learned; no algorithm looks at this. */
  countGiven(name: string, arm: number): void {
    const { given } = this.#changing(name)
    if (given !== undefined) given[arm] = (given[arm] as number) + 1
  }

  /** Adds a metric's value to the batch of its slot and returns what that released. */
  observeMetric(
    name: string,
    slot: Omit<Slot, "segment">,
    metric: number,
    value: number,
    random: Random,
  ): LiveRelease[] {
    const { sums, filter, metric: promised } = this.#metrics[metric] as LiveMetric
    const observation = {
      algorithm: sums as unknown as Pick<Algorithm, "observe" | "nextReleases">,
      state: (this.#changing(name).metrics as readonly MetricState[])[metric] as MetricState,
      arm: slot.arm,
      pull: slot.pull,
      reward: value,
      random,
      segment: name,
      counted: liveRelease,
    }
    const named = { metric: promised.name, segment: name }
    return observeWithin(filter, observation).map((release) => ({ ...release, ...named }))
  }

  spentOnMetrics(): { name: string; spent: number; limit: number }[] {
    return this.#metrics.map(({ metric: { name, limit }, filter }) => ({ name, spent: filter.spent(), limit }))
  }

  /** The metrics of a segment: what was promised, and the sums with their states. */
  metrics(name: string): readonly { metric: Metric; sums: MetricSums; state: MetricState; spent: number }[] {
    const { metrics = [] } = this.segment(name)
    return this.#metrics.map(({ metric, sums, filter }, index) => {
      return { metric, sums, state: metrics[index] as MetricState, spent: filter.spent() }
    })
  }

  /** Counts a release that the ledger already has, or notes that rewards were removed. */
  respend(entry: PublicLedgerEntry): void {
    if (isPurge(entry)) {
      this.purgedAt = entry.at
      return
    }
    const metric = this.#metrics.find(({ metric: { name } }) => name === entry.metric)
    const filter = entry.metric === undefined ? this.#filter : metric?.filter
    filter?.spend([releaseOf(entry)], entry.segment)
  }

  spent(): number | null {
    return this.#filter === null ? null : this.#filter.spent()
  }

  /**
   * The arm for those who are not learned from: once learning is over the recommended one, before that the latest one. Both are functions
   * of what is public.
   */
  unlearnedArm(name: string, excluded: ReadonlySet<number> | undefined): number {
    const segment = this.segment(name)
    if (this.isLearning(segment) && segment.latest !== null && excluded?.has(segment.latest) !== true)
      return segment.latest
    const recommended = this.recommended(name)
    if (recommended === null) return this.fallback(excluded)
    return excluded?.has(recommended) === true ? this.#mostDecided(name, excluded) : recommended
  }

  /** The arm that is served while paused, and where nothing is recommended; where it is excluded, the first that is not. */
  fallback(excluded?: ReadonlySet<number>): number {
    const named = this.armNumber(fallbackArmOf(this.experiment))
    if (excluded?.has(named) !== true) return named
    return this.experiment.arms.findIndex((_, arm) => !excluded.has(arm))
  }

  /** The arm to recommend now, or for good once learning is over; null: there is no release to tell. */
  recommended(name: string): number | null {
    const standing = this.standings.get(name)
    if (standing?.fixed === 1) return standing.recommended
    const isOver = this.status === "finished" || this.segment(name).state.round >= this.experiment.horizon
    // Segments in which learning ended before that was kept serve the arm decided most often.
    return isOver ? this.#mostDecided(name) : this.leading(name)
  }

  /** The leader, or the arm decided most often where an algorithm has no estimates; null: nothing tells. */
  leading(name: string): number | null {
    if (this.hasEstimates) return this.standings.get(name)?.recommended ?? null
    return this.segment(name).state.round === 0 ? null : this.#mostDecided(name)
  }

  #mostDecided(name: string, excluded?: ReadonlySet<number>): number {
    const { decided } = this.segment(name).state
    let best = -1
    for (const [arm, count] of decided.entries())
      if (excluded?.has(arm) !== true && (best < 0 || count > (decided[best] as number))) best = arm
    if (best < 0) throw new ServiceError("no_arm_available", "at least one arm must not be excluded, got all of them")
    return best
  }

  /** Forgets what open batches hold; see core/parts/discard-open-batches.ts. */
  discard(): void {
    this.#texts.clear()
    for (const { state, metrics = [] } of this.#segments.values())
      for (const one of [state, ...metrics]) discardOpenBatches(one)
  }

  /** Keeps nothing of rewards but what was released. The journal's hash is over them too, so it starts again from the chain's end. */
  purge({ at, index, hash }: PublicLedgerEntry): void {
    this.discard()
    // Sums of all rewards are what an algorithm that promises nothing gives out.
    if (this.experiment.limit !== null) for (const { state } of this.#segments.values()) forgetSums(state)
    // How many answered is as private as who did.
    if (this.experiment.arrivals === "private") for (const { given } of this.#segments.values()) given?.fill(0)
    this.purgedAt = at
    this.ledgerIndex = index
    this.ledgerHash = hash
    this.journal = hash
  }

  states(): IterableIterator<[segment: string, SegmentState]> {
    return this.#segments.entries()
  }

  snapshot(): Snapshot {
    const { sequence, journal, swept, discarded } = this
    const state = this.#segments.size === 1 ? JSON.stringify(Object.fromEntries(this.#segments)) : this.#joinedTexts()
    this.#size = state.length
    return { experiment: this.experiment.id, sequence, journal, swept, discarded, state }
  }

  /** A large state is written less often: once there are entries enough for its length. */
  isSnapshotDue(every: number): boolean {
    return this.unsaved >= every && this.#size <= Math.max(usualSize, this.unsaved * charactersPerEntry)
  }

  #joinedTexts(): string {
    // In the order in which JSON has names.
    const parts = Object.entries(Object.fromEntries(this.#segments)).map(([name, segment]) => {
      const text = this.#texts.get(name) ?? JSON.stringify(segment)
      this.#texts.set(name, text)
      return `${JSON.stringify(name)}:${text}`
    })
    return `{${parts.join(",")}}`
  }

  /** A segment that is about to change. */
  #changing(name: string): SegmentState {
    this.#texts.delete(name)
    return this.segment(name)
  }

  restore(snapshot: Snapshot): void {
    const stored = JSON.parse(snapshot.state) as Record<string, SegmentState>
    this.#texts.clear()
    this.#size = snapshot.state.length
    for (const name of this.#segments.keys()) this.#segments.set(name, stored[name] as SegmentState)
    this.sequence = snapshot.sequence
    this.journal = snapshot.journal
    this.swept = snapshot.swept
    this.discarded = snapshot.discarded
  }
}
