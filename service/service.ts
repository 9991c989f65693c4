// The service without HTTP: every use case as one call. It holds the running experiments in memory and is the only writer of its
// store; what it answers is on disk.

import { EventEmitter } from "node:events"
import { type SecureRandom, secureRandom } from "@armistice/core"
import type { AnyService } from "./any-service.ts"
import { type ExperimentRequest, planExperiment, type RepeatableExperiment } from "./create-experiment.ts"
import { createdAfter, type Status } from "./experiment.ts"
import { Group } from "./group.ts"
import { GroupCommit, type Operation } from "./group-commit.ts"
import { experimentIds } from "./keys/repeatable-ids.ts"
import type { LiveExperiment } from "./live/live-experiment.ts"
import { loadExperiment } from "./live/load-experiment.ts"
import { RecordingRandom } from "./live/recorded-random.ts"
import { acceptRestore } from "./operations/accept-restore.ts"
import { changeStatus, type Transition } from "./operations/change-status.ts"
import { type Decided, type DecisionRequest, decide } from "./operations/decide.ts"
import { eraseSubject } from "./operations/erase-subject.ts"
import { type Rewarded, reward } from "./operations/reward.ts"
import { sweep } from "./operations/sweep.ts"
import { isOfStore, ServiceError } from "./service-error.ts"
import { newExperiment, type Store, type StoredExperiment } from "./store/store.ts"

export interface ServiceOptions {
  readonly store: Store
  /** 32 secret bytes, kept outside the store, under which subjects are hashed. */
  readonly subjectKey: Uint8Array
  readonly clock?: () => number
  /** Journal entries between two snapshots of an experiment. */
  readonly snapshotEvery?: number
  readonly largestGroup?: number
  readonly experimentLimit?: number
  readonly random?: SecureRandom
}

/** What happened in a transaction, for metrics: numbers only, and rewards only where arrivals are public. */
export interface Committed {
  readonly seconds: number
  readonly decisions: number
  readonly rewards: number
  readonly experiments: readonly string[]
}

export class Service implements AnyService {
  readonly store: Store
  /** The number of the restore that was found and dealt with at the start; null: the store was no copy. */
  restored: number | null = null
  /** "committed" after every transaction. */
  readonly happenings = new EventEmitter<{ committed: [Committed] }>()
  readonly #options: ServiceOptions
  readonly #live = new Map<string, LiveExperiment>()
  readonly #nextSweep = new Map<string, number>()
  readonly #queue: GroupCommit
  readonly #random: RecordingRandom
  #now = 0

  constructor(options: ServiceOptions) {
    this.#options = options
    this.store = options.store
    this.#random = new RecordingRandom(options.random ?? secureRandom())
    this.#now = options.store.latestTime()
    this.#queue = new GroupCommit({
      begin: () => this.#begin(),
      commit: (group) => this.#commit(group),
      drop: (group) => this.#drop(group),
      ...(options.largestGroup === undefined ? {} : { largest: options.largestGroup }),
    })
    this.happenings.setMaxListeners(0)
    this.#discardOpenBatchesOfCopy()
    for (const { experiment, status } of this.#all()) if (status !== "archived") this.#nextSweep.set(experiment.id, 0)
  }

  /** Milliseconds; never goes back, whatever the machine's clock does. */
  now(): number {
    this.#now = Math.max(this.#now, (this.#options.clock ?? Date.now)())
    return this.#now
  }

  createExperiment(
    request: ExperimentRequest,
    repeatable?: RepeatableExperiment,
  ): Promise<{ live: LiveExperiment; isNew: boolean }> {
    const id = repeatable === undefined ? undefined : this.#idFor(repeatable)
    const experiment = createdAfter(planExperiment(request, this.now(), id), this.store.restores())
    return this.#submit((group) => {
      const known = this.#find(experiment.id)
      if (known !== undefined) {
        if (known.experiment.fingerprint === experiment.fingerprint) return { live: known, isNew: false }
        throw new ServiceError(
          "idempotency_conflict",
          "a repeated Idempotency-Key must come with the same request, got another",
        )
      }
      const limit = this.#options.experimentLimit ?? 10_000
      if (this.store.experimentCount() + group.changes.experiments.length >= limit)
        throw new ServiceError(
          "experiment_limit",
          `a store must have at most ${limit} experiments, got a request for one more`,
        )
      group.changes.experiments.push(newExperiment(experiment))
      const live = loadExperiment(this.store, newExperiment(experiment))
      this.#live.set(experiment.id, live)
      this.#nextSweep.set(experiment.id, 0)
      group.addEvent(live, "status", JSON.stringify({ status: "running", at: group.now }))
      return { live, isNew: true }
    })
  }

  decide(experiment: string, request: DecisionRequest, key: string): Promise<Decided> {
    return this.#submit((group) => decide(group, experiment, request, key))
  }

  reward(experiment: string, decisionId: string, value: number, key: string): Promise<Rewarded> {
    return this.#submit((group) => reward(group, experiment, decisionId, value, key)).catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === "unknown_decision") this.store.checkWhole()
      throw error
    })
  }

  changeStatus(experiment: string, transition: Transition): Promise<LiveExperiment> {
    return this.#submit((group) => {
      changeStatus(group, experiment, transition)
      return group.live(experiment)
    })
  }

  /** Lets an experiment that counts subjects learn again after a restore, at the loss that is named. */
  acceptRestore(experiment: string, eta: number, key: string): Promise<LiveExperiment> {
    return this.#submit((group) => {
      acceptRestore(group, experiment, eta, key)
      return group.live(experiment)
    })
  }

  eraseSubject(experiment: string, subject: string): Promise<void> {
    return this.#submit((group) => eraseSubject(group, experiment, subject))
  }

  /** Closes slots whose windows are over, in every experiment that has some. A fault in one does not keep the others waiting. */
  async sweep(): Promise<void> {
    const faults: unknown[] = []
    for (const [experiment, due] of this.#nextSweep)
      try {
        await this.#sweepOne(experiment, due)
      } catch (error) {
        if (isOfStore(error) || this.#queue.isClosed) throw error
        faults.push(error)
      }
    if (faults.length > 0) throw faults[0]
  }

  async #sweepOne(experiment: string, due: number): Promise<void> {
    while ((this.#nextSweep.get(experiment) ?? due) <= this.now()) {
      const next = await this.#submit((group) => sweep(group, experiment))
      if (next === Number.POSITIVE_INFINITY) this.#nextSweep.delete(experiment)
      else this.#nextSweep.set(experiment, next)
      if (next > this.now() || next === Number.POSITIVE_INFINITY) break
    }
  }

  live(experiment: string): LiveExperiment {
    const live = this.#find(experiment)
    if (live !== undefined) return live
    this.store.checkWhole()
    throw new ServiceError("unknown_experiment", "the experiment must exist, got an id that is not known")
  }

  list(options: { after?: string; limit: number; status?: Status }): StoredExperiment[] {
    return this.store.experiments(options)
  }

  /** Whether a decision has its reward; null where that is private. */
  readDecision(experiment: string, id: string): { decisionId: string; arm: string; rewarded: boolean | null } {
    const live = this.live(experiment)
    const decision = this.store.decision(experiment, id)
    if (decision === undefined) {
      this.store.checkWhole()
      throw new ServiceError("unknown_decision", "the decision must exist, got an id that is not known")
    }
    const rewarded =
      live.experiment.arrivals === "private" ? null : this.store.reward(experiment, decision.sequence) !== undefined
    if (rewarded === false) this.store.checkWhole()
    return { decisionId: id, arm: live.armName(decision.arm), rewarded }
  }

  /** Finishes what was accepted, keeps the states, closes the store. */
  close(): void {
    this.#queue.close()
    const group = this.#begin()
    for (const live of this.#live.values()) if (live.unsaved > 0) group.changes.snapshots.push(live.snapshot())
    try {
      if (group.changes.snapshots.length > 0) this.store.commit(group.changes)
    } catch (error) {
      // What cannot be kept any more is played again from the journal.
      if (!isOfStore(error)) throw error
    } finally {
      this.store.close()
    }
  }

  #idFor({ key, word }: RepeatableExperiment): string {
    const { id, old } = experimentIds(this.#options.subjectKey, key, word)
    return this.#find(old) === undefined ? id : old
  }

  #submit<Result>(operation: Operation<Result>): Promise<Result> {
    return this.#queue.submit(operation)
  }

  #begin(): Group {
    // What an operation drew before it failed belongs to no row.
    this.#random.takeRecord()
    const { store, subjectKey } = this.#options
    return new Group({ store, subjectKey, random: this.#random, find: (id) => this.#find(id) }, this.now())
  }

  #commit(group: Group): void {
    // What is answered without a write may be about what another process has written since.
    if (group.isEmpty) {
      this.store.check()
      return
    }
    group.addSnapshots(this.#options.snapshotEvery ?? 256)
    const started = performance.now()
    this.store.commit(group.changes)
    const { decisions, rewards } = group.changes
    const isPublic = (id: string) => this.#live.get(id)?.experiment.arrivals === "public"
    this.happenings.emit("committed", {
      seconds: (performance.now() - started) / 1000,
      decisions: decisions.length,
      rewards: rewards.filter((row) => isPublic(row.experiment)).length,
      experiments: [...group.touched].map((live) => live.experiment.id),
    })
  }

  #drop(group: Group): void {
    for (const live of group.reached) this.#live.delete(live.experiment.id)
    for (const { experiment } of group.changes.experiments) {
      this.#live.delete(experiment.id)
      this.#nextSweep.delete(experiment.id)
    }
  }

  #find(id: string): LiveExperiment | undefined {
    const known = this.#live.get(id)
    if (known !== undefined) return known
    const stored = this.store.experiment(id)
    if (stored === undefined) return undefined
    const live = this.#load(stored)
    this.#live.set(id, live)
    return live
  }

  /** A journal that gives no state is not what was written. */
  #load(stored: StoredExperiment): LiveExperiment {
    try {
      return loadExperiment(this.store, stored)
    } catch (error) {
      const isSign = error instanceof SyntaxError || (error instanceof ServiceError && error.code === "internal")
      if (!isSign) throw error
      const message =
        "the journal of an experiment must give its state, got damage: restore a backup (docs/operations.md)"
      throw this.store.explain(new ServiceError("store_damaged", message))
    }
  }

  *#all() {
    for (let after: string | undefined; ; ) {
      const rows = this.store.experiments({ limit: 500, ...(after === undefined ? {} : { after }) })
      yield* rows
      const last = rows.at(-1)
      if (last === undefined) return
      after = last.experiment.id
    }
  }

  /** The store this one was copied from may still release its open batches, so this one must not. */
  #discardOpenBatchesOfCopy(): void {
    const restores = this.store.copied()
    if (restores === null) return
    const group = this.#begin()
    for (const { experiment } of this.#all()) group.addDiscard(this.live(experiment.id), restores)
    this.store.commit(group.changes, restores)
    this.restored = restores
  }
}
