// The store in Postgres, for any number of replicas. Rows in, rows out; the same contract as the SQLite store, answered later. What a
// replica does under an experiment's row lock is in postgres-transaction.ts.

import type pg from "pg"
import type { Experiment, Status } from "../experiment.ts"
import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import { ServiceError } from "../service-error.ts"
import type { AnyStore } from "./any-store.ts"
import { isLostLine, postgresError } from "./postgres-error.ts"
import {
  checkPostgresDurability,
  connectPostgres,
  type PostgresOptions,
  type PostgresPool,
  preparePostgres,
} from "./postgres-open.ts"
import { type Asked, type LockedHead, PostgresTransaction } from "./postgres-transaction.ts"
import { writeStatements } from "./postgres-write.ts"
import type {
  Changes,
  DecisionRow,
  DiscardRow,
  KeyRow,
  ObservationRow,
  PublicEvent,
  RewardRow,
  Slot,
  Snapshot,
  StoredExperiment,
  SubjectRow,
} from "./store.ts"

export const isPostgresUrl = (store: string): boolean => /^postgres(ql)?:\/\//.test(store)

export async function openPostgresStore(url: string, options: PostgresOptions = {}): Promise<PostgresStore> {
  await preparePostgres(url, options)
  return new PostgresStore(url, connectPostgres(url, options))
}

const decisionColumns = "d.sequence, d.id, d.arm, d.pull, d.segment, d.subject, d.excluded, d.at, d.due, d.key, d.noise"

const headSql = `SELECT h.*, coalesce((SELECT max(number) FROM armistice.events v WHERE v.experiment = h.experiment), 0) AS last_event,
  coalesce((SELECT json_agg(json_build_object('entry', l.entry, 'sequence', s.sequence, 'salt', s.salt) ORDER BY l.number)
    FROM armistice.ledger l LEFT JOIN armistice.ledger_secrets s ON s.experiment = l.experiment AND s.number = l.number
    WHERE l.experiment = h.experiment AND l.number > $2), '[]') AS entries
  FROM armistice.heads h WHERE h.experiment = $1`

export class PostgresStore implements AnyStore {
  /** Without password. */
  readonly path: string
  readonly pool: pg.Pool
  readonly #connected: PostgresPool
  readonly #numbers = new Map<string, number>()
  #isClosed = false

  constructor(url: string, connected: PostgresPool) {
    const { host, pathname } = new URL(url)
    this.path = `postgres://${host}${pathname}`
    this.#connected = connected
    this.pool = connected.pool
  }

  /** The experiment's number; undefined if there is none. */
  async number(id: string): Promise<number | undefined> {
    const known = this.#numbers.get(id)
    if (known !== undefined) return known
    const [row] = await this.#rows<{ number: number }>("SELECT number FROM armistice.experiments WHERE id = $1", [id])
    if (row !== undefined) this.#numbers.set(id, row.number)
    return row?.number
  }

  /** Locks the experiments asked for and reads what the operations need to see. */
  async begin(asked: Asked): Promise<PostgresTransaction> {
    for (let attempt = 1; ; attempt++)
      try {
        return await PostgresTransaction.begin(this.#connected, asked)
      } catch (error) {
        // Nothing has been written yet. Each connection in the pool may be a dead one.
        if (attempt <= this.pool.options.max && isLostLine(error)) continue
        throw error
      }
  }

  async commit(changes: Changes): Promise<void> {
    const created = changes.experiments.map(({ experiment }) => experiment.id)
    const others = new Set<string>()
    for (const list of Object.values(changes) as { experiment: unknown }[][])
      for (const { experiment } of list)
        if (typeof experiment === "string" && !created.includes(experiment)) others.add(experiment)
    const numbers = new Map<string, number>()
    for (const id of others) {
      const number = await this.number(id)
      if (number === undefined)
        throw new ServiceError("internal", "a change must be of an experiment in the store, got another")
      numbers.set(id, number)
    }
    try {
      const transaction = await this.begin({ experiments: [...numbers.values()], created: created.length })
      for (const [index, id] of created.entries()) numbers.set(id, transaction.newNumbers[index] as number)
      await transaction.commit(writeStatements(changes, (id) => numbers.get(id) as number))
    } catch (error) {
      throw postgresError(error)
    }
  }

  async checkWritable(): Promise<void> {
    await this.#query(
      "INSERT INTO armistice.properties VALUES ('writable', '1') ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    await checkPostgresDurability(this.pool)
  }

  async experiment(id: string): Promise<StoredExperiment | undefined> {
    const [row] = await this.#rows<ExperimentRow>(
      "SELECT e.definition, h.status FROM armistice.experiments e JOIN armistice.heads h ON h.experiment = e.number WHERE e.id = $1",
      [id],
    )
    return row === undefined ? undefined : storedExperiment(row)
  }

  async experiments({
    after,
    limit,
    status,
  }: {
    after?: string
    limit: number
    status?: Status
  }): Promise<StoredExperiment[]> {
    const rows = await this.#rows<ExperimentRow>(
      `SELECT e.definition, h.status FROM armistice.experiments e JOIN armistice.heads h ON h.experiment = e.number
       WHERE e.number > coalesce((SELECT number FROM armistice.experiments WHERE id = $1), 0) AND ($2::text IS NULL OR h.status = $2)
       ORDER BY e.number LIMIT $3`,
      [after ?? null, status ?? null, limit],
    )
    return rows.map(storedExperiment)
  }

  async experimentCount(): Promise<number> {
    const [row] = await this.#rows<{ n: number }>("SELECT count(*) AS n FROM armistice.experiments")
    return row?.n ?? 0
  }

  async decision(experiment: string, id: string): Promise<DecisionRow | undefined> {
    return this.#one(
      experiment,
      `SELECT ${decisionColumns} FROM armistice.decisions d WHERE d.experiment = $1 AND d.id = $2`,
      [id],
    )
  }

  async reward(experiment: string, decision: number): Promise<RewardRow | undefined> {
    return this.#one(
      experiment,
      "SELECT decision, steps, key, at FROM armistice.rewards WHERE experiment = $1 AND decision = $2",
      [decision],
    )
  }

  async isObserved(experiment: string, decision: number): Promise<boolean> {
    const sql = "SELECT sequence FROM armistice.observations WHERE experiment = $1 AND decision = $2"
    return (await this.#one(experiment, sql, [decision])) !== undefined
  }

  async subject(experiment: string, subject: string): Promise<SubjectRow | undefined> {
    return this.#one(
      experiment,
      "SELECT subject, learned, arm FROM armistice.subjects WHERE experiment = $1 AND subject = $2",
      [subject],
    )
  }

  async snapshot(experiment: string): Promise<Snapshot | undefined> {
    return this.#one(
      experiment,
      "SELECT sequence, journal, swept, discarded, state FROM armistice.heads WHERE experiment = $1 AND state IS NOT NULL",
    )
  }

  async decisionsAfter(experiment: string, sequence: number, limit: number): Promise<DecisionRow[]> {
    return this.#all(
      experiment,
      `SELECT ${decisionColumns} FROM armistice.decisions d WHERE d.experiment = $1 AND d.sequence > $2 ORDER BY d.sequence LIMIT $3`,
      [sequence, limit],
    )
  }

  async rewardsAfter(experiment: string, decision: number, limit: number): Promise<RewardRow[]> {
    return this.#all(
      experiment,
      "SELECT decision, steps, key, at FROM armistice.rewards WHERE experiment = $1 AND decision > $2 ORDER BY decision LIMIT $3",
      [decision, limit],
    )
  }

  async subjectsAfter(experiment: string, subject: string, limit: number): Promise<SubjectRow[]> {
    return this.#all(
      experiment,
      "SELECT subject, learned, arm FROM armistice.subjects WHERE experiment = $1 AND subject > $2 ORDER BY subject LIMIT $3",
      [subject, limit],
    )
  }

  async observationsAfter(experiment: string, sequence: number, limit: number): Promise<(ObservationRow & Slot)[]> {
    return this.#all(
      experiment,
      `SELECT o.sequence, o.decision, o.steps, o.source, o.noise, d.segment, d.arm, d.pull FROM armistice.observations o
       JOIN armistice.decisions d ON d.experiment = o.experiment AND d.sequence = o.decision
       WHERE o.experiment = $1 AND o.sequence > $2 ORDER BY o.sequence LIMIT $3`,
      [sequence, limit],
    )
  }

  async discardsAfter(experiment: string, sequence: number): Promise<DiscardRow[]> {
    return this.#all(
      experiment,
      "SELECT sequence FROM armistice.discards WHERE experiment = $1 AND sequence > $2 ORDER BY sequence",
      [sequence],
    )
  }

  async ledger(experiment: string, after: number, limit: number): Promise<LedgerEntry[]> {
    const rows = await this.#all<EntryRow>(
      experiment,
      `SELECT entry, sequence, salt FROM armistice.ledger LEFT JOIN armistice.ledger_secrets USING (experiment, number)
       WHERE experiment = $1 AND number > $2 ORDER BY number LIMIT $3`,
      [after, limit],
    )
    return rows.map(ledgerEntry)
  }

  async ledgerHead(experiment: string): Promise<LedgerEntry | undefined> {
    const row = await this.#one<EntryRow>(
      experiment,
      `SELECT entry, sequence, salt FROM armistice.ledger LEFT JOIN armistice.ledger_secrets USING (experiment, number)
       WHERE experiment = $1 ORDER BY number DESC LIMIT 1`,
    )
    return row === undefined ? undefined : ledgerEntry(row)
  }

  async events(experiment: string, after: number, limit: number): Promise<PublicEvent[]> {
    return this.#all(
      experiment,
      "SELECT number, kind, body FROM armistice.events WHERE experiment = $1 AND number > $2 ORDER BY number LIMIT $3",
      [after, limit],
    )
  }

  async lastEvent(experiment: string): Promise<number> {
    const sql = "SELECT coalesce(max(number), 0) AS n FROM armistice.events WHERE experiment = $1"
    return (await this.#one<{ n: number }>(experiment, sql))?.n ?? 0
  }

  async latestTime(): Promise<number> {
    const [row] = await this.#rows<{ at: number }>(
      `SELECT coalesce(max(greatest(h.at, (SELECT d.at FROM armistice.decisions d WHERE d.experiment = h.experiment
       ORDER BY d.sequence DESC LIMIT 1))), 0) AS at FROM armistice.heads h`,
    )
    return row?.at ?? 0
  }

  async keys(): Promise<KeyRow[]> {
    const rows = await this.#rows<StoredKey>("SELECT * FROM armistice.keys ORDER BY created_at, id")
    return rows.map(({ id, name, role, hash, experiments, created_at, expires_at, revoked_at }) => ({
      id,
      name,
      role,
      hash,
      experiments: experiments === null ? null : (JSON.parse(experiments) as string[]),
      createdAt: created_at,
      expiresAt: expires_at,
      revokedAt: revoked_at,
    }))
  }

  async putKey(key: KeyRow): Promise<void> {
    await this.#query(
      `INSERT INTO armistice.keys (id, name, role, hash, experiments, created_at, expires_at, revoked_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role, hash = excluded.hash,
       experiments = excluded.experiments, expires_at = excluded.expires_at, revoked_at = excluded.revoked_at`,
      [
        key.id,
        key.name,
        key.role,
        key.hash,
        key.experiments === null ? null : JSON.stringify(key.experiments),
        key.createdAt,
        key.expiresAt,
        key.revokedAt,
      ],
    )
  }

  async version(): Promise<string> {
    const [row] = await this.#rows<{ v: string }>(
      "SELECT md5(coalesce(string_agg(k::text, '|' ORDER BY k.id), '')) AS v FROM armistice.keys k",
    )
    return row?.v ?? ""
  }

  async property(name: string): Promise<string | null> {
    const [row] = await this.#rows<{ value: string }>("SELECT value FROM armistice.properties WHERE name = $1", [name])
    return row?.value ?? null
  }

  async setProperty(name: string, value: string | null): Promise<void> {
    if (value === null) await this.#query("DELETE FROM armistice.properties WHERE name = $1", [name])
    else
      await this.#query(
        "INSERT INTO armistice.properties VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [name, value],
      )
  }

  /** Numbers and definitions of those that exist. */
  async definitions(ids: readonly string[]): Promise<{ number: number; experiment: Experiment }[]> {
    const rows = await this.#rows<{ number: number; definition: string }>(
      "SELECT number, definition FROM armistice.experiments WHERE id = ANY($1::text[])",
      [ids],
    )
    return rows.map(({ number, definition }) => ({ number, experiment: JSON.parse(definition) as Experiment }))
  }

  /** The head of an experiment and its ledger after an entry, as they were at one instant. */
  async head(number: number, after: number): Promise<{ head: LockedHead; entries: LedgerEntry[] } | undefined> {
    const [row] = await this.#rows<LockedHead & { entries: EntryRow[] }>(headSql, [number, after])
    return row === undefined ? undefined : { head: row, entries: row.entries.map(ledgerEntry) }
  }

  async serverNow(): Promise<number> {
    const [row] = await this.#rows<{ now: number }>(
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now",
    )
    return row?.now ?? 0
  }

  /** Experiments with windows to look at by `now`, the most urgent first. */
  async dueForSweep(now: number, limit: number): Promise<string[]> {
    const rows = await this.#rows<{ id: string }>(
      `SELECT e.id FROM armistice.heads h JOIN armistice.experiments e ON e.number = h.experiment
       WHERE h.sweep_at <= $1 AND h.status <> 'archived' ORDER BY h.sweep_at LIMIT $2`,
      [now, limit],
    )
    return rows.map(({ id }) => id)
  }

  /** Everything that `work` reads is as it was at one instant. */
  async atOneInstant<Result>(work: (frozen: PostgresStore) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect()
    try {
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      const result = await work(new PostgresStore(this.path, { pool: client as unknown as pg.Pool, begin: "" }))
      await client.query("COMMIT")
      client.release()
      return result
    } catch (error) {
      client.release(error as Error)
      throw postgresError(error)
    }
  }

  /** Removes the decisions of an experiment and all that hangs on them, some at a time. */
  async removeJournal(experiment: string): Promise<void> {
    const number = await this.number(experiment)
    const [head] = await this.#rows<{ last: number }>(
      "SELECT sequence AS last FROM armistice.heads WHERE experiment = $1",
      [number],
    )
    const step = 50_000
    for (let from = 0; from <= (head?.last ?? 0); from += step)
      for (const [table, column] of journalTables)
        await this.#query(
          `DELETE FROM armistice.${table} WHERE experiment = $1 AND ${column} > $2 AND ${column} <= $3`,
          [number, from, from + step],
        )
    await this.#query("DELETE FROM armistice.subjects WHERE experiment = $1", [number])
  }

  /** Once this returns no replica can commit any more: each checks for it under its lock. */
  async freeze(at: string): Promise<void> {
    const client = await this.pool.connect()
    try {
      await client.query("BEGIN")
      await client.query("LOCK TABLE armistice.heads IN EXCLUSIVE MODE")
      await client.query("INSERT INTO armistice.properties VALUES ('frozen', $1)", [at])
      await client.query("COMMIT")
      client.release()
    } catch (error) {
      client.release(error as Error)
      throw postgresError(error)
    }
  }

  backup(_path: string): never {
    throw new ServiceError("store_unavailable", "a Postgres store must be backed up with pg_dump or copied, got backup")
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.pool.end()
  }

  async #all<Row>(experiment: string, sql: string, values: unknown[] = []): Promise<Row[]> {
    const number = await this.number(experiment)
    if (number === undefined) return []
    const rows = await this.#rows<object>(sql, [number, ...values])
    return rows.map((row) => ({ ...row, experiment })) as Row[]
  }

  async #one<Row>(experiment: string, sql: string, values: unknown[] = []): Promise<Row | undefined> {
    return (await this.#all<Row>(experiment, sql, values))[0]
  }

  async #rows<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#query(sql, values)).rows as Row[]
  }

  async #query(sql: string, values: unknown[] = []): Promise<pg.QueryResult> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.pool.query(sql, values)
      } catch (error) {
        // Every statement here may be done twice.
        if (attempt === 1 && isLostLine(error)) continue
        throw postgresError(error)
      }
  }
}

/** Last the decisions: after a crash the rest can still be found. */
const journalTables = [
  ["rewards", "decision"],
  ["observations", "sequence"],
  ["decisions", "sequence"],
] as const

interface ExperimentRow {
  readonly status: Status
  readonly definition: string
}

interface EntryRow {
  readonly entry: string
  readonly sequence: number | null
  readonly salt: string | null
}

interface StoredKey {
  readonly id: string
  readonly name: string
  readonly role: KeyRow["role"]
  readonly hash: string
  readonly experiments: string | null
  readonly created_at: number
  readonly expires_at: number | null
  readonly revoked_at: number | null
}

const storedExperiment = ({ status, definition }: ExperimentRow): StoredExperiment => ({
  experiment: JSON.parse(definition) as Experiment,
  status,
})

export const ledgerEntry = ({ entry, sequence, salt }: EntryRow): LedgerEntry => ({
  ...(JSON.parse(entry) as LedgerEntry),
  sequence: sequence ?? 0,
  salt: salt ?? "",
})
