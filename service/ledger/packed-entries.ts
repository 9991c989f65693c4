// Journal entries packed for another thread: plain decisions and answers, which most entries are,
// become five numbers each, and all others are copied.

import type { JournalEntry } from "../live/journal-entry.ts"
import type { JournalDecision, JournalObservation } from "../store/journal-columns.ts"

/** The hash after so many of these entries must be this; with a salt, the commitment to it. */
export interface ExpectedHash {
  readonly number: number
  readonly after: number
  readonly salt: string | null
  readonly value: string
}

export interface PackedEntries {
  /** `fieldCount` for each entry, its kind first. */
  readonly numbers: Float64Array
  /** The entries that are not plain, in their order. */
  readonly others: readonly JournalEntry[]
  readonly expected: readonly ExpectedHash[]
}

/** As much of a plain entry as its hash depends on. */
type PlainEntry =
  | { readonly kind: "decision"; readonly row: JournalDecision }
  | { readonly kind: "observation"; readonly row: JournalObservation }

const fieldCount = 5

/**
 * A plain decision is learned from, in an experiment without segments; nothing is excluded, and it
 * has no context and no noise. A plain observation is a caller's reward without noise.
 */
const kinds = { plainDecision: 0, plainObservation: 1, other: 2 } as const

export class EntryPacker {
  count = 0
  readonly #capacity: number
  readonly #numbers: Float64Array
  #others: JournalEntry[] = []
  #expected: ExpectedHash[] = []

  /** `capacity`: entries between two calls of `flush`. */
  constructor(capacity: number) {
    this.#capacity = capacity
    this.#numbers = new Float64Array(capacity * fieldCount)
  }

  add(entry: JournalEntry): void {
    if (entry.kind === "decision" && isPlain(entry.row)) {
      const { sequence, arm, pull, at } = entry.row
      this.#write(kinds.plainDecision, sequence, arm, pull as number, at)
    } else if (entry.kind === "observation" && entry.row.source === "caller" && entry.row.noise === null) {
      const { sequence, decision, steps } = entry.row
      this.#write(kinds.plainObservation, sequence, decision, steps, 0)
    } else {
      this.#write(kinds.other, 0, 0, 0, 0)
      this.#others.push(entry)
    }
  }

  expect(number: number, salt: string | null, value: string): void {
    this.#expected.push({ number, after: this.count, salt, value })
  }

  flush(): PackedEntries {
    const numbers = this.#numbers.slice(0, this.count * fieldCount)
    const packed = { numbers, others: this.#others, expected: this.#expected }
    this.#others = []
    this.#expected = []
    this.count = 0
    return packed
  }

  #write(kind: number, first: number, second: number, third: number, fourth: number): void {
    // A typed array silently ignores what is written behind its end.
    if (this.count === this.#capacity) throw new RangeError(`at most ${this.#capacity} entries may be packed at once`)
    const numbers = this.#numbers
    const start = this.count * fieldCount
    numbers[start] = kind
    numbers[start + 1] = first
    numbers[start + 2] = second
    numbers[start + 3] = third
    numbers[start + 4] = fourth
    this.count += 1
  }
}

const isPlain = ({ pull, segment, excluded, context, noise }: JournalDecision): boolean =>
  pull !== null && segment === "" && excluded === "" && context === null && noise === null

export const countPackedEntries = ({ numbers }: PackedEntries): number => numbers.length / fieldCount

/** The plain entry at this index; null if the entry is the next of the others. */
export function readPackedEntry(numbers: Float64Array, index: number): PlainEntry | null {
  const start = index * fieldCount
  const sequence = numbers[start + 1] as number
  const second = numbers[start + 2] as number
  const third = numbers[start + 3] as number
  if (numbers[start] === kinds.plainDecision) {
    const at = numbers[start + 4] as number
    const row = { sequence, arm: second, pull: third, segment: "", excluded: "", context: null, at, noise: null }
    return { kind: "decision", row }
  }
  if (numbers[start] === kinds.plainObservation)
    return { kind: "observation", row: { sequence, decision: second, steps: third, source: "caller", noise: null } }
  return null
}
