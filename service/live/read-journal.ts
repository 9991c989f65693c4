// The journal of an experiment as its store has it, all kinds of entries in their one order. Of long tables only what the journal has is read,
// and the slot of an observation is that of the decision that came by before it: the store is asked for it only where that was long ago.

import type { JournalLists } from "../store/journal-lists.ts"
import type { SqliteStore } from "../store/sqlite/sqlite-store.ts"
import type {
  AcceptanceRow,
  DecisionRow,
  DiscardRow,
  LeaseRow,
  MetricObservationRow,
  ObservationRow,
  Slot,
} from "../store/store.ts"

/** What the journal has of a decision: not whose it was, nor what it was called. */
export type PlayedDecision = Pick<DecisionRow, "sequence" | "arm" | "pull" | "segment" | "excluded" | "at" | "noise">
export type PlayedObservation = Omit<ObservationRow, "experiment">
export type PlayedMetric = Omit<MetricObservationRow, "experiment">

export type JournalEntry =
  | { readonly kind: "discard"; readonly row: DiscardRow }
  | { readonly kind: "acceptance"; readonly row: AcceptanceRow }
  | { readonly kind: "decision"; readonly row: PlayedDecision }
  | { readonly kind: "lease"; readonly row: LeaseRow }
  /** A decision on a slot of a lease that came before it. */
  | { readonly kind: "slot"; readonly row: PlayedDecision; readonly lease: LeaseRow }
  | { readonly kind: "observation"; readonly row: PlayedObservation & Slot }
  | { readonly kind: "metric"; readonly row: PlayedMetric & Slot }

const page = 1000

/** Decisions, leases, observations, discards and acceptances after `from`, in the order of the journal. */
export function* journalAfter(store: SqliteStore, experiment: string, from: number): Generator<JournalEntry> {
  const rowsOf = (table: "leases" | "discards" | "acceptances") =>
    new Pages(from, (after) => store.rowsAfter(table, experiment, after, page))
  const entriesOf = <Table extends keyof JournalLists>(table: Table) =>
    new Pages<JournalLists[Table]>(from, (after) => store.journalLists(table, experiment, after, page))
  // The first of equals comes first: a lease before the decision on its first slot.
  const leases = rowsOf("leases")
  const decisions = entriesOf("decisions")
  const observations = entriesOf("observations")
  const metrics = entriesOf("metricObservations")
  const discards = rowsOf("discards")
  const all: readonly Pages<unknown>[] = [leases, decisions, observations, metrics, discards, rowsOf("acceptances")]
  const slots = new Slots(store, experiment)
  let lease: LeaseRow | undefined
  for (;;) {
    let first = all[0] as Pages<unknown>
    for (const pages of all) if (pages.next < first.next) first = pages
    if (first.next === Number.POSITIVE_INFINITY) return
    if (first === decisions) {
      const [sequence, arm, pull, segment, excluded, at, noise] = decisions.take()
      const row = { sequence, arm, pull, segment, excluded, at, noise }
      slots.pass(row)
      const isSlot = lease !== undefined && sequence < lease.sequence + lease.count
      yield isSlot ? { kind: "slot", row, lease: lease as LeaseRow } : { kind: "decision", row }
    } else if (first === observations) {
      const [sequence, decision, steps, source, noise] = observations.take()
      const slot = slots.of("observations", sequence, decision)
      // Without its decision it is no entry of the journal, which then lacks one.
      if (slot === undefined) continue
      const { segment, arm, pull } = slot
      yield { kind: "observation", row: { sequence, decision, steps, source, noise, segment, arm, pull } }
    } else if (first === metrics) {
      const [sequence, decision, metric, steps, source, noise] = metrics.take()
      const slot = slots.of("metricObservations", sequence, decision)
      if (slot === undefined) continue
      const { segment, arm, pull } = slot
      yield { kind: "metric", row: { sequence, decision, metric, steps, source, noise, segment, arm, pull } }
    } else if (first === leases) {
      lease = leases.take() as LeaseRow
      yield { kind: "lease", row: lease }
    } else if (first === discards) yield { kind: "discard", row: discards.take() as DiscardRow }
    else yield { kind: "acceptance", row: first.take() as AcceptanceRow }
  }
}

/** A table page by page: as rows, or as lists whose first value is the sequence. */
class Pages<Row> {
  /** The sequence of the next row; infinite: there is none. */
  next = 0
  readonly #read: (after: number) => readonly Row[]
  #rows: readonly Row[] = []
  #at = 0

  constructor(from: number, read: (after: number) => readonly Row[]) {
    this.#read = read
    this.#turn(from)
  }

  take(): Row {
    const row = this.#rows[this.#at] as Row
    this.#at += 1
    if (this.#at < this.#rows.length) this.next = sequenceOf(this.#rows[this.#at])
    else this.#turn(this.next)
    return row
  }

  #turn(after: number): void {
    this.#rows = this.#read(after)
    this.#at = 0
    this.next = this.#rows.length === 0 ? Number.POSITIVE_INFINITY : sequenceOf(this.#rows[0])
  }
}

const sequenceOf = (row: unknown): number =>
  Array.isArray(row) ? (row[0] as number) : (row as { readonly sequence: number }).sequence

/** Decisions that came by and are remembered. */
const remembered = 65_536

/** In arrays of numbers, as so many objects that stay for a while are what collecting garbage takes longest for. */
class Slots {
  readonly #store: SqliteStore
  readonly #experiment: string
  readonly #sequences = new Float64Array(remembered)
  readonly #arms = new Int32Array(remembered)
  /** Negative: none, as the decision is not learned from. */
  readonly #pulls = new Float64Array(remembered)
  readonly #segments = new Int32Array(remembered)
  readonly #names: string[] = []
  readonly #numbers = new Map<string, number>()
  /** By sequence of the observation, for a page of those whose decisions came by too long ago. */
  #older = new Map<number, Slot>()

  constructor(store: SqliteStore, experiment: string) {
    this.#store = store
    this.#experiment = experiment
  }

  pass({ sequence, segment, arm, pull }: PlayedDecision): void {
    let number = this.#numbers.get(segment)
    if (number === undefined) {
      number = this.#names.push(segment) - 1
      this.#numbers.set(segment, number)
    }
    const place = sequence % remembered
    this.#sequences[place] = sequence
    this.#segments[place] = number
    this.#arms[place] = arm
    this.#pulls[place] = pull ?? -1
  }

  of(table: Exclude<keyof JournalLists, "decisions">, sequence: number, decision: number): Slot | undefined {
    const place = decision % remembered
    if (this.#sequences[place] === decision) {
      const pull = this.#pulls[place] as number
      const segment = this.#names[this.#segments[place] as number] as string
      // What was not learned from has no slot, and whoever says so is refused by what plays the entry.
      return { segment, arm: this.#arms[place] as number, pull: pull < 0 ? (null as never) : pull }
    }
    const known = this.#older.get(sequence)
    if (known !== undefined) return known
    this.#older = this.#store.slotsAfter(table, this.#experiment, sequence - 1, page)
    return this.#older.get(sequence)
  }
}
