// An experiment from its store: the last snapshot, then the journal entries after it played again with the noise written down.

import { subjectEta } from "../create-experiment.ts"
import { ServiceError } from "../service-error.ts"
import type { AcceptanceRow, StoredExperiment } from "../store/rows.ts"
import type { SqliteStore } from "../store/sqlite/sqlite-store.ts"
import { applyArmChange } from "./apply-arm-change.ts"
import { afterAcceptance, afterDiscard, afterEntry } from "./journal.ts"
import { LiveExperiment, type LiveRelease } from "./live-experiment.ts"
import { type JournalEntry, journalAfter } from "./read-journal.ts"
import { ReplayedRandom } from "./recorded-random.ts"
import { rewardOfSteps } from "./reward-lattice.ts"

const page = 1000

export function loadExperiment(store: SqliteStore, stored: StoredExperiment): LiveExperiment {
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
    // Entries of replayed observations are counted when those are played.
    for (const entry of entries) if (entry.sequence <= live.sequence) live.respend(entry)
    const last = entries.at(-1)
    if (last === undefined) break
    after = last.index
    live.ledgerIndex = last.index
    live.ledgerHash = last.hash
  }
  live.eventNumber = store.lastEvent(id)
  for (const { segment, body: _, experiment: __, ...current } of store.currentResults(id))
    live.currentResults.set(segment, current)
  const from = live.sequence
  for (const entry of journalAfter(store, id, from)) replay(live, entry)
  live.unsaved = live.sequence - from
  return live
}

const replayed = new ReplayedRandom()

/** Plays one journal entry again; refuses one that does not follow from the state. `after`: the hash over the journal with it. */
export function replay(live: LiveExperiment, entry: JournalEntry, after = afterEntry): LiveRelease[] {
  if (entry.row.sequence !== live.sequence + 1)
    throw new ServiceError("internal", `journal entry ${live.sequence + 1} must come next, got ${entry.row.sequence}`)
  if (entry.kind === "discard") {
    applyDiscard(live, entry.row.restores)
    return []
  }
  if (entry.kind === "acceptance") {
    applyAcceptance(live, entry.row)
    return []
  }
  if (entry.kind === "armChange") {
    applyArmChange(live, entry.row)
    return []
  }
  live.journal = after(live.journal, entry)
  replayed.load(entry.row.noise)
  let releases: LiveRelease[] = []
  if (entry.kind === "decision") {
    const { row } = entry
    if (live.arms.isStopped(row.arm))
      throw new ServiceError(
        "internal",
        `decision ${row.sequence} must not have an arm that is stopped, got arm ${row.arm}`,
      )
    if (row.pull !== null) {
      if (live.isStopped)
        throw new ServiceError("internal", `decision ${row.sequence} must not be learned from after a restore, got one`)
      const { arm, pull } = live.decide(row.segment, replayed, excludedArms(row.excluded))
      live.noteDecision(row.segment, arm, pull, row.at)
      if (arm !== row.arm || pull !== row.pull)
        throw new ServiceError(
          "internal",
          `decision ${row.sequence} must follow from the journal: pull ${pull} of arm ${arm}, got pull ${row.pull} of arm ${row.arm}`,
        )
    }
  } else if (entry.kind === "metric") {
    const { row } = entry
    checkJoins(live, row, "metric")
    releases = live.observeMetric(row.segment, row, row.metric, rewardOfSteps(row.steps), replayed)
  } else {
    const { row } = entry
    checkJoins(live, row, "reward")
    if (row.source === "silent") live.expire(row.segment, row.arm, row.pull)
    else releases = live.observe(row.segment, row.arm, row.pull, rewardOfSteps(row.steps), replayed)
    live.settle(row.segment, row.arm, row.source)
  }
  replayed.checkUsedUp()
  live.sequence = entry.row.sequence
  return releases
}

/** A decision that is not learned from never joins, nor one that a restored copy or the stop of an arm has given up. */
function checkJoins(
  live: LiveExperiment,
  { decision, arm, pull }: { readonly decision: number; readonly arm: number; readonly pull: number },
  outcome: "reward" | "metric",
): void {
  if (pull !== null && decision > live.discarded && !live.isDropped({ sequence: decision, arm }, outcome)) return
  throw new ServiceError(
    "internal",
    `decision ${decision} must be learned from and made after the last restore or stop, got one that is not`,
  )
}

/** The journal entry by which a restored copy gives up its open batches, and experiments that count subjects stop learning. */
export function applyDiscard(live: LiveExperiment, restores: number): void {
  if (restores <= live.restores)
    throw new ServiceError("internal", `a restore must be after number ${live.restores}, got number ${restores}`)
  live.sequence += 1
  live.journal = afterDiscard(live.journal, live.sequence, restores)
  live.restores = restores
  live.discard()
  live.passAll()
}

/** The journal entry by which learning goes on after restores. */
export function applyAcceptance(live: LiveExperiment, row: AcceptanceRow): void {
  if (row.restores !== live.restores || row.eta !== subjectEta(live))
    throw new ServiceError(
      "internal",
      `entry ${row.sequence} must accept what subjects can lose after ${live.restores} restores, ${subjectEta(live)}, got ${row.eta} after ${row.restores}`,
    )
  live.sequence = row.sequence
  live.journal = afterAcceptance(live.journal, row)
  live.accepted = row.restores
}

export function excludedArms(text: string): ReadonlySet<number> | undefined {
  return text === "" ? undefined : new Set(text.split(",").map(Number))
}
