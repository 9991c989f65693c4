// Copies of a store. A backup can be made while the service runs; it knows that it is a copy, and when it is served its open batches
// are discarded, because the original may still release them. Moving a store freezes the original instead.

import { existsSync, renameSync, rmSync } from "node:fs"
import { DatabaseSync } from "@photostructure/sqlite"
import { ServiceError } from "../service-error.ts"
import { openSqliteStore } from "./sqlite-store.ts"
import { lockStore } from "./store-lock.ts"

/** A consistent copy at this instant, marked as one. It gets its name only once it is: a crash leaves none that could be served as it is. */
export function backupStore(from: string, to: string): void {
  const part = `${to}.part`
  check(from, to)
  rmSync(part, { force: true })
  try {
    copy(from, part)
    markCopy(part)
    renameSync(part, to)
  } finally {
    rmSync(part, { force: true })
  }
}

/** A copy that goes on exactly where the original, which can no longer be served, stopped. */
export function moveStore(from: string, to: string): void {
  const unlock = lockStore(from)
  try {
    // Marked as a copy until the original is frozen: after a crash in between, both are safe to serve.
    backupStore(from, to)
    const copied = copiedAt(from)
    mark(from, "frozen", new Date().toISOString())
    // A backup that was never served stays one, wherever it is moved.
    mark(to, "copy", copied)
  } finally {
    unlock()
  }
}

function check(from: string, to: string): void {
  if (!existsSync(from)) throw new ServiceError("store_unavailable", `a store must exist to be copied, got ${from}`)
  if (existsSync(to))
    throw new ServiceError("store_unavailable", `a copy must not overwrite a file, got ${to}, which exists`)
}

function copy(from: string, to: string): void {
  const store = openSqliteStore(from, { readOnly: true })
  try {
    store.backup(to)
  } finally {
    store.close()
  }
}

/** Without a write-ahead log, which a new name would leave behind. */
function markCopy(path: string): void {
  const database = new DatabaseSync(path)
  try {
    database.exec(`INSERT OR REPLACE INTO properties (name, value) VALUES ('copy', '${new Date().toISOString()}')`)
  } finally {
    database.close()
  }
}

function copiedAt(path: string): string | null {
  const store = openSqliteStore(path, { readOnly: true })
  try {
    return store.property("copy")
  } finally {
    store.close()
  }
}

function mark(path: string, name: string, value: string | null): void {
  const store = openSqliteStore(path)
  try {
    store.setProperty(name, value)
  } finally {
    store.close()
  }
}
