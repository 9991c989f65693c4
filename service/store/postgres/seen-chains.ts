// The journals as far as this replica has seen them, by the hashes of their chains. Kept apart from
// the cache of experiments, which forgets an experiment whenever a commit fails: just then the
// store may be another one.

import { isPurge } from "@armistice/core/ledger"
import { afterEntry } from "../../live/journal.ts"
import type { JournalEntry } from "../../live/journal-entry.ts"
import { journalTaken } from "../store-properties.ts"
import type { TableName } from "../tables.ts"
import type { PostgresReads } from "./postgres-reads.ts"

export interface Chain {
  /** The number of commits of the experiment. */
  readonly version: number
  readonly sequence: number
  /** The hash over the journal up to `sequence`; null in a head before the first entry. */
  readonly journal: string | null
}

const page = 1000

export class SeenChains {
  readonly #seen = new Map<string, Chain>()

  /** Readers may come back in another order than they asked. */
  note(experiment: string, { version, sequence, journal }: Chain): void {
    if (version > (this.#seen.get(experiment)?.version ?? -1))
      this.#seen.set(experiment, { version, sequence, journal })
  }

  find(experiment: string): Chain | undefined {
    return this.#seen.get(experiment)
  }

  clear(): void {
    this.#seen.clear()
  }

  /** Whether the store goes on from all that was seen. `store` must show one instant. */
  async areIn(store: PostgresReads): Promise<boolean> {
    // Chains that are noted meanwhile are checked next time.
    const seen = [...this.#seen]
    if (seen.length === 0) return true
    const heads = await store.session.rows<Chain & { id: string }>(
      `SELECT e.id, h.version, h.sequence, h.journal FROM armistice.heads h JOIN armistice.experiments e ON e.number = h.experiment
       WHERE e.id = ANY($1::text[])`,
      [seen.map(([id]) => id)],
    )
    const found = new Map(heads.map((head) => [head.id, head]))
    for (const [id, chain] of seen) {
      const head = found.get(id)
      if (head === undefined || !hasReached(head, chain)) return false
      if (!(await leadsTo(store, id, chain, head))) return false
    }
    return true
  }
}

/** Whether a head, or none at all, is at least where it was seen before. */
export const hasReached = (head: Chain | undefined, seen: Chain | undefined): boolean =>
  seen === undefined || (head !== undefined && head.version >= seen.version && head.sequence >= seen.sequence)

/** Whether the journal after what was seen ends with the head's hash. */
async function leadsTo(store: PostgresReads, experiment: string, seen: Chain, head: Chain): Promise<boolean> {
  const isAtHead = seen.sequence === head.sequence
  // Before the first entry the head has no hash yet.
  if (isAtHead && (head.sequence === 0 || head.journal === seen.journal)) return true
  // A purge starts the journal again from the end of the ledger, and nothing is released after it;
  // decisions may come.
  const last = await store.ledgerHead(experiment)
  if (last !== undefined && isPurge(last)) return true
  if (isAtHead) return false
  // The journal of an archived experiment is in a file.
  if ((await store.property(journalTaken(experiment))) !== null) return true
  let hash = seen.journal as string
  let sequence = seen.sequence
  for await (const entry of entriesAfter(store, experiment, sequence)) {
    hash = afterEntry(hash, entry)
    sequence = entry.row.sequence
  }
  return sequence === head.sequence && hash === head.journal
}

/** The table of each kind of entry. */
const tables = {
  decision: "decisions",
  observation: "observations",
  metric: "metricObservations",
  discard: "discards",
  acceptance: "acceptances",
  armChange: "armChanges",
} as const satisfies Readonly<Record<JournalEntry["kind"], TableName>>

/** Observations come without their slots, which their hash does not need. */
async function* entriesAfter(store: PostgresReads, experiment: string, from: number): AsyncGenerator<JournalEntry> {
  for (let after = from; ; ) {
    const found: JournalEntry[] = []
    /** Beyond the end of a full page its table may have more. */
    let until = Number.POSITIVE_INFINITY
    for (const [kind, table] of Object.entries(tables)) {
      const rows = await store.rowsAfter(table, experiment, after, page)
      found.push(...rows.map((row) => ({ kind, row }) as unknown as JournalEntry))
      if (rows.length === page) until = Math.min(until, (rows.at(-1) as { sequence: number }).sequence)
    }
    const entries = found.filter(({ row }) => row.sequence <= until)
    yield* entries.sort((one, other) => one.row.sequence - other.row.sequence)
    if (until === Number.POSITIVE_INFINITY) return
    after = until
  }
}
