// Transactions on a SQLite file. One process serves it and holds its experiments in memory. After a
// failed commit they are dropped from memory and replayed from the journal when they are needed
// again.

import type { ExperimentSource } from "../../live/journal-source.ts"
import type { LiveExperiment } from "../../live/live-experiment.ts"
import { loadExperiment } from "../../live/load-experiment.ts"
import { isStoreError, ServiceError } from "../../service-error.ts"
import { SteadyClock } from "../../steady-clock.ts"
import type { Lookups } from "../../transaction/lookups.ts"
import type { Transaction, TransactionOptions, Transactions } from "../../transaction/transaction.ts"
import type { UnitOfWork } from "../../transaction/unit-of-work.ts"
import { unknownExperiment } from "../../unknown.ts"
import { type Changes, noChanges } from "../changes.ts"
import type { StoredExperiment } from "../rows.ts"

/** The SQLite store as its transactions use it. */
interface TransactionFile extends ExperimentSource, Lookups {
  experiment(id: string): StoredExperiment | undefined
  experiments(options: { after?: string | undefined; limit: number }): StoredExperiment[]
  experimentCount(): number
  latestTime(): number
  check(): void
  checkWhole(): void
  commit(changes: Changes, restored?: number): void
  copied(): number | null
  setProperty(name: string, value: string | null): void
  explain(error: unknown): ServiceError
  close(): void
  rowsAfter: ExperimentSource["rowsAfter"]
}

export class SqliteTransactions implements Transactions {
  /** Nobody else writes, so nobody waits for long. */
  readonly queues = { count: 1, longest: Number.POSITIVE_INFINITY, timeoutMs: Number.POSITIVE_INFINITY }
  readonly store: TransactionFile
  readonly #lives = new Map<string, LiveExperiment>()
  /** When windows of experiments are to be looked at next; those of archived ones never are. */
  readonly #nextWindows = new Map<string, number>()
  readonly clock: SteadyClock
  readonly #snapshotEvery: number

  constructor(store: TransactionFile, { clock, monotonic, snapshotEvery = 1024 }: TransactionOptions) {
    this.store = store
    this.clock = new SteadyClock(store.latestTime(), clock, monotonic)
    this.#snapshotEvery = snapshotEvery
    for (const { experiment, status } of allExperiments(store))
      if (status !== "archived") this.#nextWindows.set(experiment.id, 0)
  }

  time(): number {
    return this.clock.now()
  }

  begin(): Transaction {
    const { store } = this
    return {
      now: this.time(),
      store,
      find: (id) => this.#find(id),
      add: (live) => this.#lives.set(live.experiment.id, live),
      experimentCount: () => store.experimentCount(),
      commit: (work) => this.#commit(work),
      drop: ({ reached }) => {
        for (const { experiment } of reached) this.#lives.delete(experiment.id)
      },
    }
  }

  isRepeatable(): boolean {
    return false
  }

  live(id: string): LiveExperiment {
    const live = this.#find(id)
    if (live !== undefined) return live
    this.store.checkWhole()
    throw unknownExperiment(id)
  }

  dueExperiments(now: number, limit: number): string[] {
    const due = [...this.#nextWindows].filter(([, at]) => at <= now).sort(([, one], [, other]) => one - other)
    return due.slice(0, limit).map(([id]) => id)
  }

  async asCopy(work: (restores: number) => Promise<void>): Promise<number | null> {
    const restores = this.store.copied()
    if (restores === null) return null
    // The work commits, and a loss of power may take the witness back to where these commits pass
    // for the store's own: then the mark decides.
    this.store.setProperty("copy", new Date().toISOString())
    await work(restores)
    this.store.commit(noChanges(), restores)
    return restores
  }

  /** Writes snapshots, so that the next start has nothing to replay. */
  close(): void {
    const changes = noChanges()
    for (const live of this.#lives.values()) if (live.unsaved > 0) changes.snapshots.push(live.snapshot())
    try {
      if (changes.snapshots.length > 0) this.store.commit(changes)
    } catch (error) {
      // Without a snapshot the next start replays the journal.
      if (!isStoreError(error)) throw error
    } finally {
      this.store.close()
    }
  }

  #commit(work: UnitOfWork): void {
    if (work.isEmpty)
      // An answer without a write may be outdated if another process has written since.
      this.store.check()
    else {
      work.addSnapshots(this.#snapshotEvery)
      this.store.commit(work.changes)
    }
    for (const { experiment } of work.changes.experiments) this.#nextWindows.set(experiment.id, 0)
    for (const [{ experiment }, at] of work.nextWindows)
      if (at === Number.POSITIVE_INFINITY) this.#nextWindows.delete(experiment.id)
      else this.#nextWindows.set(experiment.id, at)
  }

  #find(id: string): LiveExperiment | undefined {
    const known = this.#lives.get(id)
    if (known !== undefined) return known
    const stored = this.store.experiment(id)
    if (stored === undefined) return undefined
    const live = this.#load(stored)
    this.#lives.set(id, live)
    return live
  }

  /** A journal that gives no state is not what was written. */
  #load(stored: StoredExperiment): LiveExperiment {
    try {
      return loadExperiment(this.store, stored)
    } catch (error) {
      const isSign = error instanceof SyntaxError || (error instanceof ServiceError && error.code === "internal")
      if (!isSign) throw error
      const message = "the journal of an experiment is damaged: restore a backup (docs/operations.md)"
      throw this.store.explain(new ServiceError("store_damaged", message))
    }
  }
}

function* allExperiments(store: TransactionFile): Generator<StoredExperiment> {
  for (let after: string | undefined; ; ) {
    const rows = store.experiments({ limit: 500, after })
    yield* rows
    after = rows.at(-1)?.experiment.id
    if (after === undefined) return
  }
}
