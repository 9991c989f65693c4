// Transactions on Postgres, where any number of replicas serve one store without state of their own. A transaction locks the rows of its
// experiments, reads their state, and writes all back; what a replica remembers only saves it reading again.

import { hasMetrics } from "../../experiment.ts"
import type { LiveExperiment } from "../../live/live-experiment.ts"
import type { Group } from "../../transaction/group.ts"
import type { Ask, Transaction, TransactionOptions, Transactions } from "../../transaction/transaction.ts"
import { unknownExperiment } from "../../unknown.ts"
import { ledgerEntry } from "../stored-rows.ts"
import { LiveCache } from "./live-cache.ts"
import { isRepeatable } from "./postgres-error.ts"
import { lookupsOf } from "./postgres-lookups.ts"
import { forgetPeople, inOrder, type Person } from "./postgres-populations.ts"
import type { PostgresStore } from "./postgres-store.ts"
import type { Asked, PostgresTransaction } from "./postgres-transaction.ts"
import { type HeadRow, headStatement, writeStatements } from "./postgres-write.ts"

/** A read of an experiment, and the one after it. */
interface Reading {
  readonly running: Promise<LiveExperiment>
  next?: Promise<LiveExperiment>
}

/** An experiment in a transaction, and the version of its head. */
interface Locked {
  readonly live: LiveExperiment
  readonly version: number
}

export class PostgresTransactions implements Transactions {
  readonly queues: Transactions["queues"]
  readonly isRepeatable = isRepeatable
  readonly #store: PostgresStore
  readonly #clock: (() => number) | undefined
  /** Of transactions, and for reading: what is read must not be what a transaction is changing. */
  readonly #lives = new LiveCache()
  readonly #read = new LiveCache()
  readonly #reading = new Map<string, Reading>()

  constructor(store: PostgresStore, { clock, groups = 4, requestTimeoutMs = 8000 }: TransactionOptions) {
    this.#store = store
    this.#clock = clock
    this.queues = { count: groups, longest: 20_000, timeoutMs: requestTimeoutMs }
  }

  /** The server's, which is the same for all replicas. */
  async time(): Promise<number> {
    return this.#clock?.() ?? (await this.#store.serverNow())
  }

  async begin(asks: readonly Ask[]): Promise<Transaction> {
    const { known } = this.#store
    await known.learn(asks.map(({ experiment }) => experiment).filter((id) => id !== ""))
    const transaction = await this.#store.begin(this.#asked(asks))
    const locked = await this.#locked(transaction)
    const newNumbers = [...transaction.newNumbers]
    return {
      now: Math.max(this.#clock?.() ?? transaction.now, ...transaction.heads.map(({ at }) => at)),
      store: lookupsOf(transaction, (number) => known.idOf(number)),
      find: (id) => locked.get(id)?.live,
      add: (live) => {
        known.add({ experiment: live.experiment, number: newNumbers.shift() as number })
        locked.set(live.experiment.id, { live, version: 0 })
      },
      experimentCount: () => transaction.experimentCount,
      commit: async (group) => {
        const written = await this.#commit(transaction, group)
        for (const { live, version } of locked.values()) this.#lives.keep(live, version + (written.has(live) ? 1 : 0))
      },
      drop: async ({ changes }) => {
        for (const { experiment } of changes.experiments) known.forget(experiment.id)
        await transaction.rollback()
      },
    }
  }

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

  dueExperiments(now: number, limit: number): Promise<string[]> {
    return this.#store.dueExperiments(now, limit)
  }

  asCopy(work: (restores: number) => Promise<void>): Promise<number | null> {
    return this.#store.asCopy(work)
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  #asked(asks: readonly Ask[]): Asked {
    const { known } = this.#store
    const experiments = new Set<number>()
    const decisions: { experiment: number; id: string }[] = []
    const subjects: { experiment: number; subject: string }[] = []
    const answered: { experiment: number; subject: string }[] = []
    const people: Person[] = []
    const windows: number[] = []
    const unleased: number[] = []
    for (const ask of asks) {
      const found = known.get(ask.experiment)
      if (found === undefined) continue
      const { number: experiment, experiment: definition } = found
      experiments.add(experiment)
      const { decisionId = null, subject = null, names = null, answers = null, person = null } = ask.names ?? {}
      const { population } = definition
      if (population !== undefined && person !== null) people.push({ population, person: person(population) })
      for (const id of [decisionId, names?.id, names?.alone, names?.old])
        if (id != null) decisions.push({ experiment, id })
      for (const one of [subject, names?.batch, answers]) if (one != null) subjects.push({ experiment, subject: one })
      if (answers !== null) answered.push({ experiment, subject: answers })
      if (ask.windows === true) windows.push(experiment)
      if (ask.endsLeases === true) unleased.push(experiment)
    }
    return {
      experiments: [...experiments],
      created: asks.filter(({ isNew }) => isNew === true).length,
      ledgers: [...experiments].map((experiment) => ({
        experiment,
        after: this.#lives.ledgerIndex(known.idOf(experiment)),
      })),
      decisions,
      subjects,
      answered,
      populations: [...new Set(asks.flatMap(({ population }) => (population === undefined ? [] : [population])))],
      people: inOrder(people),
      windows,
      metered: new Set([...experiments].filter((number) => hasMetrics(known.ofNumber(number).experiment))),
      unleased,
    }
  }

  /** The experiments of a transaction, brought up to date; taken out of memory until it is committed. */
  async #locked(transaction: PostgresTransaction): Promise<Map<string, Locked>> {
    const locked = new Map<string, Locked>()
    try {
      for (const head of transaction.heads) {
        const { experiment } = this.#store.known.ofNumber(head.experiment)
        const entries = transaction.entries.filter((entry) => entry.experiment === head.experiment).map(ledgerEntry)
        locked.set(experiment.id, { live: this.#lives.take(experiment, head, entries), version: head.version })
      }
      return locked
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }

  /** Returns the experiments whose heads are written. */
  async #commit(transaction: PostgresTransaction, group: Group): Promise<ReadonlySet<LiveExperiment>> {
    const written = new Set([...group.touched, ...group.nextWindows.keys()])
    if (written.size === 0 && group.isEmpty) {
      await transaction.rollback()
      return written
    }
    const heads = [...written].map((live): HeadRow => {
      const next = group.nextWindows.get(live)
      const nextWindow = next === undefined ? null : Math.min(next, Number.MAX_SAFE_INTEGER)
      return { ...live.snapshot(), status: live.status, at: group.now, nextWindow }
    })
    const numberOf = (id: string) => this.#store.known.numberOf(id)
    // The head has the status and the state.
    const rows = writeStatements({ ...group.changes, statuses: [], snapshots: [] }, numberOf)
    const unused = forgetPeople(transaction.newPeople, group.changes)
    await transaction.commit([...rows, ...unused, ...(heads.length === 0 ? [] : [headStatement(heads, numberOf)])])
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
    const number = await this.#store.number(id)
    const read = number === undefined ? undefined : await this.#store.head(number, this.#read.ledgerIndex(id))
    if (number === undefined || read === undefined) throw unknownExperiment(id)
    const live = this.#read.take(this.#store.known.ofNumber(number).experiment, read.head, read.entries)
    this.#read.keep(live, read.head.version)
    return live
  }
}
