// Verifies a file by what it is: a store (public ledger and private journal) or an exported public ledger (NDJSON).

import { closeSync, openSync, readFileSync, readSync } from "node:fs"
import { ServiceError } from "../service-error.ts"
import { openSqliteStore } from "../store/sqlite-store.ts"
import type { PublicLedgerEntry } from "./ledger-entry.ts"
import { firstHash } from "./ledger-entry.ts"
import { type Verdict, verifyEntries, verifyStore } from "./verify-ledger.ts"

export function verifyFile(path: string): Verdict[] {
  if (!isSqlite(path)) return [verifyExport(path)]
  const store = openSqliteStore(path, { readOnly: true })
  try {
    return [...verifyStore(store)]
  } finally {
    store.close()
  }
}

export function isSqlite(path: string): boolean {
  const start = Buffer.alloc(15)
  let file: number
  try {
    file = openSync(path, "r")
  } catch {
    throw new ServiceError("store_unavailable", `a ledger must be a file that can be read, got ${path}`)
  }
  readSync(file, start, 0, 15, 0)
  closeSync(file)
  return start.toString() === "SQLite format 3"
}

function verifyExport(path: string): Verdict {
  const [head, ...entries] = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line, index) => parse(line, index + 1))
  const { experiment, limit, first } = (head ?? {}) as { experiment?: string; limit?: number | null; first?: string }
  if (typeof experiment !== "string" || limit === undefined || typeof first !== "string")
    throw new ServiceError(
      "invalid_request",
      `line 1 of ${path} must have experiment, limit and first, got something else`,
    )
  const verdict = verifyEntries(experiment, limit, entries as PublicLedgerEntry[])
  if (firstHash(experiment, limit) === first) return verdict
  return { ...verdict, problem: "the chain must start from the experiment and its limit, got another start", entry: 0 }
}

function parse(line: string, number: number): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    throw new ServiceError("invalid_json", `line ${number} must be JSON, got something else`)
  }
}
