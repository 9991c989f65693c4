// One round of moving the tail's rows into the tables: a few with every commit, so that none has to wait for many, and experiment by
// experiment, so that neighbours in the tables come one after the other.

import type { JournalRows } from "./journal-rows.ts"
import { type Kind, kinds, type Tail } from "./tail.ts"

export class SettlingRound {
  /** The last transaction in the tail when the round began: up to it, everything is in the tables in the end. */
  readonly last: number
  readonly #tail: Tail
  readonly #queue: { readonly experiment: string; readonly kind: Kind; count: number }[] = []

  constructor(tail: Tail, last: number) {
    this.#tail = tail
    this.last = last
    // Observations are found through their decisions, so these go first.
    for (const experiment of tail.experiments())
      for (const kind of kinds) {
        const count = tail.count(experiment, kind)
        if (count > 0) this.#queue.push({ experiment, kind, count })
      }
  }

  get isOver(): boolean {
    return this.#queue.length === 0
  }

  /** The next rows, at most `limit`; nothing has changed until they are `done`. */
  next(limit: number): JournalRows {
    const rows: JournalRows = { decisions: [], rewards: [], observations: [] }
    let left = limit
    for (const { experiment, kind, count } of this.#queue) {
      if (left <= 0) break
      const some = Math.min(count, left)
      this.#tail.copyFirst(experiment, kind, some, rows)
      left -= some
    }
    return rows
  }

  /** What `next` gave for this limit is in the tables. */
  done(limit: number): void {
    for (let left = limit; left > 0 && this.#queue[0] !== undefined; ) {
      const [head] = this.#queue
      const some = Math.min(head.count, left)
      this.#tail.dropFirst(head.experiment, head.kind, some)
      head.count -= some
      left -= some
      if (head.count === 0) this.#queue.shift()
    }
  }
}
