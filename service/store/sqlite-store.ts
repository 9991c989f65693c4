// The store in one SQLite file. Rows in, rows out; statements are prepared once. See sqlite-open.ts for what makes it durable.

import type { DatabaseSyncInstance } from "@photostructure/sqlite"
import type { Experiment, Status } from "../experiment.ts"
import { type LedgerEntry, publicEntry } from "../ledger/ledger-entry.ts"
import { ServiceError } from "../service-error.ts"
import { checkDurability, type OpenOptions, openSqlite } from "./sqlite-open.ts"
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
  Store,
  StoredExperiment,
  SubjectRow,
} from "./store.ts"
import { Tail, type TailRows, tailRows, tailText } from "./tail.ts"

export interface SqliteStore extends Store {
  readonly database: DatabaseSyncInstance
}

export function openSqliteStore(path: string, options: OpenOptions = {}): SqliteStore {
  const database = openSqlite(path, options)
  // Whoever only reads sees the store as it is now, while another process goes on writing.
  if (options.readOnly === true) database.exec("BEGIN")
  return new RowStore(database, path, options.settleAt ?? usualSettleAt)
}

/** Few enough to take milliseconds, enough to share pages. */
const usualSettleAt = 2000

class RowStore implements SqliteStore {
  readonly path: string
  readonly database: DatabaseSyncInstance
  readonly #statements = new Map<string, ReturnType<DatabaseSyncInstance["prepare"]>>()

  readonly #tail = new Tail()
  readonly #settleAt: number
  /** Only the process that serves the store commits, and only it may settle. */
  #isWriter = false
  #keyWrites = 0

  constructor(database: DatabaseSyncInstance, path: string, settleAt: number) {
    this.#settleAt = settleAt
    this.database = database
    this.path = path
    const hasTail = this.#get("SELECT 1 FROM sqlite_schema WHERE name = 'tail'") !== undefined
    if (hasTail)
      for (const { body } of this.#all<{ body: string }>("SELECT body FROM tail ORDER BY number"))
        this.#tail.add(tailRows(body))
  }

  commit(changes: Changes): void {
    // Into the tables, with what waits: when there is enough to be worth it, and when rows there are to be changed.
    const isSettling = this.#tail.size >= this.#settleAt || changes.erased.length > 0
    const hasJournal = changes.decisions.length + changes.rewards.length + changes.observations.length > 0
    try {
      this.database.exec("BEGIN IMMEDIATE")
      if (isSettling) this.#settle()
      if (isSettling) this.#insertJournal(changes)
      else if (hasJournal) this.#append(changes)
      this.#write(changes)
      this.database.exec("COMMIT")
    } catch (error) {
      this.#rollBack()
      throw storeError(error)
    }
    this.#isWriter = true
    if (isSettling) this.#tail.clear()
    else this.#tail.add(changes)
  }

  /** To the end of the tail. The tables would refuse what is there already, so this must, or nothing could ever be settled. */
  #append(rows: TailRows): void {
    const seen = new Set<string>()
    const mustBeNew = (what: string, isKnown: boolean) => {
      if (isKnown || seen.has(what)) throw new Error("a row of the journal must be new, got one that is there")
      seen.add(what)
    }
    for (const { experiment, sequence, id } of rows.decisions) {
      mustBeNew(`s ${experiment} ${sequence}`, sequence <= this.#lastOf("decisions", experiment))
      mustBeNew(`d ${experiment} ${id}`, this.decision(experiment, id) !== undefined)
    }
    for (const { experiment, decision } of rows.rewards)
      mustBeNew(`r ${experiment} ${decision}`, this.reward(experiment, decision) !== undefined)
    for (const { experiment, sequence, decision } of rows.observations) {
      mustBeNew(`o ${experiment} ${sequence}`, sequence <= this.#lastOf("observations", experiment))
      mustBeNew(`x ${experiment} ${decision}`, this.isObserved(experiment, decision))
    }
    this.#run("INSERT INTO tail (body) VALUES (?)", tailText(rows))
  }

  /** The last sequence number of a kind of rows in an experiment; 0 without any. */
  #lastOf(kind: "decisions" | "observations", experiment: string): number {
    const waiting = kind === "decisions" ? this.#tail.decisionsOf(experiment) : this.#tail.observationsOf(experiment)
    const last = waiting.at(-1)
    if (last !== undefined) return last.sequence
    const sql = `SELECT max(sequence) AS last FROM ${kind} WHERE experiment = ?`
    return this.#get<{ last: number | null }>(sql, experiment)?.last ?? 0
  }

  #rollBack(): void {
    try {
      if (this.database.isTransaction) this.database.exec("ROLLBACK")
    } catch {
      // The error that led here tells more.
    }
  }

  /** Leaves a tidy file behind; if that fails, the next process finds the tail and goes on with it. */
  #settleAll(): void {
    try {
      this.database.exec("BEGIN IMMEDIATE")
      this.#settle()
      this.database.exec("COMMIT")
      this.#tail.clear()
    } catch {
      this.#rollBack()
    }
  }

  /** Moves what waits in the tail to the tables, inside a transaction. */
  #settle(): void {
    if (this.#tail.size === 0) return
    this.#insertJournal(this.#tail.rows())
    this.#run("DELETE FROM tail")
  }

  #insertJournal({ decisions, rewards, observations }: TailRows): void {
    const insert = this.#prepare(
      "INSERT INTO decisions (experiment, sequence, id, arm, pull, segment, subject, excluded, at, due, key, noise) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    for (const d of decisions)
      insert.run(
        d.experiment,
        d.sequence,
        d.id,
        d.arm,
        d.pull,
        d.segment,
        d.subject,
        d.excluded,
        d.at,
        d.due,
        d.key,
        d.noise,
      )
    for (const { experiment, decision, steps, key, at } of rewards)
      this.#run(
        "INSERT INTO rewards (experiment, decision, steps, key, at) VALUES (?, ?, ?, ?, ?)",
        experiment,
        decision,
        steps,
        key,
        at,
      )
    for (const { experiment, sequence, decision, steps, source, noise } of observations)
      this.#run(
        "INSERT INTO observations (experiment, sequence, decision, steps, source, noise) VALUES (?, ?, ?, ?, ?, ?)",
        experiment,
        sequence,
        decision,
        steps,
        source,
        noise,
      )
  }

  #write(changes: Changes): void {
    for (const { experiment, status } of changes.experiments)
      this.#run(
        "INSERT INTO experiments (id, number, status, definition) SELECT ?, coalesce(max(number), 0) + 1, ?, ? FROM experiments",
        experiment.id,
        status,
        JSON.stringify(experiment),
      )
    for (const { experiment, status } of changes.statuses)
      this.#run("UPDATE experiments SET status = ? WHERE id = ?", status, experiment)
    for (const { experiment, subject, learned, arm } of changes.subjects)
      this.#run(
        "INSERT OR REPLACE INTO subjects (experiment, subject, learned, arm) VALUES (?, ?, ?, ?)",
        experiment,
        subject,
        learned,
        arm,
      )
    for (const { experiment, subject } of changes.erased)
      this.#run("UPDATE decisions SET subject = '' WHERE experiment = ? AND subject = ?", experiment, subject)
    for (const entry of changes.ledger) {
      this.#run(
        "INSERT INTO ledger (experiment, number, entry) VALUES (?, ?, ?)",
        entry.experiment,
        entry.index,
        JSON.stringify(publicEntry(entry)),
      )
      this.#run(
        "INSERT INTO ledger_secrets (experiment, number, sequence, salt) VALUES (?, ?, ?, ?)",
        entry.experiment,
        entry.index,
        entry.sequence,
        entry.salt,
      )
    }
    for (const { experiment, number, kind, body } of changes.events)
      this.#run(
        "INSERT INTO events (experiment, number, kind, body) VALUES (?, ?, ?, ?)",
        experiment,
        number,
        kind,
        body,
      )
    for (const { experiment, sequence } of changes.discards)
      this.#run("INSERT INTO discards (experiment, sequence) VALUES (?, ?)", experiment, sequence)
    for (const { experiment, sequence, journal, swept, discarded, state } of changes.snapshots)
      this.#run(
        "INSERT OR REPLACE INTO snapshots (experiment, sequence, journal, swept, discarded, state) VALUES (?, ?, ?, ?, ?, ?)",
        experiment,
        sequence,
        journal,
        swept,
        discarded,
        state,
      )
  }

  checkWritable(): void {
    try {
      checkDurability(this.database, this.path)
      this.#run("INSERT OR REPLACE INTO properties (name, value) VALUES ('writable', '1')")
    } catch (error) {
      throw storeError(error)
    }
  }

  experiment(id: string): StoredExperiment | undefined {
    const row = this.#get<ExperimentRow>("SELECT status, definition FROM experiments WHERE id = ?", id)
    return row === undefined ? undefined : storedExperiment(row)
  }

  experiments({ after, limit, status }: { after?: string; limit: number; status?: Status }): StoredExperiment[] {
    const from =
      after === undefined
        ? 0
        : (this.#get<{ number: number }>("SELECT number FROM experiments WHERE id = ?", after)?.number ?? 0)
    return this.#all<ExperimentRow>(
      "SELECT status, definition FROM experiments WHERE number > ? AND (? IS NULL OR status = ?) ORDER BY number LIMIT ?",
      from,
      status ?? null,
      status ?? null,
      limit,
    ).map(storedExperiment)
  }

  experimentCount(): number {
    return this.#get<{ n: number }>("SELECT count(*) AS n FROM experiments")?.n ?? 0
  }

  decision(experiment: string, id: string): DecisionRow | undefined {
    return (
      this.#tail.decision(experiment, id) ??
      this.#get("SELECT * FROM decisions WHERE experiment = ? AND id = ?", experiment, id)
    )
  }

  reward(experiment: string, decision: number): RewardRow | undefined {
    return (
      this.#tail.reward(experiment, decision) ??
      this.#get("SELECT * FROM rewards WHERE experiment = ? AND decision = ?", experiment, decision)
    )
  }

  isObserved(experiment: string, decision: number): boolean {
    return (
      this.#tail.isObserved(experiment, decision) ||
      this.#get("SELECT 1 FROM observations WHERE experiment = ? AND decision = ?", experiment, decision) !== undefined
    )
  }

  subject(experiment: string, subject: string): SubjectRow | undefined {
    return this.#get("SELECT * FROM subjects WHERE experiment = ? AND subject = ?", experiment, subject)
  }

  snapshot(experiment: string): Snapshot | undefined {
    return this.#get("SELECT * FROM snapshots WHERE experiment = ?", experiment)
  }

  decisionsAfter(experiment: string, sequence: number, limit: number): DecisionRow[] {
    const settled = this.#all<DecisionRow>(
      "SELECT * FROM decisions WHERE experiment = ? AND sequence > ? ORDER BY sequence LIMIT ?",
      experiment,
      sequence,
      limit,
    )
    return continued(settled, this.#tail.decisionsOf(experiment), sequence, limit)
  }

  rewardsAfter(experiment: string, decision: number, limit: number): RewardRow[] {
    const settled = this.#all<RewardRow>(
      "SELECT * FROM rewards WHERE experiment = ? AND decision > ? ORDER BY decision LIMIT ?",
      experiment,
      decision,
      limit,
    )
    const waiting = this.#tail.rewardsOf(experiment).filter((row) => row.decision > decision)
    if (waiting.length === 0) return settled
    return [...settled, ...waiting].sort((a, b) => a.decision - b.decision).slice(0, limit)
  }

  subjectsAfter(experiment: string, subject: string, limit: number): SubjectRow[] {
    return this.#all(
      "SELECT * FROM subjects WHERE experiment = ? AND subject > ? ORDER BY subject LIMIT ?",
      experiment,
      subject,
      limit,
    )
  }

  observationsAfter(experiment: string, sequence: number, limit: number): (ObservationRow & Slot)[] {
    const settled = this.#all<ObservationRow & Slot>(
      `SELECT o.*, d.segment, d.arm, d.pull FROM observations o JOIN decisions d ON d.experiment = o.experiment AND d.sequence = o.decision
       WHERE o.experiment = ? AND o.sequence > ? ORDER BY o.sequence LIMIT ?`,
      experiment,
      sequence,
      limit,
    )
    const waiting = this.#tail.observationsOf(experiment)
    if (waiting.length === 0) return settled
    return continued<ObservationRow & Partial<Slot>>(settled, waiting, sequence, limit).map((row) =>
      row.arm === undefined ? { ...row, ...this.#slotOf(experiment, row.decision) } : (row as ObservationRow & Slot),
    )
  }

  #slotOf(experiment: string, decision: number): Slot {
    const { segment, arm, pull } = (this.#tail.decisionAt(experiment, decision) ??
      this.#get("SELECT * FROM decisions WHERE experiment = ? AND sequence = ?", experiment, decision)) as DecisionRow
    return { segment, arm, pull: pull as number }
  }

  discardsAfter(experiment: string, sequence: number): DiscardRow[] {
    return this.#all(
      "SELECT * FROM discards WHERE experiment = ? AND sequence > ? ORDER BY sequence",
      experiment,
      sequence,
    )
  }

  ledger(experiment: string, after: number, limit: number): LedgerEntry[] {
    return this.#all<EntryRow>(
      `SELECT entry, sequence, salt FROM ledger LEFT JOIN ledger_secrets USING (experiment, number)
       WHERE experiment = ? AND number > ? ORDER BY number LIMIT ?`,
      experiment,
      after,
      limit,
    ).map(ledgerEntry)
  }

  ledgerHead(experiment: string): LedgerEntry | undefined {
    const row = this.#get<EntryRow>(
      `SELECT entry, sequence, salt FROM ledger LEFT JOIN ledger_secrets USING (experiment, number)
       WHERE experiment = ? ORDER BY number DESC LIMIT 1`,
      experiment,
    )
    return row === undefined ? undefined : ledgerEntry(row)
  }

  events(experiment: string, after: number, limit: number): PublicEvent[] {
    return this.#all(
      "SELECT * FROM events WHERE experiment = ? AND number > ? ORDER BY number LIMIT ?",
      experiment,
      after,
      limit,
    )
  }

  lastEvent(experiment: string): number {
    return (
      this.#get<{ n: number | null }>("SELECT max(number) AS n FROM events WHERE experiment = ?", experiment)?.n ?? 0
    )
  }

  latestTime(): number {
    // The last decision of each experiment is found through its key; rewards have no order by time.
    const rows = this.#all<{ at: number | null }>(
      "SELECT (SELECT at FROM decisions d WHERE d.experiment = e.id ORDER BY sequence DESC LIMIT 1) AS at FROM experiments e",
    )
    return rows.reduce((latest, { at }) => Math.max(latest, at ?? 0), this.#tail.latestTime())
  }

  keys(): KeyRow[] {
    return this.#all<StoredKey>("SELECT * FROM keys ORDER BY created_at, id").map((row) => ({
      id: row.id,
      name: row.name,
      role: row.role,
      hash: row.hash,
      experiments: row.experiments === null ? null : (JSON.parse(row.experiments) as string[]),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
    }))
  }

  putKey(key: KeyRow): void {
    this.#keyWrites += 1
    try {
      this.#run(
        "INSERT OR REPLACE INTO keys (id, name, role, hash, experiments, created_at, expires_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        key.id,
        key.name,
        key.role,
        key.hash,
        key.experiments === null ? null : JSON.stringify(key.experiments),
        key.createdAt,
        key.expiresAt,
        key.revokedAt,
      )
    } catch (error) {
      throw storeError(error)
    }
  }

  version(): string {
    return `${this.#get<{ data_version: number }>("PRAGMA data_version")?.data_version ?? 0}.${this.#keyWrites}`
  }

  property(name: string): string | null {
    return this.#get<{ value: string }>("SELECT value FROM properties WHERE name = ?", name)?.value ?? null
  }

  setProperty(name: string, value: string | null): void {
    if (value === null) this.#run("DELETE FROM properties WHERE name = ?", name)
    else this.#run("INSERT OR REPLACE INTO properties (name, value) VALUES (?, ?)", name, value)
  }

  backup(path: string): void {
    try {
      // Readers hold one view of the store; a copy is made outside of it.
      if (this.database.isTransaction) this.database.exec("COMMIT")
      this.#run("VACUUM INTO ?", path)
    } catch (error) {
      throw storeError(error)
    }
  }

  close(): void {
    if (!this.database.isOpen) return
    if (this.#isWriter && this.#tail.size > 0) this.#settleAll()
    this.#statements.clear()
    this.database.close()
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  #run(sql: string, ...values: (string | number | null)[]): void {
    this.#prepare(sql).run(...values)
  }

  #get<Row>(sql: string, ...values: (string | number | null)[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined
  }

  #all<Row>(sql: string, ...values: (string | number | null)[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[]
  }
}

/** Rows that wait to be settled come after all that are. */
function continued<Row extends { readonly sequence: number }>(
  settled: readonly Row[],
  waiting: readonly Row[],
  after: number,
  limit: number,
): Row[] {
  if (waiting.length === 0 || settled.length === limit) return [...settled]
  return [...settled, ...waiting.filter((row) => row.sequence > after).slice(0, limit - settled.length)]
}

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

const ledgerEntry = ({ entry, sequence, salt }: EntryRow): LedgerEntry => ({
  ...(JSON.parse(entry) as LedgerEntry),
  sequence: sequence ?? 0,
  salt: salt ?? "",
})

/** Why a write failed, in words a caller can act on. */
function storeError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (/full/i.test(message))
    return new ServiceError("store_full", "the store must have room for what it is asked to keep, got a full one")
  if (/locked|busy/i.test(message))
    return new ServiceError("store_busy", "the store must be free to write, got one that another process holds")
  return new ServiceError("store_unavailable", `the store must take the change, got: ${message}`)
}
