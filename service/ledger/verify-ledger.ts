// Verifies the ledger of a store. Anyone can check the public part (core/ledger). The private
// journal shows besides that commitments open, that releases follow from the events, and that a
// replay gives the stored state.

import { canonicalJson, isRipe, type LedgerVerdict, type PublicLedger, verifyLedger } from "@armistice/core/ledger"
import { mostMetrics } from "../experiment.ts"
import type { JournalEntry } from "../live/journal-entry.ts"
import { LiveExperiment } from "../live/live-experiment.ts"
import type { LiveRelease } from "../live/live-release.ts"
import { journalAfter } from "../live/read-journal.ts"
import { replay } from "../live/replay.ts"
import { readStateText } from "../live/state-text.ts"
import { ServiceError } from "../service-error.ts"
import { allExperiments } from "../store/read-pages.ts"
import type { Snapshot, StoredExperiment } from "../store/rows.ts"
import type { SqliteStore } from "../store/sqlite/sqlite-store.ts"
import { journalTaken } from "../store/store-properties.ts"
import { toPublicChange } from "./enter-release.ts"
import { JournalChain } from "./journal-chain.ts"
import { type LedgerEntry, listLedgerTerms, publicEntry, sha256 } from "./ledger-entry.ts"

/** The result of checking an experiment. */
export interface Verdict extends LedgerVerdict {
  /** Journal entries replayed; null if only the public part was there. */
  readonly journal: number | null
}

/** Called from time to time with the number of journal entries replayed since the last call. */
export type OnReplayed = (entries: number) => void

const entriesBetweenCalls = 5000

type Finding = { readonly problem: string; readonly entry: number | null } | null

/** The public part alone. */
export const verifyPublic = (ledger: PublicLedger): Verdict => ({ ...verifyLedger(ledger, sha256), journal: null })

/** The same with pauses between entries. */
export const verifyPublicly = (ledger: PublicLedger, pause: () => Promise<void> | undefined) =>
  verifyLedger(ledger, async (text) => {
    await pause()
    return sha256(text)
  })

interface VerifyOptions {
  readonly onReplayed?: OnReplayed
  /**
   * The stored state must be the last one: a database replays nothing, so it would go on from an
   * older one.
   */
  readonly needsLastState?: boolean
}

/** One experiment of a store, public part and private journal. */
async function verifyExperiment(
  store: SqliteStore,
  stored: StoredExperiment,
  options: VerifyOptions,
): Promise<Verdict> {
  const { id: experiment } = stored.experiment
  const entries = allEntries(store, experiment)
  const verdict = verifyPublic({ ...listLedgerTerms(stored.experiment), entries: entries.map(publicEntry) })
  if (verdict.problem !== null) return verdict
  if (verdict.purgedAt !== undefined) return { ...verdict, problem: leftProblem(store, experiment, entries) }
  // An archived journal leaves only the public part to verify.
  if (store.property(journalTaken(experiment)) !== null) return verdict
  const releases = entries.filter((entry) => !isRipe(entry))
  const { replayed, finding } = await replayJournal(store, stored, releases, options)
  return { ...verdict, journal: replayed, problem: finding?.problem ?? null, entry: finding?.entry ?? null }
}

/** After a purge there is no journal to replay, and no rows of one may remain. */
function leftProblem(store: SqliteStore, experiment: string, entries: readonly LedgerEntry[]): string | null {
  const tables = ["rewards", "observations", "metricValues", "metricObservations"] as const
  const isLeft = tables.some((table) => store.rowsAfter(table, experiment, 0, 1).length > 0)
  const isSalted = entries.some(({ salt }) => salt !== "")
  return isLeft || isSalted ? "some rewards remain after they were removed: repeat the purge" : null
}

/** The chain has the hash, not the experiment. */
const keepHash = (journal: string): string => journal

async function replayJournal(
  store: SqliteStore,
  stored: StoredExperiment,
  entries: readonly LedgerEntry[],
  { onReplayed = () => undefined, needsLastState = false }: VerifyOptions,
): Promise<{ replayed: number; finding: Finding }> {
  const { id } = stored.experiment
  const live = new LiveExperiment(stored.experiment, "running")
  const snapshot = store.snapshot(id)
  const chain = new JournalChain<Finding>(live.journal)
  const joined = new JoinedOnce()
  let next = 0
  let finding: Finding = null
  let isStateMet = false
  /** At the journal entry of the stored state, the replayed state must equal it. */
  const checkState = (): void => {
    if (finding !== null || isStateMet || snapshot?.sequence !== live.sequence) return
    isStateMet = true
    const another = {
      problem: `the stored state after journal entry ${live.sequence} does not follow from the events`,
      entry: null,
    }
    chain.expect(null, snapshot.journal, another)
    if (!isSameState(snapshot, live.snapshot())) finding = another
  }
  try {
    checkState()
    for (const event of journalAfter(store, id, 0)) {
      const isTurn = chain.add(event)
      let releases: LiveRelease[] = []
      try {
        joined.add(event)
        releases = replay(live, event, keepHash)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        finding = {
          problem: `journal entry ${live.sequence + 1} does not follow from the earlier entries: ${message}`,
          entry: null,
        }
        break
      }
      const { sequence } = live
      const expected = releases.map(
        (values): ExpectedEntry => ({ what: "release", fields: releaseFields, values, sequence }),
      )
      if (event.kind === "armChange") {
        const values = { ...toPublicChange(event.row), at: event.row.at }
        expected.push({ what: "change", fields: changeFields, values, sequence })
      }
      for (const one of expected) {
        const entry = entries[next]
        finding = findEntryProblem(entry, entry?.index ?? next + 1, one)
        if (finding !== null) break
        const { index, salt, commitment } = entry as LedgerEntry
        chain.expect(salt, commitment, notCommitted(index))
        next += 1
      }
      checkState()
      if (finding !== null) break
      if (isTurn) await chain.turn()
      if (live.sequence % entriesBetweenCalls === 0) onReplayed(entriesBetweenCalls)
    }
    // A wrong hash explains more than any problem that the replay found after it.
    finding = (await chain.end()) ?? finding
  } finally {
    await chain.close()
  }
  const left = entries[next]
  if (finding === null && left !== undefined)
    finding = {
      problem: `entry ${left.index} does not follow from the journal, which ends after ${next} releases`,
      entry: left.index,
    }
  const problem = findEndProblem(live, stored, { sequence: snapshot?.sequence ?? 0, isMet: isStateMet, needsLastState })
  return { replayed: live.sequence, finding: finding ?? (problem === null ? null : { problem, entry: null }) }
}

/** After the whole journal: whether the stored state and the restores are those of its end. */
function findEndProblem(
  live: LiveExperiment,
  { restores, accepted }: StoredExperiment,
  state: { readonly sequence: number; readonly isMet: boolean; readonly needsLastState: boolean },
): string | null {
  if (state.sequence > 0 && !state.isMet)
    return `the stored state belongs to entry ${state.sequence}, which the journal does not have`
  if (state.needsLastState && state.sequence < live.sequence)
    return `the stored state belongs to entry ${state.sequence}, but the journal ends with entry ${live.sequence}`
  if (live.restores === restores && live.accepted === accepted) return null
  return `the journal must have the experiment's restores, ${restores} and ${accepted} accepted, got ${live.restores} and ${live.accepted}`
}

/** Refuses a second observation of one decision, which would double the loss unnoticed. */
class JoinedOnce {
  #seen = new Uint8Array(1 << 12)

  add(entry: JournalEntry): void {
    if (entry.kind !== "observation" && entry.kind !== "metric") return
    const metric = entry.kind === "metric" ? entry.row.metric + 1 : 0
    const place = entry.row.decision * (mostMetrics + 1) + metric
    const byte = Math.floor(place / 8)
    if (byte >= this.#seen.length) {
      const longer = new Uint8Array(2 * byte)
      longer.set(this.#seen)
      this.#seen = longer
    }
    const bit = 1 << (place % 8)
    if (((this.#seen[byte] as number) & bit) !== 0)
      throw new ServiceError(
        "internal",
        `decision ${entry.row.decision} has ${metric === 0 ? "a second reward" : "a second value of a metric"}`,
      )
    this.#seen[byte] = (this.#seen[byte] as number) | bit
  }
}

const releaseFields = [
  "metric",
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
] as const satisfies (keyof LiveRelease & keyof LedgerEntry)[]

const changeFields = ["mechanism", "arm", "cause", "name", "horizon", "at"] as const satisfies (keyof LedgerEntry)[]

/** The next ledger entry, as it follows from the journal. */
interface ExpectedEntry {
  readonly what: "release" | "change"
  readonly fields: readonly (keyof LedgerEntry)[]
  readonly values: Partial<Record<keyof LedgerEntry, unknown>>
  /** The journal entry. */
  readonly sequence: number
}

function findEntryProblem(
  entry: LedgerEntry | undefined,
  number: number,
  { what, fields, values, sequence }: ExpectedEntry,
): Finding {
  if (entry === undefined) {
    const recorded = what === "release" ? "a release of journal entry" : "journal entry"
    return { problem: `entry ${number} is missing: it records ${recorded} ${sequence}`, entry: number }
  }
  const wrong = fields.find((field) => entry[field] !== values[field])
  if (wrong !== undefined)
    return {
      problem: `entry ${number} must have the ${wrong} of its ${what}, ${values[wrong] ?? "none"}, got ${entry[wrong] ?? "none"}`,
      entry: number,
    }
  return entry.sequence === sequence ? null : notCommitted(number)
}

const notCommitted = (number: number) => ({
  problem: `entry ${number} is committed to another journal`,
  entry: number,
})

/** Compares all that follows from the journal. How far windows are closed does not follow. */
const isSameState = (a: Snapshot, b: Snapshot): boolean =>
  a.discarded === b.discarded &&
  canonicalJson(JSON.parse(a.arms)) === canonicalJson(JSON.parse(b.arms)) &&
  canonicalJson(readStateText(a.state)) === canonicalJson(readStateText(b.state))

function allEntries(store: SqliteStore, experiment: string): LedgerEntry[] {
  const list: LedgerEntry[] = []
  for (;;) {
    const page = store.ledger(experiment, list.at(-1)?.index ?? 0, 1000)
    if (page.length === 0) return list
    list.push(...page)
  }
}

/** Every experiment of a store. */
export async function verifyStore(store: SqliteStore, options?: VerifyOptions): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for await (const verdict of verifyEach(store, options)) verdicts.push(verdict)
  return verdicts
}

/** The same, one by one. */
export async function* verifyEach(store: SqliteStore, options: VerifyOptions = {}): AsyncGenerator<Verdict> {
  for await (const stored of allExperiments(store)) yield await verifyExperiment(store, stored, options)
}
