// The hash over a journal, entry by entry, compared with what it must be at some of them. Entries
// come packed, as they may come from another thread: of the two kinds that most entries are only
// their numbers.

import { afterDecision, afterEntry, afterObservation } from "../live/journal.ts"
import type { JournalEntry } from "../live/journal-entry.ts"
import { computeCommitment } from "./ledger-entry.ts"

/** The hash that must hold after so many entries; with a salt, the commitment to it. */
export interface ExpectedHash {
  readonly number: number
  readonly after: number
  readonly salt: string | null
  readonly value: string
}

/** `numbers`: five for each entry, its kind first. `others`: all other entries. */
export interface PackedEntries {
  readonly numbers: Float64Array
  readonly others: readonly JournalEntry[]
  readonly expected: readonly ExpectedHash[]
}

const width = 5
/**
 * A decision with a slot, in the only segment, with nothing excluded, no context and no noise; a
 * caller's reward without noise; any other.
 */
const kinds = { decision: 0, observation: 1, other: 2 } as const

export class EntryPacker {
  readonly #numbers: Float64Array
  #others: JournalEntry[] = []
  #expected: ExpectedHash[] = []
  count = 0

  constructor(most: number) {
    this.#numbers = new Float64Array(most * width)
  }

  add(entry: JournalEntry): void {
    if (entry.kind === "decision" && isPlain(entry.row)) {
      const { sequence, arm, pull, at } = entry.row
      this.#put(kinds.decision, sequence, arm, pull as number, at)
    } else if (entry.kind === "observation" && entry.row.source === "caller" && entry.row.noise === null) {
      const { sequence, decision, steps } = entry.row
      this.#put(kinds.observation, sequence, decision, steps, 0)
    } else {
      this.#others.push(entry)
      this.#put(kinds.other, 0, 0, 0, 0)
    }
  }

  expect(number: number, salt: string | null, value: string): void {
    this.#expected.push({ number, after: this.count, salt, value })
  }

  take(): PackedEntries {
    const numbers = this.#numbers.slice(0, this.count * width)
    const packed = { numbers, others: this.#others, expected: this.#expected }
    this.#others = []
    this.#expected = []
    this.count = 0
    return packed
  }

  #put(kind: number, a: number, b: number, c: number, d: number): void {
    const numbers = this.#numbers
    const place = this.count * width
    numbers[place] = kind
    numbers[place + 1] = a
    numbers[place + 2] = b
    numbers[place + 3] = c
    numbers[place + 4] = d
    this.count += 1
  }
}

const isPlain = ({
  pull,
  segment,
  excluded,
  context,
  noise,
}: Extract<JournalEntry, { kind: "decision" }>["row"]): boolean =>
  pull !== null && segment === "" && excluded === "" && context === null && noise === null

export class ChainHash {
  journal: string

  constructor(first: string) {
    this.journal = first
  }

  /** The number of the first expectation that is not met; null: all are. */
  take({ numbers, others, expected }: PackedEntries): number | null {
    let unmet: number | null = null
    let other = 0
    let next = 0
    const count = numbers.length / width
    for (let done = 0; done <= count; done++) {
      for (; expected[next]?.after === done; next++) unmet ??= this.#unmet(expected[next] as ExpectedHash)
      if (done === count) break
      const place = done * width
      const kind = numbers[place] as number
      const sequence = numbers[place + 1] as number
      const second = numbers[place + 2] as number
      const third = numbers[place + 3] as number
      if (kind === kinds.decision) {
        const at = numbers[place + 4] as number
        const row = { sequence, arm: second, pull: third, segment: "", excluded: "", context: null, at, noise: null }
        this.journal = afterDecision(this.journal, row)
      } else if (kind === kinds.observation) {
        const row = { sequence, decision: second, steps: third, source: "caller", noise: null } as const
        this.journal = afterObservation(this.journal, row)
      } else {
        this.journal = afterEntry(this.journal, others[other] as JournalEntry)
        other += 1
      }
    }
    return unmet
  }

  #unmet({ number, salt, value }: ExpectedHash): number | null {
    return value === (salt === null ? this.journal : computeCommitment(salt, this.journal)) ? null : number
  }
}
