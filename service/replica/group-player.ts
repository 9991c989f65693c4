// Plays groups of requests: one transaction that locks the rows of their experiments, reads the state, applies the operations, writes all
// back and commits. Everyone is answered once that is on disk, or told why it is not.

import { Group } from "../group.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { RecordingRandom } from "../live/recorded-random.ts"
import type { Committed } from "../service.ts"
import { ServiceError } from "../service-error.ts"
import { isRepeatable, postgresError } from "../store/postgres-error.ts"
import type { PostgresStore } from "../store/postgres-store.ts"
import type { PostgresTransaction } from "../store/postgres-transaction.ts"
import { type HeadRow, headStatement, writeStatements } from "../store/postgres-write.ts"
import { ledgerEntry } from "../store/stored-rows.ts"
import type { Ask, Locked } from "./ask.ts"
import { groupReads } from "./group-reads.ts"
import type { Known, KnownExperiments } from "./known-experiments.ts"
import type { Waiting } from "./lane.ts"
import { LiveCache } from "./live-cache.ts"

export interface GroupPlayerOptions {
  readonly store: PostgresStore
  readonly known: KnownExperiments
  readonly random: RecordingRandom
  readonly subjectKey: Uint8Array
  /** Instead of the server's clock. */
  readonly clock?: () => number
  readonly onCommit: (committed: Committed) => void
}

type Outcome = { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly error: unknown }

/** Attempts of a group that met another replica's change halfway. */
const attempts = 3

export class GroupPlayer {
  readonly #options: GroupPlayerOptions
  readonly #known: KnownExperiments
  readonly #random: RecordingRandom
  readonly #lives = new LiveCache()

  constructor(options: GroupPlayerOptions) {
    this.#options = options
    this.#known = options.known
    this.#random = options.random
  }

  /** Plays a group until it is committed or must be refused, and answers everyone in it. */
  async play(taken: readonly Waiting[]): Promise<void> {
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
        for (const { ask } of taken) this.#lives.drop(ask.experiment)
        if (isRepeatable(error) && attempt < attempts) continue
        if (error instanceof OperationFault && taken.length > 1) {
          // A fault in one operation must not take the others with it.
          for (const one of taken) await this.play([one])
          return
        }
        const reason = error instanceof OperationFault ? error.cause : postgresError(error)
        for (const { reject } of taken) reject(reason)
        return
      }
    }
  }

  async #attempt(asks: readonly Ask[]): Promise<Outcome[]> {
    await this.#known.learn(asks.map(({ experiment }) => experiment))
    const transaction = await this.#options.store.begin(this.#asked(asks))
    try {
      const { group, locked, lives, sweeps } = this.#open(transaction)
      const outcomes = asks.map((ask) => attempt(ask, group, locked))
      const touched = [...group.touched]
      if (touched.length === 0) await transaction.rollback()
      else await this.#commit(transaction, group, touched, sweeps)
      for (const { live, version } of lives.values())
        this.#lives.keep(live, version + (group.touched.has(live) ? 1 : 0))
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
    const unleased: number[] = []
    for (const ask of asks) {
      const experiment = experiments.get(ask.experiment)
      if (experiment === undefined) continue
      for (const id of ask.decisionIds ?? []) decisions.push({ experiment, id })
      for (const subject of ask.subjects ?? []) subjects.push({ experiment, subject })
      if (ask.isSweep === true) sweeps.push(experiment)
      if (ask.endsLeases === true) unleased.push(experiment)
    }
    return {
      experiments: [...experiments.values()],
      created: asks.filter(({ creates }) => creates !== undefined).length,
      ledgers: [...experiments].map(([id, experiment]) => ({ experiment, after: this.#lives.ledgerIndex(id) })),
      decisions,
      subjects,
      sweeps,
      unleased,
    }
  }

  #open(transaction: PostgresTransaction) {
    const lives = new Map<string, { live: LiveExperiment; version: number }>()
    let now = this.#options.clock?.() ?? transaction.now
    for (const head of transaction.heads) {
      const id = this.#known.idOf(head.experiment)
      const { experiment } = this.#known.get(id) as Known
      const entries = transaction.entries.filter((entry) => entry.experiment === head.experiment).map(ledgerEntry)
      lives.set(id, { live: this.#lives.take(experiment, head, entries), version: head.version })
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
        this.#known.add({ experiment: live.experiment, number })
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
        store: groupReads(transaction, (number) => this.#known.idOf(number)),
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
    const numberOf = (id: string) => this.#known.numberOf(id)
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
      for (const { experiment } of changes.experiments) this.#known.forget(experiment.id)
      throw error
    }
    const isPublic = (id: string) => this.#known.get(id)?.experiment.arrivals === "public"
    this.#options.onCommit({
      seconds: (performance.now() - started) / 1000,
      decisions: changes.decisions.length,
      rewards: changes.rewards.filter((row) => isPublic(row.experiment)).length,
      experiments: touched.map((live) => live.experiment.id),
    })
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
