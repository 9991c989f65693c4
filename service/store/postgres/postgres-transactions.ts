// Transactions on Postgres, where any number of replicas serve one store without state of their
// own. A transaction locks the rows of its experiments, reads their state, and writes all back;
// what a replica remembers only saves it reading again.

import type { LedgerEntry } from "../../ledger/ledger-entry.ts"
import type { LiveExperiment } from "../../live/live-experiment.ts"
import { ServerClock, SteadyClock } from "../../steady-clock.ts"
import type { Command, Transaction, TransactionOptions, Transactions } from "../../transaction/transaction.ts"
import type { UnitOfWork } from "../../transaction/unit-of-work.ts"
import type { SqlStatement } from "../shared-sql.ts"
import { ledgerEntry } from "../stored-rows.ts"
import { EraCaches } from "./era-caches.ts"
import type { TakenExperiment } from "./live-cache.ts"
import { LiveReader } from "./live-reader.ts"
import { neededRows } from "./needed-rows.ts"
import { isRepeatable, postgresError } from "./postgres-error.ts"
import { createLookups } from "./postgres-lookups.ts"
import { forgetPeople } from "./postgres-populations.ts"
import type { PostgresReads } from "./postgres-reads.ts"
import type { PostgresTransaction } from "./postgres-transaction.ts"
import { type HeadRow, headStatement, writeStatements } from "./postgres-write.ts"
import { hasReached } from "./seen-chains.ts"
import { type ServerState, settlingError } from "./server-state.ts"
import { noTexts, type StateTexts, splitState, textStatements } from "./state-texts.ts"
import { type Era, StoreContinuity } from "./store-continuity.ts"
import type { LockedHead } from "./transaction-rows.ts"

/** A transaction, the numbers of its experiments, and the era of its caches. */
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
  readonly #caches: EraCaches
  readonly #reader: LiveReader

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
    this.#caches = new EraCaches(this.#continuity, store.session.known)
    this.#reader = new LiveReader(store, this.#continuity, this.#caches)
    this.#monotonic = monotonic
    this.#serverClock = new ServerClock(monotonic)
    this.#isGiven = clock !== undefined
    this.clock = new SteadyClock(0, clock ?? this.#serverClock.read, monotonic)
    this.queues = { count: parallelBatches, longest: 20_000, timeoutMs: requestTimeoutMs }
  }

  /** The server's clock, or the latest stored time if that is ahead of it. */
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
          if (era === this.#caches.era) this.#caches.lives.keep(live, version, texts ?? known)
          this.#continuity.noteLive(live, version, era)
        }
        // Its number may be another one's where the store has gone on.
        if (era !== this.#caches.era) for (const { experiment } of work.changes.experiments) known.forget(experiment.id)
      },
      drop: async ({ changes }) => {
        for (const { experiment } of changes.experiments) known.forget(experiment.id)
        await transaction.rollback()
      },
    }
  }

  live(id: string): Promise<LiveExperiment> {
    return this.#reader.live(id)
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
    const era = this.#caches.enter()
    await this.#store.session.known.learn(commands.map(({ experiment }) => experiment).filter((id) => id !== ""))
    const needed = neededRows(commands, this.#store.session.known, this.#caches.lives, this.clock.now() + clockMargin)
    return { transaction: await this.#store.session.begin(needed, until), numbers: needed.experiments, era }
  }

  /** Whether the store is the one that was seen, and the rows go on from the caches. */
  #isContinued({ transaction, numbers, era }: Begun, isDiscarding = false): boolean {
    // In another era the cache that says which ledger entries to read was another one.
    if (era !== this.#caches.era || era !== this.#continuity.era) return false
    if (!this.#continuity.isSame(transaction.server, isDiscarding)) return false
    const heads = new Map(transaction.heads.map((head) => [head.experiment, head]))
    for (const number of numbers) {
      const id = this.#store.session.known.findId(number)
      const head = heads.get(number)
      const isReached = hasReached(head, this.#continuity.seen(id))
      if (isReached && (head === undefined || this.#caches.lives.leadsTo(id, head, findNextEntry(transaction, head))))
        continue
      this.#continuity.suspect()
      return false
    }
    return true
  }

  /** The transaction's experiments, up to date; out of the cache until it is committed. */
  async #locked(transaction: PostgresTransaction): Promise<Map<string, Locked>> {
    const locked = new Map<string, Locked>()
    try {
      for (const head of transaction.heads) {
        const { experiment } = this.#store.session.known.findByNumber(head.experiment)
        const taken = this.#caches.lives.take(experiment, head, listEntries(transaction, head))
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
      const { state, texts } = splitState(live.learning.write(), before)
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
}

function findNextEntry({ entries }: PostgresTransaction, { experiment }: LockedHead): LedgerEntry | undefined {
  const next = entries.find((entry) => entry.experiment === experiment)
  return next === undefined ? undefined : ledgerEntry(next)
}

/** The ledger entries that were read of an experiment. */
const listEntries = ({ entries }: PostgresTransaction, { experiment }: LockedHead): LedgerEntry[] =>
  entries.filter((entry) => entry.experiment === experiment).map(ledgerEntry)
