// Experiments as they were last committed, for reading. Reads of one experiment come one after the
// other, since each brings the same copy up to date.

import type { LiveExperiment } from "../../live/live-experiment.ts"
import { unknownExperiment } from "../../unknown.ts"
import type { EraCaches } from "./era-caches.ts"
import type { PostgresReads } from "./postgres-reads.ts"
import { hasReached } from "./seen-chains.ts"
import { settlingError } from "./server-state.ts"
import type { StoreContinuity } from "./store-continuity.ts"

/** A read of an experiment, and the one after it. */
interface Reading {
  readonly running: Promise<LiveExperiment>
  next?: Promise<LiveExperiment>
}

export class LiveReader {
  readonly #store: PostgresReads
  readonly #continuity: StoreContinuity
  readonly #caches: EraCaches
  readonly #reading = new Map<string, Reading>()

  constructor(store: PostgresReads, continuity: StoreContinuity, caches: EraCaches) {
    this.#store = store
    this.#continuity = continuity
    this.#caches = caches
  }

  /** Calls that come while a read is under way share the next. */
  live(id: string): Promise<LiveExperiment> {
    const reading = this.#reading.get(id)
    if (reading === undefined) return this.#startReading(id)
    reading.next ??= reading.running.then(
      () => this.#startReading(id),
      () => this.#startReading(id),
    )
    return reading.next
  }

  #startReading(id: string): Promise<LiveExperiment> {
    const running = this.#readLive(id)
    const reading: Reading = { running }
    this.#reading.set(id, reading)
    const over = () => {
      if (reading.next === undefined && this.#reading.get(id) === reading) this.#reading.delete(id)
    }
    running.then(over, over)
    return running
  }

  async #readLive(id: string): Promise<LiveExperiment> {
    for (let attempt = 1; ; attempt++) {
      const era = this.#caches.enter()
      const number = await this.#store.session.number(id)
      // A transaction that commits meanwhile may not be in what is read.
      const seen = this.#continuity.seen(id)
      const read =
        number === undefined
          ? undefined
          : await this.#store.head(number, this.#caches.reads.ledgerIndex(id), [...this.#caches.reads.texts(id).keys()])
      const isSame = era === this.#caches.era && (read === undefined || this.#continuity.isSame(read.server))
      // Neither a head that is gone nor one that does not go on from what was read before is of the
      // store that was seen.
      const isContinued =
        (number === undefined || hasReached(read?.head, seen)) &&
        (read === undefined || this.#caches.reads.leadsTo(id, read.head, read.entries[0]))
      if (isSame && !isContinued) this.#continuity.suspect()
      else if (isSame) {
        if (number === undefined || read === undefined) throw unknownExperiment(id)
        const { experiment } = this.#store.session.known.findByNumber(number)
        const { live, texts } = this.#caches.reads.take(experiment, read.head, read.entries)
        this.#caches.reads.keep(live, read.head.version, texts)
        this.#continuity.noteLive(live, read.head.version, era)
        return live
      }
      if (attempt === 3) throw settlingError()
      await this.#continuity.settleSoon()
    }
  }
}
