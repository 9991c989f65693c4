// The service on Postgres: any number of replicas without state of their own. Each group of requests locks the rows of its experiments,
// reads the state, applies the operations, writes all back and commits; what a replica remembers only saves it reading again.

import { EventEmitter } from "node:events"
import { type SecureRandom, secureRandom } from "@armistice/core"
import type { AnyService } from "../any-service.ts"
import { type ExperimentRequest, planExperiment, type RepeatableExperiment } from "../create-experiment.ts"
import { createdAfter, type Status } from "../experiment.ts"
import { Group } from "../group.ts"
import { experimentIds } from "../keys/repeatable-ids.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { RecordingRandom } from "../live/recorded-random.ts"
import { acceptRestore } from "../operations/accept-restore.ts"
import { changeStatus, type Transition } from "../operations/change-status.ts"
import { type Decided, type DecisionRequest, decide } from "../operations/decide.ts"
import { eraseSubject } from "../operations/erase-subject.ts"
import { type Rewarded, reward } from "../operations/reward.ts"
import { sweep } from "../operations/sweep.ts"
import type { Committed } from "../service.ts"
import { ServiceError } from "../service-error.ts"
import type { PostgresStore } from "../store/postgres-store.ts"
import type { StoredExperiment } from "../store/store.ts"
import type { Ask } from "./ask.ts"
import { creation } from "./create.ts"
import { GroupPlayer } from "./group-player.ts"
import { KnownExperiments } from "./known-experiments.ts"
import { Lane } from "./lane.ts"
import { LiveCache } from "./live-cache.ts"

export interface ReplicaOptions {
  readonly store: PostgresStore
  /** 32 secret bytes, the same for all replicas, under which subjects are hashed. */
  readonly subjectKey: Uint8Array
  /** Instead of the server's clock; for tests. */
  readonly clock?: () => number
  readonly largestGroup?: number
  readonly experimentLimit?: number
  /** Transactions that may be under way at once; experiments are shared out over them. */
  readonly lanes?: number
  readonly requestTimeoutMs?: number
  readonly random?: SecureRandom
}

/** A read of an experiment, and the one after it. */
interface Reading {
  readonly running: Promise<LiveExperiment>
  next?: Promise<LiveExperiment>
}

export class Replica implements AnyService {
  readonly store: PostgresStore
  /** The number of the restore that was found and dealt with at the start; null: the store was no copy. */
  restored: number | null = null
  readonly happenings = new EventEmitter<{ committed: [Committed] }>()
  readonly #options: ReplicaOptions
  readonly #lanes: readonly Lane[]
  readonly #hashes: Group
  readonly #known: KnownExperiments
  readonly #read = new LiveCache()
  readonly #reading = new Map<string, Reading>()
  #now = 0
  /** Restores of the store; more happen only while no replica runs. */
  #restores = 0
  #isClosed = false

  private constructor(options: ReplicaOptions) {
    this.#options = options
    this.store = options.store
    this.#known = new KnownExperiments(options.store)
    const random = new RecordingRandom(options.random ?? secureRandom())
    const { store, subjectKey, largestGroup = 1000 } = options
    const player = new GroupPlayer({
      store,
      ...(options.clock === undefined ? {} : { clock: options.clock }),
      onCommit: (committed: Committed) => this.happenings.emit("committed", committed),
      known: this.#known,
      random,
      subjectKey,
    })
    this.#hashes = new Group({ store: {} as never, random, subjectKey: options.subjectKey, find: () => undefined }, 0)
    this.#lanes = Array.from(
      { length: options.lanes ?? 4 },
      () =>
        new Lane({
          play: (taken) => player.play(taken),
          largest: largestGroup,
          longest: 20_000,
          timeoutMs: options.requestTimeoutMs ?? 8000,
        }),
    )
    this.happenings.setMaxListeners(0)
  }

  static async start(options: ReplicaOptions): Promise<Replica> {
    const replica = new Replica(options)
    replica.#now = await options.store.latestTime()
    replica.restored = await options.store.asCopy((restores) => replica.#discardOpenBatches(restores))
    replica.#restores = await options.store.restores()
    return replica
  }

  /** Milliseconds; never goes back. Decisions take the server's clock instead, which is the same for all replicas. */
  now(): number {
    this.#now = Math.max(this.#now, (this.#options.clock ?? Date.now)())
    return this.#now
  }

  async createExperiment(request: ExperimentRequest, repeatable?: RepeatableExperiment) {
    const id = repeatable === undefined ? undefined : await this.#idFor(repeatable)
    const experiment = createdAfter(planExperiment(request, this.now(), id), this.#restores)
    return this.#submit(creation(experiment, this.#options.experimentLimit ?? 10_000))
  }

  decide(experiment: string, request: DecisionRequest, key: string): Promise<Decided> {
    const { decisionId, repeatable } = request
    const names = repeatable === undefined ? null : this.#hashes.decisionNames(experiment, key, repeatable)
    const subject = request.subject === undefined ? null : this.#hashes.hashSubject(experiment, request.subject)
    return this.#submit({
      experiment,
      decisionIds: [
        ...(decisionId === undefined ? [] : [decisionId]),
        ...(names === null ? [] : [names.id, names.alone, names.old]),
      ],
      subjects: [...(subject === null ? [] : [subject]), ...(names === null ? [] : [names.batch])],
      run: (group) => decide(group, experiment, request, key),
    })
  }

  reward(experiment: string, decisionId: string, value: number, key: string): Promise<Rewarded> {
    return this.#submit({
      experiment,
      decisionIds: [decisionId],
      run: (group) => reward(group, experiment, decisionId, value, key),
    })
  }

  async changeStatus(experiment: string, transition: Transition): Promise<LiveExperiment> {
    const run = (group: Group) => changeStatus(group, experiment, transition)
    await this.#submit({ experiment, endsLeases: true, run })
    return this.live(experiment)
  }

  /** Lets an experiment that counts subjects learn again after a restore, at the loss that is named. */
  async acceptRestore(experiment: string, eta: number, key: string): Promise<LiveExperiment> {
    await this.#submit({ experiment, run: (group) => acceptRestore(group, experiment, eta, key) })
    return this.live(experiment)
  }

  eraseSubject(experiment: string, subject: string): Promise<void> {
    return this.#submit({ experiment, run: (group) => eraseSubject(group, experiment, subject) })
  }

  /** Closes slots whose windows are over. Every replica does; whoever comes second finds nothing left. A fault in one keeps no others waiting. */
  async sweep(): Promise<void> {
    const faults: unknown[] = []
    for (const id of await this.store.dueForSweep(await this.#serverNow(), 100))
      await this.#submit({
        experiment: id,
        isSweep: true,
        endsLeases: true,
        run: (group, locked) => {
          const next = sweep(group, id)
          locked.setSweep(id, Math.min(next, Number.MAX_SAFE_INTEGER))
        },
      }).catch((error: unknown) => faults.push(error))
    if (faults.length > 0) throw faults[0]
  }

  /** The experiment as it is now, for reading; what it is has been committed. */
  live(id: string): Promise<LiveExperiment> {
    // One after the other, since each brings the same copy up to date; those that ask while one is under way share the next.
    const reading = this.#reading.get(id)
    if (reading === undefined) return this.#startReading(id)
    reading.next ??= reading.running.then(
      () => this.#startReading(id),
      () => this.#startReading(id),
    )
    return reading.next
  }

  list(options: { after?: string; limit: number; status?: Status }): Promise<StoredExperiment[]> {
    return this.store.experiments(options)
  }

  async readDecision(experiment: string, id: string) {
    const live = await this.live(experiment)
    const decision = await this.store.decision(experiment, id)
    if (decision === undefined)
      throw new ServiceError("unknown_decision", "the decision must exist, got an id that is not known")
    const isPrivate = live.experiment.arrivals === "private"
    const rewarded = isPrivate ? null : (await this.store.reward(experiment, decision.sequence)) !== undefined
    return { decisionId: id, arm: live.armName(decision.arm), rewarded }
  }

  /** Finishes what was accepted. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#lanes.map((lane) => lane.drained()))
    await this.store.close()
  }

  async #idFor({ key, word }: RepeatableExperiment): Promise<string> {
    const { id, old } = experimentIds(this.#options.subjectKey, key, word)
    return (await this.store.experiment(old)) === undefined ? id : old
  }

  #submit<Result>(ask: Ask<Result>): Promise<Result> {
    if (this.#isClosed)
      return Promise.reject(
        new ServiceError("shutting_down", "the service must be running, got one that is shutting down"),
      )
    let hash = 0
    for (let index = 0; index < ask.experiment.length; index++)
      hash = (hash * 31 + ask.experiment.charCodeAt(index)) | 0
    const lane = this.#lanes[Math.abs(hash) % this.#lanes.length] as Lane
    return lane.submit(ask)
  }

  #startReading(id: string): Promise<LiveExperiment> {
    const running = this.#readLive(id)
    const reading: Reading = { running }
    this.#reading.set(id, reading)
    const over = () => {
      if (reading.next === undefined && this.#reading.get(id) === reading) this.#reading.delete(id)
    }
    running.then(over, over)
    return running
  }

  async #readLive(id: string): Promise<LiveExperiment> {
    await this.#known.learn([id])
    const known = this.#known.get(id)
    const read = known === undefined ? undefined : await this.store.head(known.number, this.#read.ledgerIndex(id))
    if (known === undefined || read === undefined)
      throw new ServiceError("unknown_experiment", "the experiment must exist, got an id that is not known")
    const live = this.#read.take(known.experiment, read.head, read.entries)
    this.#read.keep(live, read.head.version)
    return live
  }

  async #serverNow(): Promise<number> {
    return this.#options.clock?.() ?? (await this.store.serverNow())
  }

  /** The store this one was copied from may still release its open batches, so this one must not. */
  async #discardOpenBatches(restores: number): Promise<void> {
    for (let after: string | undefined; ; ) {
      const page = await this.store.experiments({ limit: 200, ...(after === undefined ? {} : { after }) })
      for (const { experiment } of page)
        await this.#submit({
          experiment: experiment.id,
          endsLeases: true,
          run: (group) => {
            const live = group.live(experiment.id)
            // A replica may have begun with this restore and not come to its end.
            if (live.restores < restores) group.addDiscard(live, restores)
          },
        })
      after = page.at(-1)?.experiment.id
      if (after === undefined) break
    }
  }
}
