// Copies of a store. A backup can be made while the service runs; it knows that it is a copy, and
// when it is served its open batches are discarded, because the original may still release them.
// Moving a store freezes the original instead.

import { existsSync, rmSync } from "node:fs"
import { DatabaseSync } from "@photostructure/sqlite"
import { renameDurably } from "../../durable-file.ts"
import { ServiceError } from "../../service-error.ts"
import type { OpenOptions } from "./sqlite-open.ts"
import { openSqliteStore } from "./sqlite-store.ts"
import { lockStore } from "./store-lock.ts"
import { StoreWitness } from "./store-witness.ts"

/** A copy of this instant, marked as one; it gets its name once it is complete and durable. */
export function backupStore(from: string, to: string): void {
  const part = `${to}.part`
  check(from, to)
  rmSync(part, { force: true })
  try {
    markCopy(part, copy(from, part))
    renameDurably(part, to)
  } finally {
    rmSync(part, { force: true })
  }
}

/** A copy that goes on exactly where the original, which can no longer be served, stopped. */
export function moveStore(from: string, to: string): void {
  const unlock = lockStore(from)
  try {
    check(from, to)
    // A process that serves the store loses ownership now, so it acknowledges nothing that the copy
    // lacks.
    const isCopy = withStore(from, (store) => store.copied() !== null, { owns: true })
    // Marked as a copy until the original is frozen: after a crash in between, both are safe to
    // serve.
    backupStore(from, to)
    withStore(from, (store) => store.setProperty("frozen", new Date().toISOString()))
    // A copy that was never served stays one, wherever it is moved.
    if (isCopy) return
    new StoreWitness(from).copyTo(to)
    withStore(to, (store) => store.setProperty("copy", null))
  } finally {
    unlock()
  }
}

function check(from: string, to: string): void {
  if (!existsSync(from)) throw new ServiceError("store_unavailable", `there is no store ${from} to copy`)
  checkFree(to)
}

/** Neither the file nor a witness, which would take the new file for another. */
export function checkFree(to: string): void {
  const taken = [to, `${to}.seen`].find((path) => existsSync(path))
  if (taken !== undefined)
    throw new ServiceError("store_unavailable", `the file ${taken} exists already, and a copy does not overwrite it`)
}

/** Returns how often the store was restored, as far as it or its witness knows. */
function copy(from: string, to: string): number {
  const store = openSqliteStore(from, { readOnly: true })
  try {
    store.backup(to)
    return Math.max(store.restores(), new StoreWitness(from).read()?.restores ?? 0)
  } finally {
    store.close()
  }
}

/** Without a write-ahead log, which a new name would leave behind. */
function markCopy(path: string, restores: number): void {
  const database = new DatabaseSync(path)
  try {
    database.exec(`UPDATE identity SET restores = ${restores}`)
    database.exec(`INSERT OR REPLACE INTO properties (name, value) VALUES ('copy', '${new Date().toISOString()}')`)
    database.exec("DELETE FROM properties WHERE name = 'frozen'")
  } finally {
    database.close()
  }
}

function withStore<Result>(
  path: string,
  work: (store: ReturnType<typeof openSqliteStore>) => Result,
  options: OpenOptions = {},
): Result {
  const store = openSqliteStore(path, options)
  try {
    return work(store)
  } finally {
    store.close()
  }
}
