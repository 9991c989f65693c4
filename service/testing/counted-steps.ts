// For programs that are killed at one of their steps: everything that reaches the disk (a statement
// outside of a transaction, a commit, a file that is written, flushed, renamed or removed) is a
// step, and before step number KILL_AT the process kills itself. Takes the place of the SQLite
// package in a bundle.

import fs from "node:fs"
import { createRequire, syncBuiltinESMExports } from "node:module"
import type * as sqlite from "@photostructure/sqlite"

const real = createRequire(import.meta.url)("@photostructure/sqlite") as typeof sqlite
const killAt = Number(process.env["KILL_AT"])
let steps = 0

function step(): void {
  steps += 1
  if (steps === killAt) process.kill(process.pid, "SIGKILL")
}

for (const name of ["renameSync", "writeSync", "fsyncSync", "rmSync"] as const) {
  const own = fs[name] as (...given: unknown[]) => unknown
  Object.assign(fs, {
    [name]: (...given: unknown[]) => {
      step()
      return own(...given)
    },
  })
}
syncBuiltinESMExports()

export class DatabaseSync extends real.DatabaseSync {
  override exec(sql: string): void {
    if (!/^\s*BEGIN\b(?!.*COMMIT)/s.test(sql)) step()
    super.exec(sql)
  }

  override prepare(...given: Parameters<sqlite.DatabaseSyncInstance["prepare"]>) {
    const statement = super.prepare(...given)
    const run = (...values: Parameters<typeof statement.run>) => {
      if (!this.isTransaction) step()
      return statement.run(...values)
    }
    return new Proxy(statement, {
      get(own, name) {
        if (name === "run") return run
        const value = Reflect.get(own, name) as unknown
        return typeof value === "function" ? (value.bind(own) as unknown) : value
      },
    })
  }
}
