// Releases whose verdict is still to be computed, and how much work that will be: a transaction
// with enough of it ends.

import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { Released } from "../results/result-body.ts"

/** A release of this transaction, and the value that it made public. */
export interface NewRelease {
  readonly entry: LedgerEntry
  readonly released: Released
}

/** In tenths of a millisecond, so that nothing keeps the process busy for over 50 ms. */
const mostWork = 100
const mostArms = 1000
const armsPerWork = 20

/** First verdicts on many arms take several times as long, before their code is compiled. */
const firstReleases = 20
const firstFactor = 4
const manyArms = 200
/** Counted for the whole process, like compiled code. */
let lookedAt = 0

export class PendingVerdicts {
  readonly #bySegment = new Map<LiveExperiment, Map<string, NewRelease[]>>()
  #work = 0
  /** Arms of all segments that need a verdict. */
  #arms = 0

  /** Verdicts will take about as long as the operations. */
  get isMuch(): boolean {
    return this.#work > mostWork / 4
  }

  get isEnough(): boolean {
    return this.#work >= mostWork || this.#arms > mostArms
  }

  add(live: LiveExperiment, release: NewRelease): void {
    const { segment } = release.entry
    const arms = live.arms.count
    const bySegment = this.#bySegment.get(live) ?? new Map<string, NewRelease[]>()
    this.#bySegment.set(live, bySegment)
    const pending = bySegment.get(segment)
    if (pending === undefined) {
      bySegment.set(segment, [release])
      this.#arms += arms
      this.#work += arms / armsPerWork
    } else pending.push(release)
    const factor = arms >= manyArms && lookedAt < firstReleases ? firstFactor : 1
    this.#work += factor * (1 + Math.min(arms, 50) / 30)
  }

  /** Takes the releases of an experiment, one list for each segment. */
  take(live: LiveExperiment): Iterable<readonly NewRelease[]> {
    const bySegment = this.#bySegment.get(live)
    this.#bySegment.delete(live)
    if (live.arms.count >= manyArms) for (const releases of bySegment?.values() ?? []) lookedAt += releases.length
    return bySegment?.values() ?? []
  }

  experiments(): LiveExperiment[] {
    return [...this.#bySegment.keys()]
  }
}
