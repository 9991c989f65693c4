// Verifies a file by what it is: a store (public ledger and private journal) or an exported public ledger (NDJSON).

import { closeSync, openSync, readFileSync, readSync } from "node:fs"
import type { MetricLimit } from "@armistice/core/ledger"
import { ServiceError } from "../service-error.ts"
import { findDamageInThread } from "../store/sqlite/check-in-thread.ts"
import { findFileDamage, isQuickToCheck } from "../store/sqlite/sqlite-damage.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { type Verdict, verifyEach, verifyPublic } from "./verify-ledger.ts"

/** Told now and then which share of a store is verified. */
export type OnVerified = (share: number) => void

/** Verifies a store in a file or an exported ledger: one verdict for each experiment. */
export async function verifyFile(path: string, onVerified: OnVerified = () => undefined): Promise<Verdict[]> {
  const start = startOf(path)
  if (start === sqliteStart) return verifyPages(path, onVerified)
  if (/^\s*\{/.test(start)) return [verifyExport(path)]
  return [damaged("must be a store or an exported ledger, got neither: if it was a store, its first page is damaged")]
}

/** The rest of the time goes into the check of all pages, or what of it is left. */
const journalShare = 0.85

/** What can be read is verified; damage is named after it. */
async function verifyPages(path: string, onVerified: OnVerified): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  let beside: Promise<string | null> | undefined
  let unreadable: string | null = null
  try {
    const store = openSqliteStore(path, { readOnly: true })
    try {
      if (!isQuickToCheck(store.database)) beside = findDamageInThread(path)
      const entries = store.journalLength()
      let played = 0
      const onReplayed = (more: number): void => {
        played += more
        onVerified((journalShare * played) / entries)
      }
      for await (const verdict of verifyEach(store, onReplayed)) verdicts.push(verdict)
    } finally {
      store.close()
    }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "store_damaged") throw error
    unreadable = error.message
  }
  const damage = (await (beside ?? findFileDamage(path))) ?? unreadable
  return damage === null ? verdicts : [...verdicts, damaged(`must be as it was written, got damage: ${damage}`)]
}

/** A verdict on the file itself, which is of no experiment. */
const damaged = (what: string): Verdict => ({
  experiment: wholeFile,
  entries: 0,
  head: "",
  spent: null,
  limit: null,
  journal: null,
  problem: `the file ${what}`,
  entry: null,
})

/** Stands in place of an experiment in a verdict about the whole file. */
export const wholeFile = "store"

const sqliteStart = "SQLite format 3"

export const isSqlite = (path: string): boolean => startOf(path) === sqliteStart

function startOf(path: string): string {
  const start = Buffer.alloc(sqliteStart.length)
  let file: number | undefined
  try {
    file = openSync(path, "r")
    return start.toString("utf8", 0, readSync(file, start, 0, start.length, 0))
  } catch {
    throw new ServiceError("store_unavailable", `a ledger must be a file that can be read, got ${path}`)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function verifyExport(path: string): Verdict {
  const [head, ...entries] = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line, index) => parse(line, index + 1))
  const {
    experiment,
    limit,
    first,
    metrics = [],
    outcomes = "private",
    ripeSeconds = 0,
    formatVersion,
  } = (head ?? {}) as Partial<Record<string, unknown>>
  const isLimit = limit === null || typeof limit === "number"
  if (typeof experiment !== "string" || !isLimit || typeof first !== "string" || !areLimits(metrics))
    throw new ServiceError(
      "invalid_request",
      `line 1 of ${path} must have experiment, limit and first, and metrics with their limits if there are any, got ${Object.keys(head ?? {}).join(", ") || "none of them"}`,
    )
  if ((outcomes !== "private" && outcomes !== "public") || typeof ripeSeconds !== "number")
    throw new ServiceError("invalid_request", `line 1 of ${path} must have outcomes and ripeSeconds, got others`)
  const version = typeof formatVersion === "number" ? { formatVersion } : {}
  return verifyPublic({
    ...version,
    experiment,
    limit,
    metrics,
    outcomes,
    ripeSeconds,
    ...firstArms(head),
    entries,
    first,
  })
}

/** What the experiment was created with, as far as the first line says it. */
function firstArms(head: unknown): Partial<Record<"arms" | "maxArms" | "horizon", number>> {
  const given = (head ?? {}) as Partial<Record<string, unknown>>
  const names = (["arms", "maxArms", "horizon"] as const).filter((name) => typeof given[name] === "number")
  return Object.fromEntries(names.map((name) => [name, given[name]]))
}

const areLimits = (metrics: unknown): metrics is readonly MetricLimit[] =>
  Array.isArray(metrics) &&
  metrics.every((metric) => typeof metric?.name === "string" && metric.limit >= 0 && metric.limit <= largestLimit)

/** Above what any filter can hold. */
const largestLimit = 1e100

function parse(line: string, number: number): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    throw new ServiceError("invalid_json", `line ${number} must be JSON, got text that is not`)
  }
}
