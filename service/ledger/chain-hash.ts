// Hashes a journal entry by entry and checks the hashes that are expected at some of them.

import { afterDecision, afterEntry, afterObservation } from "../live/journal.ts"
import type { JournalEntry } from "../live/journal-entry.ts"
import { computeCommitment } from "./ledger-entry.ts"
import { countPackedEntries, type ExpectedHash, type PackedEntries, readPackedEntry } from "./packed-entries.ts"

export class ChainHash {
  hash: string

  constructor(first: string) {
    this.hash = first
  }

  /** Returns the number of the first expectation that is not met, or null. */
  add(entries: PackedEntries): number | null {
    const { numbers, others, expected } = entries
    const count = countPackedEntries(entries)
    let unmet: number | null = null
    let nextOther = 0
    let nextExpected = 0
    for (let done = 0; done <= count; done++) {
      for (; expected[nextExpected]?.after === done; nextExpected++)
        unmet ??= this.#check(expected[nextExpected] as ExpectedHash)
      if (done === count) break
      const plain = readPackedEntry(numbers, done)
      if (plain === null) {
        this.hash = afterEntry(this.hash, others[nextOther] as JournalEntry)
        nextOther += 1
      } else if (plain.kind === "decision") this.hash = afterDecision(this.hash, plain.row)
      else this.hash = afterObservation(this.hash, plain.row)
    }
    return unmet
  }

  /** Returns the number of an expectation that is not met, or null. */
  #check({ number, salt, value }: ExpectedHash): number | null {
    return value === (salt === null ? this.hash : computeCommitment(salt, this.hash)) ? null : number
  }
}
