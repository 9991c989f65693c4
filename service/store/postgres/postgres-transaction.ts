// One transaction of a replica: locks the experiments' rows, reads everything its operations will
// ask for, and later writes and commits. Two round trips in all: statements are sent one after the
// other without waiting (each sees all that was committed before the lock was taken).

import type pg from "pg"
import { windowPage } from "../../operations/close-windows.ts"
import type { ReservationRow } from "../rows.ts"
import type { SqlStatement } from "../shared-sql.ts"
import { commitOn } from "./postgres-commit.ts"
import type { PostgresPool } from "./postgres-open.ts"
import {
  addPeopleSql,
  lockPeopleSql,
  lockPopulationsSql,
  type PopulationMember,
  peopleValues,
  readPopulationsSql,
} from "./postgres-populations.ts"
import { checkServerState, type ServerState } from "./server-state.ts"
import {
  answeredSql,
  clockSql,
  decisionsSql,
  type LockedHead,
  ledgersSql,
  lockSql,
  metricsSql,
  numbersSql,
  type Published,
  publishedSql,
  type ReadDecision,
  type ReadEntry,
  type ReadMetric,
  type ReadPopulation,
  type ReadSubject,
  subjectsSql,
  windowsSql,
} from "./transaction-rows.ts"

/** The rows that a transaction locks and reads, by numbers of experiments. */
export interface RowsToRead {
  /** To be locked. */
  readonly experiments: readonly number[]
  /** How many new experiments need a number. */
  readonly created?: number
  /** Ledger entries to read, after the index that is known already. */
  readonly ledgers?: readonly { readonly experiment: number; readonly after: number }[]
  /** Texts of their states that are cached. */
  readonly knownTexts?: readonly { readonly experiment: number; readonly hash: string }[]
  readonly decisions?: readonly { readonly experiment: number; readonly id: string }[]
  readonly subjects?: readonly { readonly experiment: number; readonly subject: string }[]
  /** Subjects whose decisions that are learned from are read. */
  readonly answered?: readonly { readonly experiment: number; readonly subject: string }[]
  /** Populations to be locked; those of `people` are only read. */
  readonly populations?: readonly string[]
  /** To be locked, in this order. */
  readonly people?: readonly PopulationMember[]
  /** Experiments whose decisions with the next windows are read. */
  readonly windows?: readonly number[]
  /** Experiments with metrics. */
  readonly metered?: ReadonlySet<number>
}

/** Timers do not know longer times. */
const longestTimerMs = 2 ** 31 - 1

export class PostgresTransaction {
  heads: LockedHead[] = []
  decisions: ReadDecision[] = []
  subjects: ReadSubject[] = []
  entries: ReadEntry[] = []
  windows: (ReadDecision & { readonly passed: number })[] = []
  /** Experiments whose rows were read. */
  windowExperiments: readonly number[] = []
  metrics: ReadMetric[] = []
  populations: ReadPopulation[] = []
  reservations: ReservationRow[] = []
  /** People whose rows were made only to be locked. */
  newPeople: PopulationMember[] = []
  /** Numbers for the experiments that will be created. */
  newNumbers: number[] = []
  /** Experiments in the store; only where some are to be created. */
  experimentCount = 0
  /** The server's clock in milliseconds: the same for all replicas. */
  now = 0
  /** Read after the rows were locked. */
  server!: ServerState
  readonly #client: pg.PoolClient
  readonly #timer: NodeJS.Timeout
  #isOver = false

  private constructor(client: pg.PoolClient, until: number) {
    this.#client = client
    // Fails every statement under way; released alone, the connection would wait for their answers.
    // Nobody knows then whether a commit was kept.
    const giveUp = () => {
      ;(client as unknown as pg.Client).connection.stream.destroy()
      this.#release(new Error("the transaction took too long"))
    }
    this.#timer = setTimeout(giveUp, Math.min(Math.max(0, until - performance.now()), longestTimerMs))
  }

  /** `until`: by `performance.now()`, when it is given up and its connection closed. */
  static async begin(connected: PostgresPool, asked: RowsToRead, until: number): Promise<PostgresTransaction> {
    const client = await connected.pool.connect()
    const transaction = new PostgresTransaction(client, until)
    try {
      await transaction.#read(connected, asked)
      return transaction
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }

  async #read(connected: PostgresPool, asked: RowsToRead): Promise<void> {
    const { experiments, created = 0, ledgers = [], decisions = [], subjects = [], windows = [] } = asked
    const { answered = [], knownTexts = [] } = asked
    const { populations = [], people = [] } = asked
    const wanted = [...new Set([...populations, ...people.map(({ population }) => population)])]
    /** Statements are sent in the order of these calls, without waiting for answers. */
    const send = async <Row>(isNeeded: boolean, sql: string, values: unknown[] = []): Promise<Row[]> =>
      isNeeded ? ((await this.#client.query(sql, values)).rows as Row[]) : []
    const listNumbers = (list: readonly { readonly experiment: number }[]) => list.map(({ experiment }) => experiment)
    const [, heads, published, , , made, reserved, limits, [clock], numbers, entries, named, counted, answers, ending] =
      await Promise.all([
        send(true, connected.begin),
        send<Omit<LockedHead, keyof Published>>(experiments.length > 0, lockSql, [experiments]),
        send<Published & { readonly experiment: number }>(experiments.length > 0, publishedSql, [
          experiments,
          listNumbers(knownTexts),
          knownTexts.map(({ hash }) => hash),
        ]),
        // Others wait for the freeze, or it for them, at their experiments' rows; a new one has
        // none yet.
        send(created + populations.length > 0, "LOCK TABLE armistice.heads IN ROW EXCLUSIVE MODE"),
        send(populations.length > 0, lockPopulationsSql, [populations]),
        send<PopulationMember>(people.length > 0, addPeopleSql, peopleValues(people)),
        send<ReservationRow>(people.length > 0, lockPeopleSql, peopleValues(people)),
        send<ReadPopulation>(wanted.length > 0, readPopulationsSql, [wanted]),
        send<ServerState & { now: number }>(true, clockSql(connected)),
        send<{ number: number; experiments: number }>(created > 0, numbersSql, [created]),
        send<ReadEntry>(ledgers.length > 0, ledgersSql, [listNumbers(ledgers), ledgers.map(({ after }) => after)]),
        send<ReadDecision>(decisions.length > 0, decisionsSql, [listNumbers(decisions), decisions.map(({ id }) => id)]),
        send<ReadSubject>(subjects.length > 0, subjectsSql, [
          listNumbers(subjects),
          subjects.map(({ subject }) => subject),
        ]),
        send<ReadDecision>(answered.length > 0, answeredSql, [
          listNumbers(answered),
          answered.map(({ subject }) => subject),
        ]),
        send<ReadDecision & { readonly passed: number }>(windows.length > 0, windowsSql, [windows, windowPage]),
      ])
    const publishedByExperiment = new Map(published.map((row) => [row.experiment, row]))
    this.heads = heads.map((head) => ({ ...head, ...(publishedByExperiment.get(head.experiment) as Published) }))
    this.now = clock?.now ?? 0
    this.newNumbers = numbers.map(({ number }) => number)
    this.experimentCount = numbers[0]?.experiments ?? 0
    this.entries = entries
    const found = [...named, ...answers]
    this.decisions = found
    this.subjects = counted
    this.windows = ending
    this.windowExperiments = windows
    // Only now is it known which decisions these are: one question more, for experiments that have
    // metrics.
    const metered = [...found, ...ending].filter(({ experiment }) => asked.metered?.has(experiment) === true)
    this.metrics = await send<ReadMetric>(metered.length > 0, metricsSql, [
      listNumbers(metered),
      metered.map(({ sequence }) => sequence),
    ])
    this.newPeople = made
    this.reservations = reserved
    this.populations = limits
    this.server = clock as ServerState
    checkServerState(this.server, connected)
  }

  /** Writes and commits; when this returns, it is on the server's disk. */
  async commit(statements: readonly SqlStatement[]): Promise<void> {
    try {
      await commitOn(this.#client, statements)
      this.#release()
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  /** Gives up; what was locked is free again. */
  async rollback(): Promise<void> {
    if (this.#isOver) return
    try {
      await this.#client.query("ROLLBACK")
      this.#release()
    } catch (error) {
      this.#release(error as Error)
    }
  }

  #release(broken?: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#client.release(broken)
  }
}
