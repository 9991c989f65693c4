// The public ledger of a store or an export, entry by entry.

import { readFileSync } from "node:fs"
import type { PublicLedgerEntry } from "@armistice/core/ledger"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { publicEntry } from "./ledger-entry.ts"
import { isSqlite } from "./verify-file.ts"

/** Reads the public ledger of a store or of an exported file, of all experiments or of one. */
export function readLedger(path: string, experiment?: string): PublicLedgerEntry[] {
  const wanted = (id: string) => experiment === undefined || id === experiment
  if (!isSqlite(path))
    return readFileSync(path, "utf8")
      .split("\n")
      .slice(1)
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as PublicLedgerEntry)
      .filter((entry) => wanted(entry.experiment))
  const store = openSqliteStore(path, { readOnly: true })
  try {
    const ids = store.experiments({ limit: 1e9 }).map(({ experiment: { id } }) => id)
    return ids.filter(wanted).flatMap((id) => store.ledger(id, 0, 1e9).map(publicEntry))
  } finally {
    store.close()
  }
}
