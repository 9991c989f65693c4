// An experiment from its store: the last snapshot, then the journal entries after it played again with the noise written down.

import { ServiceError } from "../service-error.ts"
import type { DecisionRow, DiscardRow, ObservationRow, Slot, Store, StoredExperiment } from "../store/store.ts"
import { afterDecision, afterDiscard, afterObservation } from "./journal.ts"
import { LiveExperiment, type LiveRelease } from "./live-experiment.ts"
import { ReplayedRandom } from "./recorded-random.ts"
import { rewardOfSteps } from "./reward-lattice.ts"

const page = 1000

export function loadExperiment(store: Store, stored: StoredExperiment): LiveExperiment {
  const live = new LiveExperiment(stored.experiment, stored.status)
  const { id } = stored.experiment
  const snapshot = store.snapshot(id)
  if (snapshot !== undefined) live.restore(snapshot)
  for (let after = 0; ; ) {
    const entries = store.ledger(id, after, page)
    // Entries of replayed observations are counted when those are played.
    for (const { segment, arm, block, eta, sequence } of entries)
      if (sequence <= live.sequence) live.respend(segment, arm, block, eta)
    const last = entries.at(-1)
    if (last === undefined) break
    after = last.index
    live.ledgerIndex = last.index
    live.ledgerHash = last.hash
  }
  live.eventNumber = store.lastEvent(id)
  const from = live.sequence
  for (const entry of journalAfter(store, id, from)) replay(live, entry)
  live.unsaved = live.sequence - from
  return live
}

export type JournalEntry =
  | { readonly kind: "discard"; readonly row: DiscardRow }
  | { readonly kind: "decision"; readonly row: DecisionRow }
  | { readonly kind: "observation"; readonly row: ObservationRow & Slot }

const replayed = new ReplayedRandom()

/** Plays one journal entry again; refuses one that does not follow from the state. */
export function replay(live: LiveExperiment, entry: JournalEntry): LiveRelease[] {
  if (entry.row.sequence !== live.sequence + 1)
    throw new ServiceError("internal", `journal entry ${live.sequence + 1} must come next, got ${entry.row.sequence}`)
  if (entry.kind === "discard") {
    applyDiscard(live)
    return []
  }
  replayed.load(entry.row.noise)
  let releases: LiveRelease[] = []
  if (entry.kind === "decision") {
    const { row } = entry
    live.journal = afterDecision(live.journal, row)
    if (row.pull !== null) {
      const { arm, pull } = live.decide(row.segment, replayed, excludedArms(row.excluded))
      if (arm !== row.arm || pull !== row.pull)
        throw new ServiceError("internal", `decision ${row.sequence} must follow from the journal, got another arm`)
    }
  } else {
    const { row } = entry
    live.journal = afterObservation(live.journal, row)
    releases = live.observe(row.segment, row.arm, row.pull, rewardOfSteps(row.steps), replayed)
  }
  replayed.checkUsedUp()
  live.sequence = entry.row.sequence
  return releases
}

/** The journal entry by which a restored copy gives up its open batches. */
export function applyDiscard(live: LiveExperiment): void {
  live.sequence += 1
  live.journal = afterDiscard(live.journal, live.sequence)
  live.discard()
  live.discarded = live.sequence
  live.swept = live.sequence
}

/** Decisions, observations and discards after `from`, in the order of the journal. */
export function* journalAfter(store: Store, experiment: string, from: number): Generator<JournalEntry> {
  const decisions = paged((after) => store.decisionsAfter(experiment, after, page), from)
  const observations = paged((after) => store.observationsAfter(experiment, after, page), from)
  const discards = store.discardsAfter(experiment, from)
  let decision = decisions.next()
  let observation = observations.next()
  while (!decision.done || !observation.done || discards.length > 0) {
    const next = Math.min(
      decision.done ? Number.POSITIVE_INFINITY : decision.value.sequence,
      observation.done ? Number.POSITIVE_INFINITY : observation.value.sequence,
    )
    if (discards[0] !== undefined && discards[0].sequence < next) {
      yield { kind: "discard", row: discards.shift() as DiscardRow }
      continue
    }
    if (observation.done || (!decision.done && decision.value.sequence < observation.value.sequence)) {
      yield { kind: "decision", row: decision.value as DecisionRow }
      decision = decisions.next()
    } else {
      yield { kind: "observation", row: observation.value }
      observation = observations.next()
    }
  }
}

function* paged<Row extends { readonly sequence: number }>(read: (after: number) => Row[], from: number) {
  for (let after = from; ; ) {
    const rows = read(after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.sequence
  }
}

export function excludedArms(text: string): ReadonlySet<number> | undefined {
  return text === "" ? undefined : new Set(text.split(",").map(Number))
}
