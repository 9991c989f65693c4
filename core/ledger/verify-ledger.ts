// Does a public ledger tell the truth? Its chain is followed hash by hash, and its spend counted
// again by a filter. A given entry may be anything, so its fields are checked first. The hash is an
// argument: that of Node answers at once, that of a web page answers later.

import { ArmisticeError } from "../errors.ts"
import { GdpFilter } from "../privacy/filter.ts"
import { ArmChanges, isArmChange } from "./arm-entry.ts"
import {
  formatEntry,
  formatStart,
  ledgerFormatVersion,
  type MetricLimit,
  type PublicLedgerEntry,
  readRelease,
} from "./ledger-entry.ts"
import { findPurgeProblem, isPurge } from "./purge-entry.ts"
import { findRipeProblem, isRipe } from "./ripe-entry.ts"

/** A ledger, and what its experiment was created with. */
export interface PublicLedger {
  /** The format that the ledger says it has, where it says so. */
  readonly formatVersion?: number
  readonly experiment: string
  readonly limit: number | null
  /** Metrics with filters of their own. */
  readonly metrics?: readonly MetricLimit[]
  /** "public" where only successes are sent and everyone may see who sent one. */
  readonly outcomes?: "private" | "public"
  /** The age of a decision from which on its answer counted at first. */
  readonly ripeSeconds?: number
  /** Its arms at creation, the most it may have, and planned decisions; left out: not known. */
  readonly arms?: number
  readonly maxArms?: number
  readonly horizon?: number
  readonly entries: Iterable<unknown>
  /** The start of the chain as the ledger states it, if it does. */
  readonly first?: string
  /** How many entries it must have at least, where that is known. */
  readonly atLeast?: number
}

/** The result of checking a ledger. */
export interface LedgerVerdict {
  readonly experiment: string
  readonly limit: number | null
  /** Entries that fit, from the first on; the hash of the last, and what is spent by then. */
  readonly entries: number
  readonly head: string
  readonly spent: number | null
  /** The spend by each metric's filter, if there are metrics. */
  readonly metrics?: readonly (MetricLimit & { readonly spent: number })[]
  /** The first thing that does not fit, in words; null if all does. */
  readonly problem: string | null
  /** The number of the entry with the problem; 0: before the first entry. */
  readonly entry: number | null
  /** When the rewards were removed, where they were: the last entry says so. */
  readonly purgedAt?: number
}

/**
 * Checks the chain of a ledger and counts its spend again. `hash` must be SHA-256 in base64url.
 *
 * @example
 * const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url")
 * const { problem } = verifyLedger({ experiment, limit, entries }, sha256)
 */
export function verifyLedger(ledger: PublicLedger, hash: (text: string) => string): LedgerVerdict
export function verifyLedger(ledger: PublicLedger, hash: (text: string) => Promise<string>): Promise<LedgerVerdict>
export function verifyLedger(
  ledger: PublicLedger,
  hash: (text: string) => string | Promise<string>,
): LedgerVerdict | Promise<LedgerVerdict> {
  const steps = check(ledger)
  let step = steps.next()
  while (step.done !== true) {
    const hashed = hash(step.value)
    if (typeof hashed !== "string") return finishLater(steps, hashed, hash)
    step = steps.next(hashed)
  }
  return step.value
}

type Steps = Generator<string, LedgerVerdict, string>

async function finishLater(
  steps: Steps,
  hashed: Promise<string>,
  hash: (text: string) => string | Promise<string>,
): Promise<LedgerVerdict> {
  let step = steps.next(await hashed)
  while (step.done !== true) step = steps.next(await hash(step.value))
  return step.value
}

/** Hands out texts, and is handed their hashes. */
function* check(ledger: PublicLedger): Steps {
  const { experiment, limit, metrics = [], outcomes, entries, first, atLeast = 0 } = ledger
  const filter = limit === null ? null : new GdpFilter(limit)
  // One filter for all outcomes would take blocks of a metric for other people's.
  const filters = new Map(metrics.map((metric) => [metric.name, new GdpFilter(metric.limit)]))
  let head = yield formatStart(experiment, limit, metrics, outcomes)
  let count = 0
  let purgedAt: number | undefined
  let ripe = ledger.ripeSeconds ?? 0
  const { arms = null, maxArms = null, horizon = null } = ledger
  const changes = new ArmChanges({ arms, maxArms, horizon })
  const verdict = (problem: string | null, entry: number | null): LedgerVerdict => {
    const spent = metrics.map(({ name, limit }) => ({ name, limit, spent: filters.get(name)?.spent() ?? 0 }))
    const counted = { spent: filter?.spent() ?? null, ...(metrics.length === 0 ? {} : { metrics: spent }) }
    const purged = purgedAt === undefined ? {} : { purgedAt }
    return { experiment, limit, entries: count, head, ...counted, problem, entry, ...purged }
  }
  const version = ledger.formatVersion ?? ledgerFormatVersion
  if (version > ledgerFormatVersion)
    return verdict(
      `the ledger has format version ${version}, but this version of Armistice reads up to ${ledgerFormatVersion}`,
      0,
    )
  if (first !== undefined && first !== head)
    return verdict(
      `the chain must start from the experiment and its ${metrics.length === 0 ? "limit" : "limits"}, ${head}, got ${shown(first)}`,
      0,
    )
  for (const given of entries) {
    const number = count + 1
    if (purgedAt !== undefined) return verdict(`entry ${number} comes after rewards were removed`, number)
    if (!isObject(given)) return verdict(`entry ${number} must be an object, got ${shown(given)}`, number)
    const entry = given as PublicLedgerEntry
    const problem =
      placeProblem(entry, experiment, number, head) ??
      hashProblem(entry, number, yield formatEntry(entry)) ??
      metricProblem(entry, number, filters) ??
      changeProblem(entry, number, filter, changes) ??
      spendProblem(entry, number, entry.metric === undefined ? filter : (filters.get(entry.metric) as GdpFilter), ripe)
    if (problem !== null) return verdict(problem, number)
    head = entry.hash
    count = number
    if (isPurge(entry)) purgedAt = entry.at
    if (isRipe(entry)) ripe = entry.ripeSeconds as number
  }
  if (count >= atLeast) return verdict(null, null)
  return verdict(`entry ${count + 1} of at least ${atLeast} is missing`, count + 1)
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null

/** The given value, in words that cannot fail whatever it is. */
const shown = (given: unknown): string => JSON.stringify(given)?.slice(0, 100) ?? "nothing"

function placeProblem(entry: PublicLedgerEntry, experiment: string, number: number, head: string): string | null {
  if (entry.index !== number) return `entry ${number} must come next, got ${shown(entry.index)}`
  if (entry.experiment !== experiment)
    return `entry ${number} must belong to ${experiment}, got ${shown(entry.experiment)}`
  if (entry.previous !== head)
    return `entry ${number} must be chained to the one before, ${head}, got ${shown(entry.previous)}`
  return null
}

const hashProblem = ({ hash }: PublicLedgerEntry, number: number, hashed: string): string | null =>
  hash === hashed ? null : `entry ${number} must have the hash of its content, ${hashed}, got ${shown(hash)}`

const metricProblem = (
  { metric }: PublicLedgerEntry,
  number: number,
  filters: ReadonlyMap<string, GdpFilter>,
): string | null =>
  metric === undefined || filters.has(metric)
    ? null
    : `entry ${number} must name a metric of the experiment, got ${shown(metric)}`

function changeProblem(
  entry: PublicLedgerEntry,
  number: number,
  filter: GdpFilter | null,
  changes: ArmChanges,
): string | null {
  if (!isArmChange(entry))
    return changes.isStopped(entry.arm) ? `entry ${number} releases arm ${entry.arm}, which is stopped` : null
  const problem = changes.take(entry, filter?.spent() ?? 0)
  return problem === null ? null : `entry ${number} ${problem}`
}

function spendProblem(entry: PublicLedgerEntry, number: number, filter: GdpFilter | null, ripe: number): string | null {
  if (isArmChange(entry)) return null
  if (isPurge(entry) || isRipe(entry)) {
    const spent = filter?.spent() ?? 0
    const problem = isPurge(entry) ? findPurgeProblem(entry, spent) : findRipeProblem(entry, spent, ripe)
    return problem === null ? null : `entry ${number} ${problem}`
  }
  if (filter === null) return `entry ${number} releases rewards, but the experiment has no privacy guarantee`
  try {
    filter.spend([readRelease(entry)], entry.segment)
  } catch (error) {
    const isTooMuch = error instanceof ArmisticeError && error.code === "budget_exhausted"
    return isTooMuch
      ? `entry ${number} spends ${shown(entry.eta)} more and exceeds the limit ${filter.limit}`
      : `entry ${number} must be a release whose loss can be counted, got: ${error instanceof Error ? error.message : shown(error)}`
  }
  const spent = filter.spent()
  return entry.spent === spent ? null : `entry ${number} must have spent ${spent}, got ${shown(entry.spent)}`
}
