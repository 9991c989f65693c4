// Transactions on Postgres, where any number of replicas serve one store without state of their
// own. A transaction locks the rows of its experiments, reads their state, and writes all back;
// what a replica remembers only saves it reading again.

import type { LedgerEntry } from "../../ledger/ledger-entry.ts"
import type { LiveExperiment } from "../../live/live-experiment.ts"
import { ServerClock, SteadyClock } from "../../steady-clock.ts"
import type { Command, Transaction, TransactionOptions, Transactions } from "../../transaction/transaction.ts"
import type { UnitOfWork } from "../../transaction/unit-of-work.ts"
import { unknownExperiment } from "../../unknown.ts"
import type { SqlStatement } from "../shared-sql.ts"
import { ledgerEntry } from "../stored-rows.ts"
import { LiveCache, type TakenExperiment } from "./live-cache.ts"
import { neededRows } from "./needed-rows.ts"
import { isRepeatable, postgresError } from "./postgres-error.ts"
import { createLookups } from "./postgres-lookups.ts"
import { forgetPeople } from "./postgres-populations.ts"
import type { PostgresReads } from "./postgres-reads.ts"
import type { LockedHead, PostgresTransaction } from "./postgres-transaction.ts"
import { type HeadRow, headStatement, writeStatements } from "./postgres-write.ts"
import { hasReached } from "./seen-chains.ts"
import type { ServerState } from "./server-state.ts"
import { noTexts, type StateTexts, splitState, textStatements } from "./state-texts.ts"
import { type Era, StoreContinuity } from "./store-continuity.ts"
import { settlingError } from "./store-place.ts"

/** A read of an experiment, and the one after it. */
interface Reading {
  readonly running: Promise<LiveExperiment>
  next?: Promise<LiveExperiment>
}

/**
 * A transaction, the numbers of the experiments it was to lock, and the era in which its caches
 * were filled.
 */
interface Begun {
  readonly numbers: readonly number[]
  readonly transaction: PostgresTransaction
  readonly era: Era
}

/** An experiment in a transaction, and the version of its head. */
interface Locked extends TakenExperiment {
  readonly version: number
}

/** How far the server's clock may be ahead of its last answer, in milliseconds. */
const clockMargin = 1000

/** How often a replica looks for times that others have stored, in milliseconds. */
const latestEveryMs = 5000

export class PostgresTransactions implements Transactions {
  readonly queues: Transactions["queues"]
  readonly isRepeatable = isRepeatable
  readonly #store: PostgresReads
  readonly clock: SteadyClock
  readonly #serverClock: ServerClock
  /** Whether a test gives the time, instead of the server. */
  readonly #isGiven: boolean
  readonly #monotonic: () => number
  #lookedForLatest = Number.NEGATIVE_INFINITY
  readonly #continuity: StoreContinuity
  /** In which the caches were filled. */
  #era: Era
  /** Two caches, because readers must not see what a transaction is changing. */
  #lives = new LiveCache()
  #read = new LiveCache()
  readonly #reading = new Map<string, Reading>()

  constructor(store: PostgresReads, options: TransactionOptions) {
    const {
      clock,
      parallelBatches = 4,
      requestTimeoutMs = 8000,
      monotonic = clock ?? (() => performance.now()),
    } = options
    this.#store = store
    this.#continuity = new StoreContinuity(store)
    store.session.watch = this.#continuity
    this.#era = this.#continuity.era
    this.#monotonic = monotonic
    this.#serverClock = new ServerClock(monotonic)
    this.#isGiven = clock !== undefined
    this.clock = new SteadyClock(0, clock ?? this.#serverClock.read, monotonic)
    this.queues = { count: parallelBatches, longest: 20_000, timeoutMs: requestTimeoutMs }
  }

  /**
   * The server's clock, which is the same for all replicas, or what any of them has stored, if that
   * clock is behind.
   */
  async time(): Promise<number> {
    if (this.#isGiven) return this.clock.now()
    const state = await this.#askTime()
    // Asked for again and again, so that a restore is noticed although nobody decides.
    if (!this.#continuity.isSame(state)) await this.#continuity.settleSoon()
    return this.clock.now()
  }

  async #askTime(): Promise<ServerState> {
    const measured = this.#monotonic()
    const isDue = measured - this.#lookedForLatest >= latestEveryMs
    const state = await this.#store.serverTime(isDue)
    if (isDue) this.#lookedForLatest = measured
    this.#serverClock.set(state.now)
    this.clock.reach(state.latest ?? 0)
    return state
  }

  async begin(commands: readonly Command[], until: number): Promise<Transaction> {
    const isDiscarding = commands.some(({ discards }) => discards === true)
    let begun = await this.#beginInEra(commands, until)
    if (!this.#isContinued(begun, isDiscarding)) {
      await begun.transaction.rollback()
      if (isDiscarding) throw settlingError()
      await this.#continuity.settleSoon()
      begun = await this.#beginInEra(commands, until)
      if (!this.#isContinued(begun)) {
        await begun.transaction.rollback()
        throw settlingError()
      }
    }
    const { known } = this.#store.session
    const { transaction, era } = begun
    const locked = await this.#locked(transaction)
    const newNumbers = [...transaction.newNumbers]
    this.#serverClock.set(transaction.now)
    for (const { at } of transaction.heads) this.clock.reach(at)
    const now = this.clock.now()
    return {
      now,
      store: createLookups(transaction, (number) => known.findId(number)),
      find: (id) => locked.get(id)?.live,
      add: (live) => {
        known.add({ experiment: live.experiment, number: newNumbers.shift() as number })
        locked.set(live.experiment.id, { live, version: 0, texts: noTexts })
      },
      experimentCount: () => transaction.experimentCount,
      commit: async (work) => {
        const written = await this.#commit(transaction, work, locked)
        for (const { live, version: before, texts: known } of locked.values()) {
          const texts = written.get(live)
          const version = before + (texts === undefined ? 0 : 1)
          if (era === this.#era) this.#lives.keep(live, version, texts ?? known)
          this.#note(live, version, era)
        }
        // Its number may be another one's where the store has gone on.
        if (era !== this.#era) for (const { experiment } of work.changes.experiments) known.forget(experiment.id)
      },
      drop: async ({ changes }) => {
        for (const { experiment } of changes.experiments) known.forget(experiment.id)
        await transaction.rollback()
      },
    }
  }

  live(id: string): Promise<LiveExperiment> {
    // One after the other, since each brings the same copy up to date; those that ask while one is
    // under way share the next.
    const reading = this.#reading.get(id)
    if (reading === undefined) return this.#startReading(id)
    reading.next ??= reading.running.then(
      () => this.#startReading(id),
      () => this.#startReading(id),
    )
    return reading.next
  }

  dueExperiments(now: number, limit: number): Promise<string[]> {
    return this.#store.dueExperiments(now, limit)
  }

  /** Calls `work` also if the store is replaced while it is served. */
  async asCopy(work: (restores: number) => Promise<void>): Promise<number | null> {
    try {
      await this.#askTime()
      this.clock.reach(await this.#store.latestTime())
      return await this.#continuity.start(work)
    } catch (error) {
      throw postgresError(error)
    }
  }

  close(): Promise<void> {
    return this.#store.session.close()
  }

  async #beginInEra(commands: readonly Command[], until: number): Promise<Begun> {
    this.#enterEra()
    const era = this.#era
    await this.#store.session.known.learn(commands.map(({ experiment }) => experiment).filter((id) => id !== ""))
    const needed = neededRows(commands, this.#store.session.known, this.#lives, this.clock.now() + clockMargin)
    return { transaction: await this.#store.session.begin(needed, until), numbers: needed.experiments, era }
  }

  /**
   * Whether the store still is the one that was seen, and the rows of a transaction go on from what
   * is cached.
   */
  #isContinued({ transaction, numbers, era }: Begun, isDiscarding = false): boolean {
    // In another era the cache that says which ledger entries to read was another one.
    if (era !== this.#era || era !== this.#continuity.era) return false
    if (!this.#continuity.isSame(transaction.server, isDiscarding)) return false
    const heads = new Map(transaction.heads.map((head) => [head.experiment, head]))
    for (const number of numbers) {
      const id = this.#store.session.known.findId(number)
      const head = heads.get(number)
      const isReached = hasReached(head, this.#continuity.seen(id))
      if (isReached && (head === undefined || this.#lives.leadsTo(id, head, findNextEntry(transaction, head)))) continue
      this.#continuity.suspect()
      return false
    }
    return true
  }

  /**
   * Forgets what may no longer be what the store has: experiments, and the numbers by which rows
   * know them.
   */
  #enterEra(): void {
    const { era } = this.#continuity
    if (era === this.#era) return
    this.#era = era
    this.#lives = new LiveCache()
    this.#read = new LiveCache()
    this.#store.session.known.clear()
  }

  #note({ experiment, sequence, journal }: LiveExperiment, version: number, era: Era): void {
    this.#continuity.note(experiment.id, { version, sequence, journal }, era)
  }

  /**
   * The experiments of a transaction, brought up to date; taken out of memory until it is
   * committed.
   */
  async #locked(transaction: PostgresTransaction): Promise<Map<string, Locked>> {
    const locked = new Map<string, Locked>()
    try {
      for (const head of transaction.heads) {
        const { experiment } = this.#store.session.known.findByNumber(head.experiment)
        const taken = this.#lives.take(experiment, head, listEntries(transaction, head))
        locked.set(experiment.id, { ...taken, version: head.version })
      }
      return locked
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }

  /** Returns the experiments whose heads are written, each with the texts of its state. */
  async #commit(
    transaction: PostgresTransaction,
    work: UnitOfWork,
    locked: ReadonlyMap<string, Locked>,
  ): Promise<ReadonlyMap<LiveExperiment, StateTexts>> {
    const written = new Map<LiveExperiment, StateTexts>()
    const changed = new Set([...work.touched, ...work.nextWindows.keys()])
    if (changed.size === 0 && work.isEmpty) {
      // Rows in an answer must be at the standby too. They may be of a commit whose wait for it was
      // cancelled; this one waits behind it, as the locks it took are in the write-ahead log.
      if (transaction.server.standbys === "") await transaction.rollback()
      else await transaction.commit([])
      return written
    }
    const findNumber = (id: string) => this.#store.session.known.findNumber(id)
    const changedTexts: SqlStatement[] = []
    const heads = [...changed].map((live): HeadRow => {
      const next = work.nextWindows.get(live)
      const nextWindow = next === undefined ? null : Math.min(next, Number.MAX_SAFE_INTEGER)
      const { id } = live.experiment
      const before = locked.get(id)?.texts ?? noTexts
      const { state, texts } = splitState(live.writeState(), before)
      changedTexts.push(...textStatements(findNumber(id), before, texts))
      written.set(live, texts)
      return { ...live.snapshotBeside(), state, status: live.status, at: work.now, nextWindow }
    })
    // The head has the status and the state.
    const rows = writeStatements({ ...work.changes, statuses: [], snapshots: [] }, findNumber)
    const unused = forgetPeople(transaction.newPeople, work.changes)
    const stated = heads.length === 0 ? [] : [...changedTexts, headStatement(heads, findNumber)]
    await transaction.commit([...rows, ...unused, ...stated])
    return written
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
    for (let attempt = 1; ; attempt++) {
      this.#enterEra()
      const era = this.#era
      const number = await this.#store.session.number(id)
      // A transaction that commits meanwhile may not be in what is read.
      const seen = this.#continuity.seen(id)
      const read =
        number === undefined
          ? undefined
          : await this.#store.head(number, this.#read.ledgerIndex(id), [...this.#read.texts(id).keys()])
      const isSame = era === this.#era && (read === undefined || this.#continuity.isSame(read.server))
      // Neither a head that is gone nor one that does not go on from what was read before is of the
      // store that was seen.
      const isContinued =
        (number === undefined || hasReached(read?.head, seen)) &&
        (read === undefined || this.#read.leadsTo(id, read.head, read.entries[0]))
      if (isSame && !isContinued) this.#continuity.suspect()
      else if (isSame) {
        if (number === undefined || read === undefined) throw unknownExperiment(id)
        const { experiment } = this.#store.session.known.findByNumber(number)
        const { live, texts } = this.#read.take(experiment, read.head, read.entries)
        this.#read.keep(live, read.head.version, texts)
        this.#note(live, read.head.version, era)
        return live
      }
      if (attempt === 3) throw settlingError()
      await this.#continuity.settleSoon()
    }
  }
}

function findNextEntry({ entries }: PostgresTransaction, { experiment }: LockedHead): LedgerEntry | undefined {
  const next = entries.find((entry) => entry.experiment === experiment)
  return next === undefined ? undefined : ledgerEntry(next)
}

/** The ledger entries that were read of an experiment. */
const listEntries = ({ entries }: PostgresTransaction, { experiment }: LockedHead): LedgerEntry[] =>
  entries.filter((entry) => entry.experiment === experiment).map(ledgerEntry)
