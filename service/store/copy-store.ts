// Copies of a store. A backup can be made while the service runs; it knows that it is a copy, and when it is served its open batches
// are discarded, because the original may still release them. Moving a store freezes the original instead.

import { existsSync } from "node:fs"
import { ServiceError } from "../service-error.ts"
import { openSqliteStore } from "./sqlite-store.ts"
import { lockStore } from "./store-lock.ts"

/** A consistent copy at this instant, marked as one. */
export function backupStore(from: string, to: string): void {
  copy(from, to)
  mark(to, "copy", new Date().toISOString())
}

/** A copy that goes on exactly where the original, which can no longer be served, stopped. */
export function moveStore(from: string, to: string): void {
  const unlock = lockStore(from)
  try {
    // Marked as a copy until the original is frozen: after a crash in between, both are safe to serve.
    backupStore(from, to)
    mark(from, "frozen", new Date().toISOString())
    mark(to, "copy", null)
  } finally {
    unlock()
  }
}

function copy(from: string, to: string): void {
  if (!existsSync(from)) throw new ServiceError("store_unavailable", `a store must exist to be copied, got ${from}`)
  if (existsSync(to))
    throw new ServiceError("store_unavailable", `a copy must not overwrite a file, got ${to}, which exists`)
  const store = openSqliteStore(from, { readOnly: true })
  try {
    store.backup(to)
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
