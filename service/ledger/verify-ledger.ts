// Does the ledger tell the truth? From the public entries alone: the chain and the spend. With the private journal also: that every
// commitment opens, every release follows from the events, and the state played again from them equals the stored one.

import { ArmisticeError, GdpFilter } from "@armistice/core"
import { canonicalJson } from "../canonical-json.ts"
import { LiveExperiment, type LiveRelease } from "../live/live-experiment.ts"
import { journalAfter, replay } from "../live/load-experiment.ts"
import { journalTaken } from "../store/journal-taken.ts"
import type { Snapshot, Store, StoredExperiment } from "../store/store.ts"
import {
  commitmentTo,
  entryHash,
  firstHash,
  type LedgerEntry,
  type PublicLedgerEntry,
  publicEntry,
  releaseOf,
} from "./ledger-entry.ts"

export interface Verdict {
  readonly experiment: string
  readonly entries: number
  readonly head: string
  readonly spent: number | null
  readonly limit: number | null
  /** Journal entries played again; null if only the public part was there. */
  readonly journal: number | null
  /** The first thing that does not fit, in words; null if all does. */
  readonly problem: string | null
  /** The entry it is about. */
  readonly entry: number | null
}

type Finding = { readonly problem: string; readonly entry: number | null } | null

/** Chain and spend of one experiment's public entries. */
export function verifyEntries(experiment: string, limit: number | null, entries: Iterable<PublicLedgerEntry>): Verdict {
  const filter = limit === null ? null : new GdpFilter(limit)
  let head = firstHash(experiment, limit)
  let count = 0
  let finding: Finding = null
  for (const entry of entries) {
    finding = entryProblem(entry, experiment, count + 1, head, filter)
    if (finding !== null) break
    head = entry.hash
    count += 1
  }
  return {
    experiment,
    entries: count,
    head,
    spent: filter?.spent() ?? null,
    limit,
    journal: null,
    problem: finding?.problem ?? null,
    entry: finding?.entry ?? null,
  }
}

function entryProblem(
  entry: PublicLedgerEntry,
  experiment: string,
  expected: number,
  head: string,
  filter: GdpFilter | null,
): Finding {
  const finding = (problem: string): Finding => ({ problem, entry: expected })
  if (entry.index !== expected) return finding(`entry ${expected} must come next, got ${entry.index}`)
  if (entry.experiment !== experiment) return finding(`entry ${expected} must belong to ${experiment}, got another`)
  if (entry.previous !== head) return finding(`entry ${expected} must be chained to the one before, got another hash`)
  if (entryHash(entry) !== entry.hash)
    return finding(`entry ${expected} must have the hash of its content, got another`)
  if (filter === null) return finding(`entry ${expected} must not exist where nothing is promised, got one`)
  try {
    filter.spend(`${entry.segment}:`, [releaseOf(entry)])
  } catch (error) {
    const isTooMuch = error instanceof ArmisticeError && error.code === "budget_exhausted"
    return finding(
      isTooMuch
        ? `entry ${expected} must stay within the limit ${filter.limit}, got a loss of ${entry.eta} more`
        : `entry ${expected} must be a release whose loss can be counted, got: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  if (filter.spent() !== entry.spent)
    return finding(`entry ${expected} must say what is spent, ${filter.spent()}, got ${entry.spent}`)
  return null
}

/** One experiment of a store, public part and private journal. */
function verifyExperiment(store: Store, stored: StoredExperiment): Verdict {
  const { experiment } = stored
  const entries = allEntries(store, experiment.id)
  const verdict = verifyEntries(experiment.id, experiment.limit, entries.map(publicEntry))
  // Where the journal was taken out, the public part is all there is.
  if (verdict.problem !== null || store.property(journalTaken(experiment.id)) !== null) return verdict
  const { played, finding } = replayJournal(store, stored, entries)
  return { ...verdict, journal: played, problem: finding?.problem ?? null, entry: finding?.entry ?? null }
}

function replayJournal(
  store: Store,
  { experiment, restores, accepted }: StoredExperiment,
  entries: readonly LedgerEntry[],
): { played: number; finding: Finding } {
  const live = new LiveExperiment(experiment, "running")
  const snapshot = store.snapshot(experiment.id)
  let next = 0
  let finding: Finding = null
  let isStateMet = false
  /** Once the journal is where the stored state was kept, they must agree. */
  const checkState = (): void => {
    if (finding !== null || isStateMet || snapshot?.sequence !== live.sequence) return
    isStateMet = true
    if (isSameState(snapshot, live.snapshot())) return
    finding = {
      problem: `the stored state after journal entry ${live.sequence} must be what the events give, got another`,
      entry: null,
    }
  }
  checkState()
  for (const event of journalAfter(store, experiment.id, 0)) {
    let releases: LiveRelease[] = []
    try {
      releases = replay(live, event)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      finding = {
        problem: `journal entry ${live.sequence + 1} must follow from those before, got: ${message}`,
        entry: null,
      }
      break
    }
    for (const release of releases) {
      finding = releaseProblem(entries[next], next + 1, release, live)
      if (finding !== null) break
      next += 1
    }
    checkState()
    if (finding !== null) break
  }
  if (finding === null && next < entries.length)
    finding = { problem: `entry ${next + 1} must follow from the journal, got one that does not`, entry: next + 1 }
  if (finding === null && snapshot !== undefined && !isStateMet)
    finding = {
      problem: `the stored state must be one that the journal passes through, got one after entry ${snapshot.sequence}`,
      entry: null,
    }
  if (finding === null && (live.restores !== restores || live.accepted !== accepted))
    finding = {
      problem: `the journal must have the experiment's restores and what was accepted of them, got others`,
      entry: null,
    }
  return { played: live.sequence, finding }
}

function releaseProblem(
  entry: LedgerEntry | undefined,
  number: number,
  release: LiveRelease,
  live: LiveExperiment,
): Finding {
  if (entry === undefined)
    return {
      problem: `entry ${number} must record a release of journal entry ${live.sequence}, got nothing`,
      entry: number,
    }
  const fields = [
    "segment",
    "arm",
    "block",
    "count",
    "mechanism",
    "eta",
    "spent",
    "line",
    "carried",
    "deviation",
    "step",
  ] as const
  const wrong = fields.find((field) => entry[field] !== release[field])
  if (wrong !== undefined)
    return { problem: `entry ${number} must have the ${wrong} of its release, got another`, entry: number }
  if (entry.sequence !== live.sequence || entry.commitment !== commitmentTo(entry.salt, live.journal))
    return { problem: `entry ${number} must be committed to the journal as it is, got another`, entry: number }
  return null
}

/** In all that follows from the journal; how far windows have been dealt with does not. */
const isSameState = (a: Snapshot, b: Snapshot): boolean =>
  a.journal === b.journal &&
  a.discarded === b.discarded &&
  canonicalJson(JSON.parse(a.state)) === canonicalJson(JSON.parse(b.state))

function allEntries(store: Store, experiment: string): LedgerEntry[] {
  const list: LedgerEntry[] = []
  for (;;) {
    const page = store.ledger(experiment, list.at(-1)?.index ?? 0, 1000)
    if (page.length === 0) return list
    list.push(...page)
  }
}

/** Every experiment of a store. */
export function* verifyStore(store: Store): Generator<Verdict> {
  for (let after: string | undefined; ; ) {
    const page = store.experiments({ limit: 200, ...(after === undefined ? {} : { after }) })
    for (const stored of page) yield verifyExperiment(store, stored)
    after = page.at(-1)?.experiment.id
    if (after === undefined) return
  }
}
