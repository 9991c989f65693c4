// One request to a replica: the operation, and what it will want to see, so that a whole group is read at once under the lock.

import type { Experiment } from "../experiment.ts"
import type { Group } from "../group.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"

/** The experiments of a group, locked and up to date. */
export interface Locked {
  find(id: string): LiveExperiment | undefined
  add(live: LiveExperiment): void
  /** Experiments in the store; only where one is to be created. */
  readonly experimentCount: number
  /** When the windows of an experiment are to be looked at next. */
  setSweep(id: string, at: number): void
}

export interface Ask<Result = unknown> {
  readonly experiment: string
  readonly decisionIds?: readonly string[]
  /** As they are stored: hashed. */
  readonly subjects?: readonly string[]
  readonly isSweep?: boolean
  /** Leases of an older version are ended before: no slot may be used after it, and windows of slots that nobody used are looked at. */
  readonly endsLeases?: boolean
  readonly creates?: Experiment
  run(group: Group, locked: Locked): Result
}
