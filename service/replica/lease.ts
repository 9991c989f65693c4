// Taking a lease: under the experiment's lock, when a group of requests shows that it is hot and the algorithm says that its next choices
// are settled. The lease is an entry of the journal, committed with the group, before any of its slots is used.

import { type Experiment, windowEnd } from "../experiment.ts"
import type { Group } from "../group.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { applyLease } from "../live/load-experiment.ts"
import type { DecisionRequest } from "../operations/decide.ts"
import type { LeaseRow } from "../store/store.ts"

export interface LeaseOptions {
  /** Decisions of one group from which on an experiment counts as hot; smaller leases are not taken. */
  readonly atLeast: number
  /** Slots of one lease at most, and as a multiple of the group's decisions. */
  readonly atMost: number
  readonly timesGroup: number
  /** How long slots may be used. */
  readonly seconds: number
}

export const usualLeases: LeaseOptions = { atLeast: 100, atMost: 10_000, timesGroup: 8, seconds: 10 }

/** Whether decisions of an experiment may come from leases at all: not where subjects are counted, which needs the lock. */
const isLeasable = ({ subjectCap, sticky }: Experiment): boolean => subjectCap === null && !sticky

/** Whether a request can be answered from a lease of its segment. */
export const isPlain = (experiment: Experiment, { excludeArms, segment }: DecisionRequest): boolean =>
  isLeasable(experiment) &&
  (excludeArms === undefined || excludeArms.length === 0) &&
  (experiment.segments === null ? segment === undefined : segment !== undefined)

/** The leases worth taking after a group's operations; they are part of the group's changes from here on. */
export function takeLeases(group: Group, touched: Iterable<LiveExperiment>, options: LeaseOptions): LeaseRow[] {
  const made = new Map<string, number>()
  for (const { experiment, segment, pull, excluded } of group.changes.decisions)
    if (pull !== null && excluded === "") {
      const place = `${experiment} ${segment}`
      made.set(place, (made.get(place) ?? 0) + 1)
    }
  const leases: LeaseRow[] = []
  for (const live of touched) {
    if (live.status !== "running" || !isLeasable(live.experiment)) continue
    for (const [segment] of live.states()) {
      const wanted = made.get(`${live.experiment.id} ${segment}`) ?? 0
      const lease = wanted < options.atLeast ? undefined : leaseOf(live, segment, wanted, group.now, options)
      if (lease === undefined) continue
      applyLease(live, lease)
      group.changes.leases.push(lease)
      leases.push(lease)
    }
  }
  return leases
}

function leaseOf(
  live: LiveExperiment,
  segment: string,
  wanted: number,
  at: number,
  { atLeast, atMost, timesGroup, seconds }: LeaseOptions,
): LeaseRow | undefined {
  const { experiment, algorithm } = live
  const { state } = live.segment(segment)
  const settled = algorithm.settled?.(state) ?? null
  if (settled === null) return undefined
  const { arm } = settled
  const count = Math.min(settled.count, experiment.horizon - state.round, atMost, wanted * timesGroup)
  if (count < atLeast) return undefined
  const until = at + seconds * 1000
  const pull = state.decided[arm] as number
  const due = windowEnd(experiment, until)
  return { experiment: experiment.id, sequence: live.sequence + 1, count, segment, arm, pull, at, until, due }
}
