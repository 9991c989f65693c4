// Statements that both stores understand: their values are $1, $2 and so on.

import type { ActivityRow } from "../activity/activity.ts"
import type { MaybePromise } from "../maybe-promise.ts"

/** A statement with its values. */
export interface SqlStatement {
  readonly text: string
  readonly values: unknown[]
}

export interface SharedSql {
  /** Comes before the name of each table. */
  readonly schema: string
  rows<Row>(text: string, values?: (string | number)[]): MaybePromise<Row[]>
  /** In one transaction; `note`: the change for the record of activity. */
  write(statements: readonly SqlStatement[], note?: ActivityRow): MaybePromise<void>
  /** The same for one statement that returns rows; without any, the note is left out. */
  writeReturning<Row>(statement: SqlStatement, note: ActivityRow): MaybePromise<Row[]>
}
