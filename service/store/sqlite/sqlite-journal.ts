// What is looked up in the journal of a SQLite file: decisions, rewards and observations.

import type { DecisionRow, OpenWindow, RewardRow } from "../rows.ts"
import { lastOpenSql } from "../stored-rows.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"

export class SqliteJournal {
  protected readonly rows: SqliteStatements

  constructor(rows: SqliteStatements) {
    this.rows = rows
  }

  decision(experiment: string, id: string): DecisionRow | undefined {
    // In two steps, so that a row which only its index knows is damage and not unknown.
    const known = this.rows.get<{ sequence: number }>(
      "SELECT sequence FROM decisions INDEXED BY decisions_by_id WHERE experiment = ? AND id = ?",
      experiment,
      id,
    )
    return known === undefined ? undefined : this.#decisionAt(experiment, known.sequence)
  }

  learnedDecision(experiment: string, subject: string): DecisionRow | undefined {
    const known = this.rows.get<{ sequence: number }>(
      `SELECT sequence FROM decisions INDEXED BY decisions_by_subject
       WHERE experiment = ? AND subject = ? AND pull IS NOT NULL ORDER BY sequence LIMIT 1`,
      experiment,
      subject,
    )
    return known === undefined ? undefined : this.#decisionAt(experiment, known.sequence)
  }

  reward(experiment: string, decision: number): RewardRow | undefined {
    return this.rows.get("SELECT * FROM rewards WHERE experiment = ? AND decision = ?", experiment, decision)
  }

  isObserved(experiment: string, decision: number): boolean {
    const sql = "SELECT 1 FROM observations WHERE experiment = ? AND decision = ?"
    return this.rows.get(sql, experiment, decision) !== undefined
  }

  /** How many decisions after this entry of the journal are learned from. */
  learnedAfter(experiment: string, sequence: number): number {
    const sql = "SELECT count(*) AS n FROM decisions WHERE experiment = ? AND sequence > ? AND pull IS NOT NULL"
    return this.rows.get<{ n: number }>(sql, experiment, sequence)?.n ?? 0
  }

  /** Decisions and observations of all experiments. */
  journalLength(): number {
    const sql = "SELECT (SELECT count(*) FROM decisions) + (SELECT count(*) FROM observations) AS n"
    return this.rows.get<{ n: number }>(sql)?.n ?? 0
  }

  lastOpen(experiment: string, after: number, metrics: number): OpenWindow | undefined {
    return this.rows.get<OpenWindow>(
      lastOpenSql("", (index) => `?${index}`),
      experiment,
      after,
      metrics,
    )
  }

  /** The latest time of any decision. */
  latestTime(): number {
    // The last decision of each experiment is found through its key; rewards have no order by time.
    const rows = this.rows.all<{ at: number | null }>(
      "SELECT (SELECT at FROM decisions d WHERE d.experiment = e.id ORDER BY sequence DESC LIMIT 1) AS at FROM experiments e",
    )
    return rows.reduce((latest, { at }) => Math.max(latest, at ?? 0), 0)
  }

  /** A decision that must be there. */
  #decisionAt(experiment: string, sequence: number): DecisionRow {
    const sql = "SELECT * FROM decisions WHERE experiment = ? AND sequence = ?"
    const row = this.rows.get<DecisionRow>(sql, experiment, sequence)
    if (row === undefined) throw this.rows.damaged()
    return row
  }
}
