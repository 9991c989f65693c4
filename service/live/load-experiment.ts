// Loads an experiment from its store: the last snapshot, then a replay of the journal entries after
// it.

import type { StoredExperiment } from "../store/rows.ts"
import type { ExperimentSource } from "./journal-source.ts"
import { LiveExperiment } from "./live-experiment.ts"
import { journalAfter } from "./read-journal.ts"
import { replay } from "./replay.ts"

const page = 1000

export function loadExperiment(store: ExperimentSource, stored: StoredExperiment): LiveExperiment {
  const live = new LiveExperiment(stored.experiment, stored.status)
  const { id } = stored.experiment
  const snapshot = store.snapshot(id)
  if (snapshot !== undefined) live.restore(snapshot)
  for (const { sequence, restores } of store.rowsAfter("discards", id, 0))
    if (sequence <= live.sequence) live.restores = restores
  for (const { sequence, restores } of store.rowsAfter("acceptances", id, 0))
    if (sequence <= live.sequence) live.accepted = restores
  for (let after = 0; ; ) {
    const entries = store.ledger(id, after, page)
    // Releases of later entries are counted by the replay below.
    for (const entry of entries) if (entry.sequence <= live.sequence) live.respend(entry)
    const last = entries.at(-1)
    if (last === undefined) break
    after = last.index
    live.moveHead(last)
  }
  live.eventNumber = store.lastEvent(id)
  for (const { segment, body: _, experiment: __, ...current } of store.currentResults(id))
    live.currentResults.set(segment, current)
  const from = live.sequence
  for (const entry of journalAfter(store, id, from)) replay(live, entry)
  live.unsaved = live.sequence - from
  return live
}
