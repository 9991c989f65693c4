// Verifies a file: a store (public ledger and private journal) or an exported public ledger
// (NDJSON).

import { closeSync, openSync, readFileSync, readSync } from "node:fs"
import type { MetricLimit } from "@armistice/core/ledger"
import { ServiceError } from "../service-error.ts"
import { findDamageInThread } from "../store/sqlite/check-in-thread.ts"
import { findFileDamage, isQuickToCheck } from "../store/sqlite/sqlite-damage.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { type Verdict, verifyEach, verifyPublic } from "./verify-ledger.ts"

/** Called from time to time with the share of the store that is verified. */
export type OnVerified = (share: number) => void

/** Verifies a store in a file or an exported ledger: one verdict for each experiment. */
export async function verifyFile(path: string, onVerified: OnVerified = () => undefined): Promise<Verdict[]> {
  const start = readStart(path)
  if (start === sqliteStart) return verifyStoreFile(path, onVerified)
  if (/^\s*\{/.test(start)) return [verifyExport(path)]
  return [reportFile("is neither a store nor an exported ledger: if it was a store, its first page is damaged")]
}

/** The share of the progress that the journal takes; the check of all pages takes the rest. */
const journalShare = 0.85

/** Verifies all that can be read. A verdict on damage, if there is any, comes last. */
async function verifyStoreFile(path: string, onVerified: OnVerified): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  let pageCheck: Promise<string | null> | undefined
  let readError: string | null = null
  try {
    const store = openSqliteStore(path, { readOnly: true })
    try {
      if (!isQuickToCheck(store.database)) pageCheck = findDamageInThread(path)
      const entries = store.journalLength()
      let replayed = 0
      const onReplayed = (more: number): void => {
        replayed += more
        onVerified((journalShare * replayed) / entries)
      }
      for await (const verdict of verifyEach(store, { onReplayed })) verdicts.push(verdict)
    } finally {
      store.close()
    }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "store_damaged") throw error
    readError = error.message
  }
  const damage = (await (pageCheck ?? findFileDamage(path))) ?? readError
  return damage === null ? verdicts : [...verdicts, reportFile(`is damaged: ${damage}`)]
}

/** A verdict on the file itself instead of an experiment. */
const reportFile = (problem: string): Verdict => ({
  experiment: wholeFile,
  entries: 0,
  head: "",
  spent: null,
  limit: null,
  journal: null,
  problem: `the file ${problem}`,
  entry: null,
})

/** Takes the place of the experiment's id in a verdict on the whole file. */
export const wholeFile = "store"

const sqliteStart = "SQLite format 3"

export const isSqlite = (path: string): boolean => readStart(path) === sqliteStart

function readStart(path: string): string {
  const start = Buffer.alloc(sqliteStart.length)
  let file: number | undefined
  try {
    file = openSync(path, "r")
    return start.toString("utf8", 0, readSync(file, start, 0, start.length, 0))
  } catch {
    throw new ServiceError("store_unavailable", `cannot read the ledger ${path}`)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function verifyExport(path: string): Verdict {
  const [head, ...entries] = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line, index) => parseLine(line, index + 1))
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
    throw new ServiceError("invalid_request", `line 1 of ${path} must have valid outcomes and ripeSeconds`)
  const version = typeof formatVersion === "number" ? { formatVersion } : {}
  return verifyPublic({
    ...version,
    experiment,
    limit,
    metrics,
    outcomes,
    ripeSeconds,
    ...readTerms(head),
    entries,
    first,
  })
}

/** The numbers of the experiment's definition that the first line has. */
function readTerms(head: unknown): Partial<Record<"arms" | "maxArms" | "horizon", number>> {
  const given = (head ?? {}) as Partial<Record<string, unknown>>
  const names = (["arms", "maxArms", "horizon"] as const).filter((name) => typeof given[name] === "number")
  return Object.fromEntries(names.map((name) => [name, given[name]]))
}

const areLimits = (metrics: unknown): metrics is readonly MetricLimit[] =>
  Array.isArray(metrics) &&
  metrics.every((metric) => typeof metric?.name === "string" && metric.limit >= 0 && metric.limit <= largestLimit)

/** Higher than any filter's limit. */
const largestLimit = 1e100

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    throw new ServiceError("invalid_json", `line ${number} is not JSON`)
  }
}
