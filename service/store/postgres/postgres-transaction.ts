// One transaction of a replica: locks the experiments' rows, reads everything its operations will
// ask for, and later writes and commits. Two round trips in all: statements are sent one after the
// other without waiting (each sees all that was committed before the lock was taken).

import type pg from "pg"
import { mostMetrics } from "../../experiment.ts"
import { windowPage } from "../../operations/close-windows.ts"
import type { DecisionRow, PopulationRow, ReservationRow } from "../rows.ts"
import type { SqlStatement } from "../shared-sql.ts"
import { selectCurrentResults, selectLastEvent } from "../stored-rows.ts"
import type { ReadHead } from "./live-cache.ts"
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
import { checkServerState, raiseDurabilitySql, type ServerState } from "./server-state.ts"
import { selectKnownHashes, selectStateTexts } from "./state-texts.ts"

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

type Published = Pick<ReadHead, "last_event" | "current_results" | "state_texts">

export interface LockedHead extends ReadHead {
  readonly experiment: number
  readonly at: number
}

/** A decision together with what became of it. */
export interface ReadDecision extends Omit<DecisionRow, "experiment"> {
  readonly experiment: number
  readonly reward_steps: number | null
  readonly reward_key: string | null
  readonly reward_at: number | null
  readonly observed: boolean
}

/** A metric of a decision: its value as it was given, or that its slot is taken. */
export interface ReadMetric {
  readonly experiment: number
  readonly decision: number
  readonly metric: number
  readonly steps: number
  readonly key: string | null
  readonly at: number | null
  readonly observed: boolean
}

export interface ReadSubject {
  readonly experiment: number
  readonly subject: string
  readonly learned: number
  readonly arm: number | null
  readonly since: number | null
  readonly assigned: string | null
}

export interface ReadPopulation extends PopulationRow {
  /** Whether any experiment was ever in it. */
  readonly used: boolean
}

export interface ReadEntry {
  readonly experiment: number
  readonly entry: string
  readonly sequence: number | null
  readonly salt: string | null
}

// Exported for the test that keeps an eye on their plans.
export const lockSql =
  "SELECT h.* FROM armistice.heads h WHERE h.experiment = ANY($1::integer[]) ORDER BY h.experiment FOR UPDATE OF h"

// A statement of its own: one that waits for a lock then has the locked row as it is now, but all
// others as they were when it began to wait.
export const publishedSql = `SELECT h.experiment, ${selectLastEvent}, ${selectCurrentResults}, ${selectStateTexts(selectKnownHashes("$2", "$3"))}
  FROM armistice.heads h
  WHERE h.experiment = ANY($1::integer[])`

const fate = `d.experiment, d.sequence, d.id, d.arm, d.pull, d.segment, d.subject, d.excluded, d.context, d.at, d.due, d.key, d.noise,
  r.steps AS reward_steps, r.key AS reward_key, r.at AS reward_at, o.sequence IS NOT NULL AS observed`

// LATERAL with LIMIT: one look into the index per row, in its own partition; a join would be
// planned as a scan of whole tables.
const joins = `LEFT JOIN LATERAL (SELECT * FROM armistice.rewards r WHERE r.experiment = d.experiment AND r.decision = d.sequence LIMIT 1) r ON true
  LEFT JOIN LATERAL (SELECT * FROM armistice.observations o WHERE o.experiment = d.experiment AND o.decision = d.sequence LIMIT 1) o ON true`

export const decisionsSql = `SELECT ${fate} FROM unnest($1::integer[], $2::text[]) AS a (experiment, id)
  CROSS JOIN LATERAL (SELECT * FROM armistice.decisions d WHERE d.experiment = a.experiment AND d.id = a.id LIMIT 1) d ${joins}`

// Through the subject's count, so that subjects without a learned decision are not searched for.
export const answeredSql = `SELECT ${fate} FROM unnest($1::integer[], $2::text[]) AS a (experiment, subject)
  CROSS JOIN LATERAL (SELECT * FROM armistice.subjects s
    WHERE s.experiment = a.experiment AND s.subject = a.subject AND s.learned > 0 LIMIT 1) s
  CROSS JOIN LATERAL (SELECT * FROM armistice.decisions d
    WHERE d.experiment = s.experiment AND d.subject = s.subject AND d.pull IS NOT NULL LIMIT 1) d ${joins}`

// A page after each place that the sweep of an experiment is at (LiveExperiment.passed). Most often
// several of them are one.
export const windowsSql = `SELECT p.passed, ${fate} FROM armistice.heads h CROSS JOIN LATERAL (
    SELECT DISTINCT passed FROM (SELECT h.swept UNION ALL SELECT (h.passed::json ->> 'early')::bigint UNION ALL
      SELECT (h.passed::json ->> 'ripe')::bigint UNION ALL
      SELECT json_array_elements_text(h.passed::json -> 'metrics')::bigint) AS a (passed) WHERE passed IS NOT NULL) p
  CROSS JOIN LATERAL (SELECT * FROM armistice.decisions d
    WHERE d.experiment = h.experiment AND d.sequence > p.passed ORDER BY d.sequence LIMIT $2) d ${joins}
  WHERE h.experiment = ANY($1::integer[]) ORDER BY d.experiment, p.passed, d.sequence`

export const subjectsSql = `SELECT s.experiment, s.subject, s.learned, s.arm, s.since, s.assigned FROM unnest($1::integer[], $2::text[]) AS a (experiment, subject)
  CROSS JOIN LATERAL (SELECT * FROM armistice.subjects s WHERE s.experiment = a.experiment AND s.subject = a.subject LIMIT 1) s`

export const ledgersSql = `SELECT l.experiment, l.entry, s.sequence, s.salt FROM unnest($1::integer[], $2::bigint[]) AS a (experiment, after)
  JOIN armistice.ledger l ON l.experiment = a.experiment AND l.number > a.after
  LEFT JOIN armistice.ledger_secrets s ON s.experiment = l.experiment AND s.number = l.number ORDER BY l.experiment, l.number`

export const metricsSql = `SELECT m.* FROM unnest($1::integer[], $2::bigint[]) AS a (experiment, decision) CROSS JOIN LATERAL (
  SELECT v.experiment, v.decision, v.metric, v.steps, v.key, v.at, false AS observed FROM armistice.metric_values v
    WHERE v.experiment = a.experiment AND v.decision = a.decision
  UNION ALL SELECT o.experiment, o.decision, o.metric, o.steps, NULL, NULL, true FROM armistice.metric_observations o
    WHERE o.experiment = a.experiment AND o.decision = a.decision LIMIT ${2 * mostMetrics}) m`

const clockSql = ({ stateSql, durability }: PostgresPool) =>
  `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now, ${stateSql}, ${raiseDurabilitySql(durability)} AS durability`

const numbersSql = `SELECT nextval('armistice.experiment_numbers')::integer AS number, (SELECT count(*) FROM armistice.experiments) AS experiments
  FROM generate_series(1, $1::integer)`

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

  /**
   * `until`: by `performance.now()`, when the transaction is given up wherever it is, and its
   * connection closed.
   */
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
