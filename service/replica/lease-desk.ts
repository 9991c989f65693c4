// The leases a replica holds, by experiment and segment, and who may be served from them.

import { type Experiment, tickMs, wholeSegment, windowMs } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { DecisionRequest } from "../operations/decide.ts"
import type { Committed } from "../service.ts"
import type { PostgresStore } from "../store/postgres-store.ts"
import type { LeaseRow } from "../store/store.ts"
import { isPlain } from "./lease.ts"
import { LeaseLane } from "./lease-lane.ts"

export interface LeaseDeskOptions {
  readonly store: PostgresStore
  readonly numberOf: (experiment: string) => number
  readonly clock?: () => number
  readonly largestGroup: number
  readonly onCommit: (committed: Committed) => void
}

/** Inserts of one lease under way at once: while one is flushed, the next is on its way. */
const insertsAtOnce = 2

export class LeaseDesk {
  readonly #options: LeaseDeskOptions
  readonly #lanes = new Map<string, LeaseLane[]>()

  constructor(options: LeaseDeskOptions) {
    this.#options = options
  }

  add(lease: LeaseRow, live: LiveExperiment): void {
    const { store, numberOf, clock, largestGroup, onCommit } = this.#options
    const { id } = live.experiment
    const place = `${id} ${lease.segment}`
    const kept = (this.#lanes.get(place) ?? []).filter((lane) => lane.free > 0 || lane.isBusy)
    const lane = new LeaseLane({
      store,
      lease,
      number: numberOf(id),
      windowMs: windowMs(live.experiment),
      tickMs: tickMs(live.experiment),
      armName: live.armName(lease.arm),
      ...(clock === undefined ? {} : { clock }),
      largest: largestGroup,
      inserts: insertsAtOnce,
      onCommit: (decisions, seconds) => onCommit({ seconds, decisions, rewards: 0, experiments: [id] }),
    })
    this.#lanes.set(place, [...kept, lane])
  }

  /** A lane with a slot for the request. */
  laneFor(experiment: Experiment, request: DecisionRequest): LeaseLane | undefined {
    if (this.#lanes.size === 0 || !isPlain(experiment, request)) return undefined
    const place = `${experiment.id} ${request.segment ?? wholeSegment}`
    return this.#lanes.get(place)?.find((lane) => lane.free > 0)
  }

  async drained(): Promise<void> {
    await Promise.all([...this.#lanes.values()].flat().map((lane) => lane.drained()))
  }
}
