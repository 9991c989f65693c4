// The releases of a group after which no verdict was kept yet, and how much work their verdicts will be: a group that has collected enough
// of it ends, so that others have their turn.

import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { Released } from "../results/result-body.ts"

/** A release of this transaction, and what was given out by it. */
export interface NewRelease {
  readonly entry: LedgerEntry
  readonly released: Released
}

/**
 * The most work that a group may collect, in tenths of a millisecond. A release counts one, and up to twice that more to write it down if
 * there are many arms. A verdict on a thousand arms takes ten to thirty milliseconds, of which a part is counted. Nothing should keep the
 * process busy for longer than 50 ms.
 */
const mostWork = 100
const mostArms = 1000
const armsPerWork = 20

/** The first releases with many arms that a process looks at take several times as long, because their code is not compiled yet. */
const firstReleases = 20
const firstFactor = 4
const manyArms = 200
/** How many of those it has looked at: of the process, as compiled code is. */
let lookedAt = 0

export class PendingVerdicts {
  readonly #bySegment = new Map<LiveExperiment, Map<string, NewRelease[]>>()
  #work = 0
  /** The arms of the segments that need a verdict, all of which it will look at. */
  #arms = 0

  /** Verdicts will take as long as the operations that led to them. */
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
      // The verdict itself, which leaves less time for what it is about.
      this.#work += arms / armsPerWork
    } else pending.push(release)
    const factor = arms >= manyArms && lookedAt < firstReleases ? firstFactor : 1
    this.#work += factor * (1 + Math.min(arms, 50) / 30)
  }

  /** The releases of an experiment, one list for each segment; from now on they are not pending. */
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
