// The service on Postgres: any number of replicas without state of their own. Each group of requests locks the rows of its experiments,
// reads the state, applies the operations, writes all back and commits; what a replica remembers only saves it reading again.

import { EventEmitter } from "node:events"
import { type SecureRandom, secureRandom } from "@armistice/core"
import type { AnyService } from "../any-service.ts"
import { type ExperimentRequest, planExperiment } from "../create-experiment.ts"
import type { Experiment, Status } from "../experiment.ts"
import { Group } from "../group.ts"
import { LiveExperiment } from "../live/live-experiment.ts"
import { applyDiscard } from "../live/load-experiment.ts"
import { RecordingRandom } from "../live/recorded-random.ts"
import { changeStatus, type Transition } from "../operations/change-status.ts"
import { type Decided, type DecisionRequest, decide } from "../operations/decide.ts"
import { eraseSubject } from "../operations/erase-subject.ts"
import { reward } from "../operations/reward.ts"
import { sweep } from "../operations/sweep.ts"
import type { Committed } from "../service.ts"
import { ServiceError } from "../service-error.ts"
import { isRepeatable, postgresError } from "../store/postgres-error.ts"
import { ledgerEntry, type PostgresStore } from "../store/postgres-store.ts"
import type { PostgresTransaction } from "../store/postgres-transaction.ts"
import { type HeadRow, headStatement, writeStatements } from "../store/postgres-write.ts"
import type { StoredExperiment } from "../store/store.ts"
import type { Ask, Locked } from "./ask.ts"
import { groupReads } from "./group-reads.ts"
import { Lane, type Waiting } from "./lane.ts"
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

type Outcome = { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly error: unknown }

interface Known {
  readonly experiment: Experiment
  readonly number: number
}

/** Attempts of a group that met another replica's change halfway. */
const attempts = 3

export class Replica implements AnyService {
  readonly store: PostgresStore
  readonly happenings = new EventEmitter<{ committed: [Committed] }>()
  readonly #options: ReplicaOptions
  readonly #lanes: readonly Lane[]
  readonly #random: RecordingRandom
  readonly #hashes: Group
  readonly #known = new Map<string, Known>()
  readonly #ids = new Map<number, string>()
  readonly #written = new LiveCache()
  readonly #read = new LiveCache()
  readonly #reading = new Map<string, Promise<unknown>>()
  #now = 0
  #isClosed = false

  private constructor(options: ReplicaOptions) {
    this.#options = options
    this.store = options.store
    this.#random = new RecordingRandom(options.random ?? secureRandom())
    this.#hashes = new Group(
      { store: {} as never, random: this.#random, subjectKey: options.subjectKey, find: () => undefined },
      0,
    )
    this.#lanes = Array.from(
      { length: options.lanes ?? 4 },
      () =>
        new Lane({
          play: (taken) => this.#play(taken),
          largest: options.largestGroup ?? 1000,
          longest: 20_000,
          timeoutMs: options.requestTimeoutMs ?? 8000,
        }),
    )
    this.happenings.setMaxListeners(0)
  }

  static async start(options: ReplicaOptions): Promise<Replica> {
    const replica = new Replica(options)
    replica.#now = await options.store.latestTime()
    await replica.#discardOpenBatchesOfCopy()
    return replica
  }

  /** Milliseconds; never goes back. Decisions take the server's clock instead, which is the same for all replicas. */
  now(): number {
    this.#now = Math.max(this.#now, (this.#options.clock ?? Date.now)())
    return this.#now
  }

  createExperiment(request: ExperimentRequest, idempotency?: string) {
    const experiment = planExperiment(request, this.now(), idempotency)
    return this.#submit({
      experiment: experiment.id,
      creates: experiment,
      run: (group, locked) => {
        const known = locked.find(experiment.id)
        if (known !== undefined) {
          if (known.experiment.fingerprint === experiment.fingerprint) return { live: known, isNew: false }
          throw new ServiceError(
            "idempotency_conflict",
            "a repeated Idempotency-Key must come with the same request, got another",
          )
        }
        const limit = this.#options.experimentLimit ?? 10_000
        if (locked.experimentCount + group.changes.experiments.length >= limit)
          throw new ServiceError(
            "experiment_limit",
            `a store must have at most ${limit} experiments, got a request for one more`,
          )
        const live = new LiveExperiment(experiment, "running")
        group.changes.experiments.push({ experiment, status: "running" })
        locked.add(live)
        group.addEvent(live, "status", JSON.stringify({ status: "running", at: group.now }))
        return { live, isNew: true }
      },
    })
  }

  decide(experiment: string, request: DecisionRequest, key: string): Promise<Decided> {
    const { decisionId, subject } = request
    return this.#submit({
      experiment,
      ...(decisionId === undefined ? {} : { decisionId }),
      ...(subject === undefined ? {} : { subject: this.#hashes.hashSubject(experiment, subject) }),
      run: (group) => decide(group, experiment, request, key),
    })
  }

  reward(experiment: string, decisionId: string, value: number, key: string): Promise<void> {
    return this.#submit({ experiment, decisionId, run: (group) => reward(group, experiment, decisionId, value, key) })
  }

  async changeStatus(experiment: string, transition: Transition): Promise<LiveExperiment> {
    await this.#submit({ experiment, run: (group) => changeStatus(group, experiment, transition) })
    return this.live(experiment)
  }

  eraseSubject(experiment: string, subject: string): Promise<void> {
    return this.#submit({ experiment, run: (group) => eraseSubject(group, experiment, subject) })
  }

  /** Closes slots whose windows are over. Every replica does; whoever comes second finds nothing left. */
  async sweep(): Promise<void> {
    for (const id of await this.store.dueForSweep(await this.#serverNow(), 100)) {
      await this.#submit({
        experiment: id,
        isSweep: true,
        run: (group, locked) => {
          const next = sweep(group, id)
          locked.setSweep(id, Math.min(next, Number.MAX_SAFE_INTEGER))
        },
      })
    }
  }

  /** The experiment as it is now, for reading; what it is has been committed. */
  live(id: string): Promise<LiveExperiment> {
    // One after the other: each brings the same copy up to date.
    const before = this.#reading.get(id) ?? Promise.resolve()
    const now = before.then(() => this.#readLive(id))
    const quiet = now.catch(() => undefined)
    this.#reading.set(id, quiet)
    void quiet.then(() => {
      if (this.#reading.get(id) === quiet) this.#reading.delete(id)
    })
    return now
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

  /** Plays a group until it is committed or must be refused, and answers everyone in it. */
  async #play(taken: readonly Waiting[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const outcomes = await this.#attempt(taken.map(({ ask }) => ask))
        for (const [index, outcome] of outcomes.entries()) {
          const { resolve, reject } = taken[index] as Waiting
          if (outcome.ok) resolve(outcome.result)
          else reject(outcome.error)
        }
        return
      } catch (error) {
        for (const { ask } of taken) this.#written.drop(ask.experiment)
        if (isRepeatable(error) && attempt < attempts) continue
        if (error instanceof OperationFault && taken.length > 1) {
          // A fault in one operation must not take the others with it.
          for (const one of taken) await this.#play([one])
          return
        }
        const reason = error instanceof OperationFault ? error.cause : postgresError(error)
        for (const { reject } of taken) reject(reason)
        return
      }
    }
  }

  async #attempt(asks: readonly Ask[]): Promise<Outcome[]> {
    await this.#learn(asks.map(({ experiment }) => experiment))
    const transaction = await this.store.begin(this.#asked(asks))
    try {
      const { group, locked, lives, sweeps } = this.#open(transaction)
      const outcomes = asks.map((ask) => attempt(ask, group, locked))
      const touched = [...group.touched]
      if (touched.length === 0) await transaction.rollback()
      else await this.#commit(transaction, group, touched, sweeps)
      for (const { live, version } of lives.values())
        this.#written.keep(live, version + (group.touched.has(live) ? 1 : 0))
      return outcomes
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }

  #asked(asks: readonly Ask[]) {
    const experiments = new Map<string, number>()
    for (const { experiment } of asks) {
      const known = this.#known.get(experiment)
      if (known !== undefined) experiments.set(experiment, known.number)
    }
    const decisions: { experiment: number; id: string }[] = []
    const subjects: { experiment: number; subject: string }[] = []
    const sweeps: number[] = []
    for (const ask of asks) {
      const experiment = experiments.get(ask.experiment)
      if (experiment === undefined) continue
      if (ask.decisionId !== undefined) decisions.push({ experiment, id: ask.decisionId })
      if (ask.subject !== undefined) subjects.push({ experiment, subject: ask.subject })
      if (ask.isSweep === true) sweeps.push(experiment)
    }
    return {
      experiments: [...experiments.values()],
      created: asks.filter(({ creates }) => creates !== undefined).length,
      ledgers: [...experiments].map(([id, experiment]) => ({ experiment, after: this.#written.ledgerIndex(id) })),
      decisions,
      subjects,
      sweeps,
    }
  }

  #open(transaction: PostgresTransaction) {
    const lives = new Map<string, { live: LiveExperiment; version: number }>()
    let now = this.#options.clock?.() ?? transaction.now
    for (const head of transaction.heads) {
      const id = this.#ids.get(head.experiment) as string
      const { experiment } = this.#known.get(id) as Known
      const entries = transaction.entries.filter((entry) => entry.experiment === head.experiment).map(ledgerEntry)
      lives.set(id, { live: this.#written.take(experiment, head, entries), version: head.version })
      now = Math.max(now, head.at)
    }
    // What an operation drew before it failed belongs to no row.
    this.#random.takeRecord()
    const numbers = [...transaction.newNumbers]
    const sweeps = new Map<string, number>()
    const locked: Locked = {
      find: (id) => lives.get(id)?.live,
      add: (live) => {
        const number = numbers.shift() as number
        this.#ids.set(number, live.experiment.id)
        this.#known.set(live.experiment.id, { experiment: live.experiment, number })
        lives.set(live.experiment.id, { live, version: 0 })
      },
      experimentCount: transaction.experimentCount,
      setSweep: (id, at) => {
        const live = lives.get(id)?.live
        if (live === undefined) return
        sweeps.set(id, at)
        group.touched.add(live)
      },
    }
    const group = new Group(
      {
        store: groupReads(transaction, (number) => this.#ids.get(number) ?? ""),
        random: this.#random,
        subjectKey: this.#options.subjectKey,
        find: locked.find,
      },
      now,
    )
    return { group, locked, lives, sweeps }
  }

  async #commit(
    transaction: PostgresTransaction,
    group: Group,
    touched: readonly LiveExperiment[],
    sweeps: ReadonlyMap<string, number>,
  ): Promise<void> {
    const started = performance.now()
    const numberOf = (id: string) => (this.#known.get(id) as Known).number
    const heads = touched.map((live): HeadRow => {
      const sweepAt = sweeps.get(live.experiment.id) ?? null
      return { ...live.snapshot(), status: live.status, at: group.now, sweepAt }
    })
    const { changes } = group
    try {
      // The head has the status and the state.
      const rows = writeStatements({ ...changes, statuses: [], snapshots: [] }, numberOf)
      await transaction.commit([...rows, headStatement(heads, numberOf)])
    } catch (error) {
      for (const { experiment } of changes.experiments) this.#known.delete(experiment.id)
      throw error
    }
    const isPublic = (id: string) => this.#known.get(id)?.experiment.arrivals === "public"
    this.happenings.emit("committed", {
      seconds: (performance.now() - started) / 1000,
      decisions: changes.decisions.length,
      rewards: changes.rewards.filter((row) => isPublic(row.experiment)).length,
      operations: changes.decisions.length + changes.rewards.length + changes.experiments.length,
      experiments: touched.map((live) => live.experiment.id),
    })
  }

  /** Definitions never change, so each is read once. */
  async #learn(ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#known.has(id))
    if (missing.length === 0) return
    for (const { number, experiment } of await this.store.definitions(missing)) {
      this.#known.set(experiment.id, { number, experiment })
      this.#ids.set(number, experiment.id)
    }
  }

  async #readLive(id: string): Promise<LiveExperiment> {
    await this.#learn([id])
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
  async #discardOpenBatchesOfCopy(): Promise<void> {
    if ((await this.store.property("copy")) === null) return
    for (let after: string | undefined; ; ) {
      const page = await this.store.experiments({ limit: 200, ...(after === undefined ? {} : { after }) })
      for (const { experiment } of page)
        await this.#submit({
          experiment: experiment.id,
          run: (group) => {
            const live = group.live(experiment.id)
            applyDiscard(live)
            group.addDiscard(live)
          },
        })
      after = page.at(-1)?.experiment.id
      if (after === undefined) break
    }
    await this.store.setProperty("copy", null)
  }
}

/** An error inside an operation, after which nothing of its group may be written. */
class OperationFault extends Error {}

/** A refusal has changed nothing; any other error may have, and goes up. */
function attempt(ask: Ask, group: Group, locked: Locked): Outcome {
  try {
    return { ok: true, result: ask.run(group, locked) }
  } catch (error) {
    if (error instanceof ServiceError && error.code !== "internal") return { ok: false, error }
    throw new OperationFault("an operation failed", { cause: error })
  }
}
