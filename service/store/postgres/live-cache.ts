// Experiments that a replica has seen, brought up to date from their rows: the state from the head,
// the filter from the ledger entries that are new. The cache only saves work; the rows, read under
// the lock, decide. Rows that do not go on from what is cached are those of a store that was set
// back.

import type { Experiment, Status } from "../../experiment.ts"
import type { LedgerEntry } from "../../ledger/ledger-entry.ts"
import { type CurrentResult, LiveExperiment } from "../../live/live-experiment.ts"
import { joinState, noTexts, type StateTexts } from "./state-texts.ts"

/** The head of an experiment as it was read. */
export interface ReadHead {
  readonly status: Status
  readonly version: number
  readonly sequence: number
  /** Null before the first entry. */
  readonly journal: string | null
  readonly swept: number
  readonly passed: string
  readonly counts: string | null
  readonly discarded: number
  readonly restores: number
  readonly accepted: number
  readonly arms: string | null
  readonly state: string | null
  readonly last_event: number
  readonly current_results: readonly (CurrentResult & { readonly segment: string })[]
  /** By hash, those texts of the state that are not cached; null: there are none. */
  readonly state_texts: Readonly<Record<string, string>> | null
}

/** An experiment, and the texts of its state as the rows have them. */
export interface TakenExperiment {
  readonly live: LiveExperiment
  readonly texts: StateTexts
}

interface Cached {
  readonly live: LiveExperiment
  readonly version: number
  readonly journal: string
  /** The texts of its state, as the rows have them. */
  readonly texts: StateTexts
}

export class LiveCache {
  readonly #cached = new Map<string, Cached>()

  /** The ledger entry up to which the filter has counted. */
  ledgerIndex(id: string): number {
    return this.#cached.get(id)?.live.ledgerIndex ?? 0
  }

  /** The texts of its state that need not be read again. */
  texts(id: string): StateTexts {
    return this.#cached.get(id)?.texts ?? noTexts
  }

  /** Whether something may have to join by this moment before the experiment's next decision. */
  mayBeDue(id: string, now: number): boolean {
    const live = this.#cached.get(id)?.live
    return live === undefined || (!live.learning.joinsOnArrival && live.nextDue <= now)
  }

  /**
   * Whether the rows go on from what is cached: not behind it, and not beside it with a history of
   * their own. `next`: the first new entry.
   */
  leadsTo(id: string, head: ReadHead, next: LedgerEntry | undefined): boolean {
    const cached = this.#cached.get(id)
    if (cached === undefined) return true
    const { live, version, journal } = cached
    // Before the first entry the head has no hash yet.
    if (head.version === version) return head.journal === null ? live.sequence === 0 : head.journal === journal
    return (
      head.version > version &&
      head.sequence >= live.sequence &&
      (next === undefined || next.previous === live.ledgerHash)
    )
  }

  /** Takes the experiment out, up to date. `entries`: those after `ledgerIndex`. */
  take(experiment: Experiment, head: ReadHead, entries: readonly LedgerEntry[]): TakenExperiment {
    const cached = this.#cached.get(experiment.id)
    this.#cached.delete(experiment.id)
    if (cached?.version === head.version) return { live: cached.live, texts: cached.texts }
    const live = cached?.live ?? new LiveExperiment(experiment, head.status)
    const known = new Map([...(cached?.texts ?? []), ...Object.entries(head.state_texts ?? {})])
    const { whole, texts } = joinState(head.state ?? "", known)
    live.status = head.status
    live.restores = head.restores
    live.accepted = head.accepted
    if (head.state !== null)
      live.restore({
        experiment: experiment.id,
        sequence: head.sequence,
        journal: head.journal as string,
        swept: head.swept,
        passed: head.passed,
        counts: head.counts as string,
        discarded: head.discarded,
        arms: head.arms as string,
        state: whole,
      })
    for (const entry of entries) {
      live.respend(entry)
      live.moveHead(entry)
    }
    live.eventNumber = head.last_event
    live.currentResults = new Map(head.current_results.map(({ segment, ...current }) => [segment, current]))
    return { live, texts }
  }

  keep(live: LiveExperiment, version: number, texts: StateTexts): void {
    live.unsaved = 0
    this.#cached.set(live.experiment.id, { live, version, journal: live.journal, texts })
  }

  drop(id: string): void {
    this.#cached.delete(id)
  }
}
