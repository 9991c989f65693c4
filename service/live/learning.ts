// An experiment's learned state: the algorithm's state in each segment, its metrics, and the
// filters that bound the releases. The same code runs live (with secure noise that is recorded) and
// in a replay (with the recorded noise), so both reach the same state.

import {
  type Algorithm,
  ArmisticeError,
  type ContextPoint,
  chooseWithEvenShare,
  createAlgorithm,
  discardOpenBatches,
  dropOutstanding,
  forgetSums,
  GdpFilter,
  observeWithin,
  type Random,
  takeArm,
} from "@armistice/core"
import { readReleasedSums } from "@armistice/core/estimates"
import { type PublicLedgerEntry, readRelease } from "@armistice/core/ledger"
import { planShares } from "../assignments/plan-shares.ts"
import { readPoint } from "../context/decision-context.ts"
import { type Experiment, getMaxArms, listSegments, windowEnd } from "../experiment.ts"
import { ServiceError } from "../service-error.ts"
import type { ObservationRow, Slot } from "../store/rows.ts"
import { joinChoices, quoted } from "../text.ts"
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
import { liveRelease } from "./live-loss.ts"
import { LiveMetrics } from "./live-metrics.ts"
import type { LiveRelease } from "./live-release.ts"
import { rewardToSteps, stepsToReward } from "./reward-lattice.ts"
import type { SegmentState } from "./segment-state.ts"
import { readStateText, StateText } from "./state-text.ts"

export class Learning {
  /** For the planned horizon: figures do not change with an extension. */
  readonly algorithm: Algorithm
  /** Whether releases tell the arms' means. */
  readonly hasEstimates: boolean
  /** Answers join when they come; otherwise decisions join in order as their windows end. */
  readonly joinsOnArrival: boolean
  readonly metrics: LiveMetrics
  readonly #experiment: Experiment
  readonly #segments = new Map<string, SegmentState>()
  readonly #text: StateText
  readonly #filter: GdpFilter | null
  /** The same algorithm for an extended horizon; null: it was not extended. */
  #extended: Algorithm | null = null

  constructor(experiment: Experiment) {
    this.#experiment = experiment
    const { name, parameters, ruleVersion } = experiment.algorithm
    this.algorithm = createAlgorithm(name, parameters, ruleVersion)
    const { arrivals, missing, reward, ripeSeconds, rewardWindowSeconds } = experiment
    // At the end of the window a constant can join like an answer, so that the value itself is
    // released and nothing need be known of shares.
    const weighsSilence = this.algorithm.weighsSilence === true && ripeSeconds < rewardWindowSeconds
    this.joinsOnArrival = arrivals === "public" && (missing === "ignore" || weighsSilence)
    const silence =
      this.joinsOnArrival && missing !== "ignore" ? stepsToReward(rewardToSteps(missing, reward)) : undefined
    this.metrics = new LiveMetrics(experiment)
    const armCount = experiment.arms.length
    for (const segment of listSegments(experiment)) {
      this.#segments.set(segment, {
        state: this.algorithm.start(armCount, silence, getMaxArms(experiment)),
        latest: null,
        ...noAnswersYet(armCount),
        ...this.metrics.start(armCount),
      })
    }
    // All segments are alike at the start.
    this.#text = new StateText(this.#segments.size * JSON.stringify([...this.#segments.values()][0]).length)
    const { context } = this.algorithm
    this.hasEstimates =
      context !== undefined || readReleasedSums(this.algorithm, this.algorithm.start(armCount)) !== null
    this.#filter = experiment.limit === null ? null : new GdpFilter(experiment.limit)
  }

  segment(name: string): SegmentState {
    const segment = this.#segments.get(name)
    if (segment !== undefined) return segment
    throw new ServiceError(
      "unknown_segment",
      `segment must be ${joinChoices([...this.#segments.keys()])}, got ${quoted(name)}`,
    )
  }

  states(): IterableIterator<[segment: string, SegmentState]> {
    return this.#segments.entries()
  }

  /** The next round of a segment: its arm, and which pull of the arm it is. */
  decide(
    name: string,
    random: Random,
    excluded: ReadonlySet<number> | undefined,
    point: ContextPoint | undefined,
  ): { arm: number; pull: number } {
    const segment = this.#changing(name)
    const { evenShare = 0 } = this.#experiment
    return this.#decided(segment, chooseWithEvenShare(this.#running, segment.state, random, evenShare, excluded, point))
  }

  /** The same for an arm that was assigned before. */
  take(
    name: string,
    random: Random,
    arm: number,
    point: ContextPoint | undefined,
  ): { readonly arm: number; readonly pull: number } {
    const segment = this.#changing(name)
    return this.#decided(segment, takeArm(this.#running, segment.state, random, arm, point))
  }

  #decided(segment: SegmentState, arm: number): { arm: number; pull: number } {
    segment.latest = arm
    this.metrics.decide(segment, arm)
    return { arm, pull: (segment.state.decided[arm] as number) - 1 }
  }

  /** The shares of arms in the next decisions, if no answer came before. Changes nothing. */
  planShares(name: string, excluded: ReadonlySet<number> | undefined, point: ContextPoint | undefined): number[] {
    return planShares(this.#running, this.segment(name).state, this.#experiment.evenShare ?? 0, excluded, point)
  }

  /** The arm that releases recommend for people with this context; null: none yet. */
  preferredArm(segment: string, point: ContextPoint, excluded: ReadonlySet<number> | undefined): number | null {
    return this.#running.prefer?.(this.segment(segment).state, point, excluded) ?? null
  }

  /** Learns a reward and returns its releases. A refusal (the limit) changes nothing. */
  observe({ segment: name, arm, pull, context }: Slot, reward: number, random: Random): LiveRelease[] {
    const segment = this.#changing(name)
    this.#text.forgetArm(name, arm)
    const { state } = segment
    const observation = {
      algorithm: this.#running,
      state,
      arm,
      reward,
      random,
      pull,
      point: readPoint(context),
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
        `a release of ${requested} after ${spent} exceeds the promised loss, ${limit}`,
        { spent, requested, limit },
      )
    }
  }

  /** The decision expires: no reward of it joins. */
  expire({ segment, arm, pull, context }: Slot): void {
    const { state } = this.#changing(segment)
    if (this.joinsOnArrival) this.#running.expire?.(state, arm, pull, readPoint(context))
  }

  /** Counts a decision that joined or expired; no algorithm looks at this. */
  settle({ segment: name, arm }: Pick<Slot, "segment" | "arm">, source: ObservationRow["source"]): void {
    const segment = this.#changing(name)
    countSettled(segment, segment.state, arm, source, this.#experiment.arrivals)
  }

  /** Notes when the window ends that completes an arm's first batch. */
  noteDecision({ segment, arm, pull }: Omit<Slot, "context">, at: number): void {
    const { state, firstDue } = this.#changing(segment)
    if (firstDue[arm] === null && completesFirstBatch(state, arm, pull)) firstDue[arm] = windowEnd(this.#experiment, at)
  }

  /** Answers until an arm's first release; 0: it has one; null: not known. */
  answersToFirst(name: string, arm: number): number | null {
    return answersToFirstRelease(this.segment(name).state, arm)
  }

  /** Adds a metric's value to the open batch of its arm and returns what that released. */
  observeMetric(slot: Slot, metric: number, value: number, random: Random): LiveRelease[] {
    return this.metrics.observe(this.#changing(slot.segment), slot, metric, value, random)
  }

  /** Counts a release that the ledger already has. */
  respend(entry: PublicLedgerEntry): void {
    if (entry.metric === undefined) this.#filter?.spend([readRelease(entry)], entry.segment)
    else this.metrics.respend(entry)
  }

  spent(): number | null {
    return this.#filter === null ? null : this.#filter.spent()
  }

  addArm(): void {
    this.#text.forgetAll()
    for (const segment of this.#segments.values()) {
      this.#running.addArm?.(segment.state)
      this.metrics.addArm(segment)
      addArmToAnswers(segment)
    }
  }

  stopArm(arm: number): void {
    this.#text.forgetAll()
    for (const segment of this.#segments.values()) {
      this.#running.retireArm?.(segment.state, arm)
      giveUpArm(segment, arm, segment.state.decided[arm] as number)
      this.metrics.dropOutstanding(segment, arm)
      if (segment.latest === arm) segment.latest = null
    }
  }

  /** Gives up the rewards of all arms that are still to come. */
  dropOutstanding(): void {
    this.#text.forgetAll()
    for (const segment of this.#segments.values())
      for (const [arm, decided] of segment.state.decided.entries()) {
        dropOutstanding(segment.state, arm)
        giveUpArm(segment, arm, decided)
      }
  }

  /** Runs the algorithm for this horizon from now on; null: for the planned one. */
  planFor(horizon: number | null): void {
    const { name, parameters, ruleVersion } = this.#experiment.algorithm
    const isPlanned = horizon !== null && "horizon" in parameters
    this.#extended = isPlanned ? createAlgorithm(name, { ...parameters, horizon }, ruleVersion) : null
  }

  /** Forgets what open batches hold; see core/parts/discard-open-batches.ts. */
  discard(): void {
    this.#text.forgetAll()
    for (const segment of this.#segments.values()) {
      for (const one of [segment.state, ...(segment.metrics ?? [])]) discardOpenBatches(one)
      giveUpAnswers(segment, segment.state.decided)
    }
  }

  /** Keeps nothing of rewards but what was released. */
  purge(): void {
    this.discard()
    // Sums of all rewards are what an algorithm that promises nothing gives out.
    if (this.#experiment.limit !== null) for (const { state } of this.#segments.values()) forgetSums(state)
  }

  /** The states of all segments as the lines of a text. */
  write(): readonly string[] {
    return this.#text.write(this.#segments)
  }

  /** A large state is written less often. */
  isWorthWriting(unsaved: number, every: number): boolean {
    return this.#text.isWorthWriting(unsaved, every)
  }

  read(text: string): void {
    const stored = readStateText(text)
    this.#text.replaced(text.length)
    for (const name of this.#segments.keys()) this.#segments.set(name, stored[name] as SegmentState)
  }

  /** The algorithm for the current horizon. */
  get #running(): Algorithm {
    return this.#extended ?? this.algorithm
  }

  /** A segment that is about to change. */
  #changing(name: string): SegmentState {
    this.#text.forget(name)
    return this.segment(name)
  }
}
