// Decisions, rewards and observations in SQLite, whether they are in the tables or still in the tail (tail.ts).

import type { DecisionRow, ObservationRow, RewardRow, Slot } from "../store.ts"
import type { JournalRows } from "./journal-rows.ts"
import { SettlingRound } from "./settling.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"
import { writeJournal } from "./sqlite-write.ts"
import { Tail, tailRows, tailText } from "./tail.ts"

/** Commits over which a round settles what waited when it began, if no more than usual comes in. */
const steps = 128

/** Transactions taken from the tail with one commit, once all their rows are in the tables: more than come in meanwhile. */
const removedAtOnce = 8

export class SqliteJournal {
  readonly #statements: SqliteStatements
  readonly #settleAt: number
  readonly #tail = new Tail()
  #round: SettlingRound | null = null
  /** How many rows the commit under way settles, and up to which transaction the tail was emptied. */
  #settling = 0
  #removed = 0

  /** From `settleAt` rows on there are enough to settle. */
  constructor(statements: SqliteStatements, settleAt: number) {
    this.#statements = statements
    this.#settleAt = settleAt
    const hasTail = statements.get("SELECT 1 FROM sqlite_schema WHERE name = 'tail'") !== undefined
    if (!hasTail) return
    for (const { body } of statements.all<{ body: string }>("SELECT body FROM tail ORDER BY number"))
      this.#tail.add(this.#unsettled(tailRows(body)))
  }

  /** Whether nothing waits to be settled, or to be taken from the tail. */
  get isTidy(): boolean {
    return this.#tail.size === 0 && this.#round === null
  }

  /** To the end of the tail. The tables would refuse what is there already, so this must, or nothing could ever be settled. */
  append(rows: JournalRows): void {
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
    this.#statements.run("INSERT INTO tail (body) VALUES (?)", tailText(rows))
  }

  /** Inside a transaction: a row as large as a page, so that there must be room for one, and none in the end. */
  tryRow(): void {
    this.#statements.run("INSERT INTO tail (body) VALUES (?)", " ".repeat(4096))
    this.#statements.run("DELETE FROM tail WHERE number = last_insert_rowid()")
  }

  /** What was appended is on disk. */
  appended(rows: JournalRows): void {
    this.#tail.add(rows)
  }

  /** Inside a transaction: moves some of what waits to the tables, if there is enough; more than comes in with it. */
  settleSome(incoming: number): void {
    if (this.#round === null && this.#tail.size >= this.#settleAt) this.#round = this.#newRound()
    const round = this.#round
    if (round === null) return
    this.#settling = Math.max(Math.ceil(this.#settleAt / steps), 2 * incoming)
    if (!round.isOver) writeJournal(this.#statements, round.next(this.#settling))
    else
      this.#statements.run(
        "DELETE FROM tail WHERE number >= ? AND number < ? AND number <= ?",
        this.#removed,
        this.#removed + removedAtOnce,
        round.last,
      )
  }

  /** What was settled is on disk. */
  settledSome(): void {
    const round = this.#round
    if (round === null) return
    if (!round.isOver) round.done(this.#settling)
    else this.#removed += removedAtOnce
    if (this.#removed > round.last) this.#round = null
  }

  #newRound(): SettlingRound {
    const { first, last } = this.#statements.get<{ first: number; last: number }>(
      "SELECT min(number) AS first, max(number) AS last FROM tail",
    ) as { first: number; last: number }
    this.#removed = first
    return new SettlingRound(this.#tail, last)
  }

  /** Inside a transaction: all that waits. */
  settleAll(): void {
    writeJournal(this.#statements, this.#tail.rows())
    this.#statements.run("DELETE FROM tail")
  }

  settledAll(): void {
    this.#tail.clear()
    this.#round = null
  }

  decision(experiment: string, id: string): DecisionRow | undefined {
    const waiting = this.#tail.decision(experiment, id)
    if (waiting !== undefined) return waiting
    // In two steps, so that a row which only its index knows is damage and not unknown.
    const known = this.#statements.get<{ sequence: number }>(
      "SELECT sequence FROM decisions INDEXED BY decisions_by_id WHERE experiment = ? AND id = ?",
      experiment,
      id,
    )
    return known === undefined ? undefined : this.#settledAt(experiment, known.sequence)
  }

  learnedDecision(experiment: string, subject: string): DecisionRow | undefined {
    const known = this.#statements.get<{ sequence: number }>(
      `SELECT sequence FROM decisions INDEXED BY decisions_by_subject
       WHERE experiment = ? AND subject = ? AND pull IS NOT NULL ORDER BY sequence LIMIT 1`,
      experiment,
      subject,
    )
    return known === undefined
      ? this.#tail.learnedDecision(experiment, subject)
      : this.#settledAt(experiment, known.sequence)
  }

  reward(experiment: string, decision: number): RewardRow | undefined {
    return (
      this.#tail.reward(experiment, decision) ??
      this.#statements.get("SELECT * FROM rewards WHERE experiment = ? AND decision = ?", experiment, decision)
    )
  }

  isObserved(experiment: string, decision: number): boolean {
    const sql = "SELECT 1 FROM observations WHERE experiment = ? AND decision = ?"
    return this.#tail.isObserved(experiment, decision) || this.#statements.get(sql, experiment, decision) !== undefined
  }

  decisionsAfter(experiment: string, sequence: number, limit: number): DecisionRow[] {
    const settled = this.#statements.all<DecisionRow>(
      "SELECT * FROM decisions WHERE experiment = ? AND sequence > ? ORDER BY sequence LIMIT ?",
      experiment,
      sequence,
      limit,
    )
    return continued(settled, this.#tail.decisionsOf(experiment), sequence, limit)
  }

  rewardsAfter(experiment: string, decision: number, limit: number): RewardRow[] {
    const settled = this.#statements.all<RewardRow>(
      "SELECT * FROM rewards WHERE experiment = ? AND decision > ? ORDER BY decision LIMIT ?",
      experiment,
      decision,
      limit,
    )
    const waiting = this.#tail.rewardsOf(experiment).filter((row) => row.decision > decision)
    if (waiting.length === 0) return settled
    return [...settled, ...waiting].sort((a, b) => a.decision - b.decision).slice(0, limit)
  }

  observationsAfter(experiment: string, sequence: number, limit: number): (ObservationRow & Slot)[] {
    const settled = this.#statements.all<ObservationRow & Slot>(
      `SELECT o.*, d.segment, d.arm, d.pull FROM observations o JOIN decisions d ON d.experiment = o.experiment AND d.sequence = o.decision
       WHERE o.experiment = ? AND o.sequence > ? ORDER BY o.sequence LIMIT ?`,
      experiment,
      sequence,
      limit,
    )
    const waiting = this.#tail.observationsOf(experiment)
    if (waiting.length === 0) return settled
    return continued<ObservationRow & Partial<Slot>>(settled, waiting, sequence, limit).map((row) =>
      row.arm === undefined ? { ...row, ...this.slotOf(experiment, row.decision) } : (row as ObservationRow & Slot),
    )
  }

  /** When the last window of a decision that is learned from ends; windows end in the order of decisions. */
  lastDue(experiment: string): number | null {
    const waiting = this.#tail.decisionsOf(experiment).findLast(({ pull }) => pull !== null)
    const sql = "SELECT due FROM decisions WHERE experiment = ? AND pull IS NOT NULL ORDER BY sequence DESC LIMIT 1"
    return (waiting ?? this.#statements.get<{ due: number }>(sql, experiment))?.due ?? null
  }

  /** The latest time of any decision. */
  latestTime(): number {
    // The last decision of each experiment is found through its key; rewards have no order by time.
    const rows = this.#statements.all<{ at: number | null }>(
      "SELECT (SELECT at FROM decisions d WHERE d.experiment = e.id ORDER BY sequence DESC LIMIT 1) AS at FROM experiments e",
    )
    return rows.reduce((latest, { at }) => Math.max(latest, at ?? 0), this.#tail.latestTime())
  }

  /** The last sequence number of a kind of rows in an experiment; 0 without any. */
  #lastOf(kind: "decisions" | "observations", experiment: string): number {
    const waiting = kind === "decisions" ? this.#tail.decisionsOf(experiment) : this.#tail.observationsOf(experiment)
    return waiting.at(-1)?.sequence ?? this.#lastSettled(kind, experiment)
  }

  /** A round that was cut short left rows in the tail that are in the tables, the oldest of each kind. */
  #unsettled({ decisions, rewards, observations }: JournalRows): JournalRows {
    return {
      decisions: decisions.filter((row) => row.sequence > this.#lastSettled("decisions", row.experiment)),
      rewards: rewards.filter((row) => this.reward(row.experiment, row.decision) === undefined),
      observations: observations.filter((row) => row.sequence > this.#lastSettled("observations", row.experiment)),
    }
  }

  #lastSettled(kind: "decisions" | "observations", experiment: string): number {
    const sql = `SELECT max(sequence) AS last FROM ${kind} WHERE experiment = ?`
    return this.#statements.get<{ last: number | null }>(sql, experiment)?.last ?? 0
  }

  /** The slot that a decision fixed. */
  slotOf(experiment: string, decision: number): Slot {
    const { segment, arm, pull } = this.#tail.decisionAt(experiment, decision) ?? this.#settledAt(experiment, decision)
    return { segment, arm, pull: pull as number }
  }

  /** A decision that must be in the tables. */
  #settledAt(experiment: string, sequence: number): DecisionRow {
    const sql = "SELECT * FROM decisions WHERE experiment = ? AND sequence = ?"
    const row = this.#statements.get<DecisionRow>(sql, experiment, sequence)
    if (row === undefined) throw this.#statements.damaged()
    return row
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
