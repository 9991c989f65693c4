// Decisions, rewards and observations in SQLite.

import type { DecisionRow, ObservationRow, RewardRow, Slot } from "../store.ts"
import { decisionColumns, observationColumns, rewardColumns } from "./journal-rows.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"

export class SqliteJournal {
  readonly #statements: SqliteStatements

  constructor(statements: SqliteStatements) {
    this.#statements = statements
  }

  decision(experiment: string, id: string): DecisionRow | undefined {
    // In two steps, so that a row which only its index knows is damage and not unknown.
    const known = this.#statements.get<{ sequence: number }>(
      "SELECT sequence FROM decisions INDEXED BY decisions_by_id WHERE experiment = ? AND id = ?",
      experiment,
      id,
    )
    return known === undefined ? undefined : this.#decisionAt(experiment, known.sequence)
  }

  learnedDecision(experiment: string, subject: string): DecisionRow | undefined {
    const known = this.#statements.get<{ sequence: number }>(
      `SELECT sequence FROM decisions INDEXED BY decisions_by_subject
       WHERE experiment = ? AND subject = ? AND pull IS NOT NULL ORDER BY sequence LIMIT 1`,
      experiment,
      subject,
    )
    return known === undefined ? undefined : this.#decisionAt(experiment, known.sequence)
  }

  reward(experiment: string, decision: number): RewardRow | undefined {
    return this.#statements.get("SELECT * FROM rewards WHERE experiment = ? AND decision = ?", experiment, decision)
  }

  isObserved(experiment: string, decision: number): boolean {
    const sql = "SELECT 1 FROM observations WHERE experiment = ? AND decision = ?"
    return this.#statements.get(sql, experiment, decision) !== undefined
  }

  decisionsAfter(experiment: string, sequence: number, limit: number): DecisionRow[] {
    const sql = "SELECT * FROM decisions WHERE experiment = ? AND sequence > ? ORDER BY sequence LIMIT ?"
    return this.#statements.many(decisionColumns, sql, experiment, sequence, limit)
  }

  rewardsAfter(experiment: string, decision: number, limit: number): RewardRow[] {
    const sql = "SELECT * FROM rewards WHERE experiment = ? AND decision > ? ORDER BY decision LIMIT ?"
    return this.#statements.many(rewardColumns, sql, experiment, decision, limit)
  }

  observationsAfter(experiment: string, sequence: number, limit: number): (ObservationRow & Slot)[] {
    return this.#statements.many(
      [...observationColumns, "segment", "arm", "pull"],
      `SELECT o.*, d.segment, d.arm, d.pull FROM observations o JOIN decisions d ON d.experiment = o.experiment AND d.sequence = o.decision
       WHERE o.experiment = ? AND o.sequence > ? ORDER BY o.sequence LIMIT ?`,
      experiment,
      sequence,
      limit,
    )
  }

  /** Decisions and observations of all experiments. */
  length(): number {
    const sql = "SELECT (SELECT count(*) FROM decisions) + (SELECT count(*) FROM observations) AS n"
    return this.#statements.get<{ n: number }>(sql)?.n ?? 0
  }

  /** When the last window of a decision that is learned from ends; windows end in the order of decisions. */
  lastDue(experiment: string): number | null {
    const sql = "SELECT due FROM decisions WHERE experiment = ? AND pull IS NOT NULL ORDER BY sequence DESC LIMIT 1"
    return this.#statements.get<{ due: number }>(sql, experiment)?.due ?? null
  }

  /** The latest time of any decision. */
  latestTime(): number {
    // The last decision of each experiment is found through its key; rewards have no order by time.
    const rows = this.#statements.all<{ at: number | null }>(
      "SELECT (SELECT at FROM decisions d WHERE d.experiment = e.id ORDER BY sequence DESC LIMIT 1) AS at FROM experiments e",
    )
    return rows.reduce((latest, { at }) => Math.max(latest, at ?? 0), 0)
  }

  slotOf(experiment: string, decision: number): Slot {
    const { segment, arm, pull } = this.#decisionAt(experiment, decision)
    return { segment, arm, pull: pull as number }
  }

  /** A decision that must be there. */
  #decisionAt(experiment: string, sequence: number): DecisionRow {
    const sql = "SELECT * FROM decisions WHERE experiment = ? AND sequence = ?"
    const row = this.#statements.get<DecisionRow>(sql, experiment, sequence)
    if (row === undefined) throw this.#statements.damaged()
    return row
  }
}
