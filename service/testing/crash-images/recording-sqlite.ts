// Takes the place of the SQLite package in a bundle, and records what the program does to the
// folder RECORDED (recorded-disk.ts): calls of node:fs as they are, statements of SQLite by what
// they change.

import fs from "node:fs"
import { createRequire, syncBuiltinESMExports } from "node:module"
import type * as sqlite from "@photostructure/sqlite"
import { RecordedDisk } from "./recorded-disk.ts"

const real = createRequire(import.meta.url)("@photostructure/sqlite") as typeof sqlite

// The recorder reads files too, by functions that are not recorded.
export const disk = new RecordedDisk(process.env["RECORDED"] ?? "")

const changing = [
  "openSync",
  "renameSync",
  "writeSync",
  "writeFileSync",
  "appendFileSync",
  "rmSync",
  "unlinkSync",
] as const
for (const name of [...changing, "ftruncateSync", "copyFileSync", "linkSync"] as const) {
  const own = fs[name] as (...given: unknown[]) => unknown
  Object.assign(fs, {
    [name]: (...given: unknown[]) => {
      try {
        return own(...given)
      } finally {
        disk.changed()
      }
    },
  })
}
for (const name of ["fsyncSync", "fdatasyncSync"] as const) {
  const own = fs[name]
  Object.assign(fs, {
    [name]: (file: number) => {
      own(file)
      disk.flushed(fs.fstatSync(file, { bigint: true }))
    },
  })
}
syncBuiltinESMExports()

const isWriting = /^\s*(COMMIT|VACUUM|PRAGMA wal_checkpoint|INSERT|UPDATE|DELETE)/i

export class DatabaseSync extends real.DatabaseSync {
  override exec(sql: string): void {
    // One statement after the other, as each reaches the disk by itself; a transaction is one.
    const parts = /^\s*BEGIN\b|CREATE/.test(sql) ? [sql] : sql.split(";").filter((part) => part.trim() !== "")
    for (const part of parts) {
      super.exec(part)
      // Small logs, so that a short run has many checkpoints.
      if (/journal_mode = WAL/.test(part)) super.exec("PRAGMA wal_autocheckpoint = 24")
      if (!this.isTransaction) disk.statement()
    }
  }

  override prepare(...given: Parameters<sqlite.DatabaseSyncInstance["prepare"]>) {
    const statement = super.prepare(...given)
    if (!isWriting.test(given[0])) return statement
    const recorded =
      (name: "run" | "get") =>
      (...values: Parameters<typeof statement.run>): unknown => {
        const result = statement[name](...values) as unknown
        if (!this.isTransaction) disk.statement()
        return result
      }
    return new Proxy(statement, {
      get(own, name) {
        if (name === "run" || name === "get") return recorded(name)
        const value = Reflect.get(own, name) as unknown
        return typeof value === "function" ? (value.bind(own) as unknown) : value
      },
    })
  }

  override close(): void {
    super.close()
    disk.statement()
  }
}
