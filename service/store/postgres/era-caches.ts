// The memory of a replica about its store. All of it is of one era, and is forgotten with it.

import type { KnownExperiments } from "./known-experiments.ts"
import { LiveCache } from "./live-cache.ts"
import type { Era, StoreContinuity } from "./store-continuity.ts"

export class EraCaches {
  /** In which the caches were filled. */
  era: Era
  /** Two caches, because readers must not see what a transaction is changing. */
  lives = new LiveCache()
  reads = new LiveCache()
  readonly #continuity: StoreContinuity
  readonly #known: KnownExperiments

  constructor(continuity: StoreContinuity, known: KnownExperiments) {
    this.era = continuity.era
    this.#continuity = continuity
    this.#known = known
  }

  /** In a new era, forgets experiments and their numbers, which may have changed. */
  enter(): Era {
    const { era } = this.#continuity
    if (era === this.era) return era
    this.era = era
    this.lives = new LiveCache()
    this.reads = new LiveCache()
    this.#known.clear()
    return era
  }
}
