// Statements of one SQLite database, each prepared once.

import type { DatabaseSyncInstance } from "@photostructure/sqlite"

type Value = string | number | null

export class SqliteStatements {
  readonly database: DatabaseSyncInstance
  readonly #prepared = new Map<string, ReturnType<DatabaseSyncInstance["prepare"]>>()

  constructor(database: DatabaseSyncInstance) {
    this.database = database
  }

  run(sql: string, ...values: Value[]): void {
    this.#prepare(sql).run(...values)
  }

  get<Row>(sql: string, ...values: Value[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined
  }

  all<Row>(sql: string, ...values: Value[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[]
  }

  /** All of it or nothing. */
  transaction(work: () => void): void {
    try {
      this.database.exec("BEGIN IMMEDIATE")
      work()
      this.database.exec("COMMIT")
    } catch (error) {
      this.#rollBack()
      throw error
    }
  }

  close(): void {
    this.#prepared.clear()
    this.database.close()
  }

  #rollBack(): void {
    try {
      if (this.database.isTransaction) this.database.exec("ROLLBACK")
    } catch {
      // The error that led here tells more.
    }
  }

  #prepare(sql: string) {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const statement = this.database.prepare(sql)
    this.#prepared.set(sql, statement)
    return statement
  }
}
