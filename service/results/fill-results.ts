// Results of releases that an older version made, from the journal, once: played again it gives the state after each release, and what is known
// follows from that.

import { LiveExperiment, type Standing } from "../live/live-experiment.ts"
import { replay } from "../live/load-experiment.ts"
import { journalAfter } from "../live/read-journal.ts"
import { pauses } from "../pauses.ts"
import { journalTaken } from "../store/journal-taken.ts"
import { inSmallStore } from "../store/postgres/in-small-store.ts"
import { PostgresStore } from "../store/postgres/postgres-store.ts"
import type { SqliteStore } from "../store/sqlite/sqlite-store.ts"
import type { ResultRow, Store, StoredExperiment } from "../store/store.ts"
import type { Group } from "../transaction/group.ts"
import { resultRows, standingAfter } from "./keep-results.ts"
import { releasedBy, standingBody } from "./result-body.ts"

export interface PlayedResults {
  readonly results: readonly ResultRow[]
  /** By segment, as they were after its latest release. */
  readonly standings: ReadonlyMap<string, { readonly standing: Standing; readonly body: string }>
}

/** Null: there is no journal to play. */
export async function playedResults(store: Store, id: string): Promise<PlayedResults | null> {
  const stored = await store.experiment(id)
  if (stored === undefined || (await store.property(journalTaken(id))) !== null) return null
  if (store instanceof PostgresStore) return inSmallStore(store, stored, (copy) => play(copy, stored))
  return play(store as SqliteStore, stored)
}

async function play(store: SqliteStore, { experiment }: StoredExperiment): Promise<PlayedResults> {
  const { id } = experiment
  const known = new Set(store.rowsAfter("results", id, 0, 1e9).map(({ release }) => release))
  const live = new LiveExperiment(experiment, "running")
  const results: ResultRow[] = []
  const standings = new Map<string, { standing: Standing; body: string }>()
  let next = 0
  const pause = pauses()
  for (const event of journalAfter(store, id, 0)) {
    await pause()
    const { length } = replay(live, event)
    const entries = length === 0 ? [] : store.ledger(id, next, length)
    const last = entries.at(-1)
    if (last === undefined) continue
    next = last.index
    if (entries.every(({ index }) => known.has(index))) continue
    const body = standingBody(live, last.segment)
    const releases = entries.map((entry) => ({ entry, released: releasedBy(live, entry) }))
    results.push(...resultRows(releases, body.verdict, live.segment(last.segment).state.decided))
    standings.set(last.segment, { standing: standingAfter(last, body.verdict), body: JSON.stringify(body) })
  }
  return { results, standings }
}

/** What is known of later releases stays. */
export function addPlayed(group: Group, id: string, { results, standings }: PlayedResults): void {
  const live = group.live(id)
  if (results.length > 0) group.addResults(live, results)
  for (const [segment, { standing, body }] of standings) {
    const known = live.standings.get(segment)
    if (known !== undefined && known.release >= standing.release) continue
    group.addStanding(live, segment, standing, body)
  }
}
