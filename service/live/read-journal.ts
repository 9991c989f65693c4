// The journal of an experiment as its store has it, all kinds of entries in their one order. The
// reader takes only the journal's rows of long tables, and the slot of an observation is that of
// the decision that came by before it: the store is asked for it only where that was long ago.

import type { JournalColumns, JournalDecision } from "../store/journal-columns.ts"
import type { MetricObservationRow, ObservationRow, Slot } from "../store/rows.ts"
import type { TableRows } from "../store/tables.ts"
import type { JournalEntry } from "./journal-entry.ts"
import type { JournalSource } from "./journal-source.ts"

const page = 1000

/** All journal entries after `from`, in their order. */
export function* journalAfter(store: JournalSource, experiment: string, from: number): Generator<JournalEntry> {
  const readRows = <Table extends "discards" | "acceptances" | "armChanges">(table: Table) =>
    new Pages<TableRows[Table]>(from, (after) => store.rowsAfter(table, experiment, after, page))
  const readColumns = <Table extends keyof JournalColumns>(table: Table) =>
    new ColumnPages<JournalColumns[Table]>(from, (after) => store.journalColumns(table, experiment, after, page))
  const decisions = readColumns("decisions")
  const observations = readColumns("observations")
  const metrics = readColumns("metricObservations")
  const discards = readRows("discards")
  const acceptances = readRows("acceptances")
  const armChanges = readRows("armChanges")
  const slots = new Slots(store, experiment)
  for (;;) {
    const first = Math.min(
      decisions.next,
      observations.next,
      metrics.next,
      discards.next,
      acceptances.next,
      armChanges.next,
    )
    if (first === Number.POSITIVE_INFINITY) return
    if (first === decisions.next) {
      const { columns, place, next: sequence } = decisions
      const row = {
        sequence,
        arm: columns.arm[place] as number,
        pull: columns.pull[place] as number | null,
        segment: columns.segment[place] as string,
        excluded: columns.excluded[place] as string,
        context: columns.context[place] as string | null,
        at: columns.at[place] as number,
        noise: columns.noise[place] as string | null,
      }
      decisions.step()
      slots.pass(row)
      yield { kind: "decision", row }
    } else if (first === observations.next) {
      const { columns, place, next: sequence } = observations
      const decision = columns.decision[place] as number
      const steps = columns.steps[place] as number
      const source = columns.source[place] as ObservationRow["source"]
      const noise = columns.noise[place] as string | null
      observations.step()
      const slot = slots.find("observations", sequence, decision)
      // Without its decision it is no entry of the journal, which then lacks one.
      if (slot === undefined) continue
      yield { kind: "observation", row: { sequence, decision, steps, source, noise, ...slot } }
    } else if (first === metrics.next) {
      const { columns, place, next: sequence } = metrics
      const decision = columns.decision[place] as number
      const metric = columns.metric[place] as number
      const steps = columns.steps[place] as number
      const source = columns.source[place] as MetricObservationRow["source"]
      const noise = columns.noise[place] as string | null
      metrics.step()
      const slot = slots.find("metricObservations", sequence, decision)
      if (slot === undefined) continue
      yield { kind: "metric", row: { sequence, decision, metric, steps, source, noise, ...slot } }
    } else if (first === discards.next) yield { kind: "discard", row: discards.take() }
    else if (first === armChanges.next) yield { kind: "armChange", row: armChanges.take() }
    else yield { kind: "acceptance", row: acceptances.take() }
  }
}

/** Reads a long table in pages of columns, which is faster than row objects. */
class ColumnPages<Page extends { readonly sequence: readonly number[] }> {
  /** The sequence of the next row, which is at `place` of the columns; infinite: there is none. */
  next = 0
  columns: Page
  place = 0
  readonly #read: (after: number) => Page

  constructor(from: number, read: (after: number) => Page) {
    this.#read = read
    this.columns = read(from)
    this.next = this.columns.sequence[0] ?? Number.POSITIVE_INFINITY
  }

  step(): void {
    this.place += 1
    if (this.place === this.columns.sequence.length) {
      this.columns = this.#read(this.next)
      this.place = 0
    }
    this.next = this.columns.sequence[this.place] ?? Number.POSITIVE_INFINITY
  }
}

/** A table page by page. */
class Pages<Row extends { readonly sequence: number }> {
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
    if (this.#at < this.#rows.length) this.next = (this.#rows[this.#at] as Row).sequence
    else this.#turn(this.next)
    return row
  }

  #turn(after: number): void {
    this.#rows = this.#read(after)
    this.#at = 0
    this.next = this.#rows[0]?.sequence ?? Number.POSITIVE_INFINITY
  }
}

/** Decisions that came by and are remembered. */
const remembered = 65_536

/** Arrays of numbers, since collecting so many long-lived objects would take longest. */
class Slots {
  readonly #store: JournalSource
  readonly #experiment: string
  readonly #sequences = new Float64Array(remembered)
  readonly #arms = new Int32Array(remembered)
  /** Negative: none, as the decision is not learned from. */
  readonly #pulls = new Float64Array(remembered)
  readonly #segments = new Int32Array(remembered)
  readonly #contexts: (string | null)[] = []
  readonly #names: string[] = []
  readonly #numbers = new Map<string, number>()
  /** By sequence of the observation, for a page of those whose decisions came by too long ago. */
  #older = new Map<number, Slot>()

  constructor(store: JournalSource, experiment: string) {
    this.#store = store
    this.#experiment = experiment
  }

  pass({ sequence, segment, arm, pull, context }: JournalDecision): void {
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
    this.#contexts[place] = context
  }

  find(table: Exclude<keyof JournalColumns, "decisions">, sequence: number, decision: number): Slot | undefined {
    const place = decision % remembered
    if (this.#sequences[place] === decision) {
      const pull = this.#pulls[place] as number
      const segment = this.#names[this.#segments[place] as number] as string
      // A decision that is not learned from has no slot; replay rejects an entry that claims one.
      const context = this.#contexts[place] as string | null
      return { segment, arm: this.#arms[place] as number, pull: pull < 0 ? (null as never) : pull, context }
    }
    const known = this.#older.get(sequence)
    if (known !== undefined) return known
    this.#older = this.#store.slotsAfter(table, this.#experiment, sequence - 1, page)
    return this.#older.get(sequence)
  }
}
