// When the service archives and purges an experiment by itself. Days count from the end of the
// experiment; a stored time says when to look at it next.

import type { Experiment } from "../experiment.ts"
import type { Retention } from "../experiment-request.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { ServiceError } from "../service-error.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

const dayMs = 86_400_000

/** In milliseconds; null: never, or not known yet. */
export interface RetentionDates {
  readonly archiveAt: number | null
  readonly purgeAt: number | null
}

export function checkRetention(retention: Retention | undefined): Pick<Experiment, "retention"> {
  if (retention === undefined) return {}
  const { purgeAfterDays, archiveAfterDays } = retention
  if (purgeAfterDays === undefined && archiveAfterDays === undefined)
    throw new ServiceError("invalid_parameter", "retention must have purgeAfterDays, archiveAfterDays or both")
  return { retention }
}

type Ended = Pick<Experiment, "retention" | "endsAt">

/**
 * `overAt`: when it was finished or archived; null: it was not. An end date counts if it is
 * earlier, so that finishing an experiment later keeps nothing for longer.
 */
export function findRetentionDates({ retention, endsAt }: Ended, overAt: number | null): RetentionDates {
  const end = Math.min(endsAt ?? Number.POSITIVE_INFINITY, overAt ?? Number.POSITIVE_INFINITY)
  const after = (days: number | undefined): number | null =>
    days === undefined || end === Number.POSITIVE_INFINITY ? null : end + days * dayMs
  return { archiveAt: after(retention?.archiveAfterDays), purgeAt: after(retention?.purgeAfterDays) }
}

/** Notes the end of an experiment that has a retention, and when the first step is due. */
export function scheduleRetention(work: UnitOfWork, live: LiveExperiment): void {
  if (live.experiment.retention === undefined) return
  live.overAt ??= work.now
  // Only the snapshot stores it.
  work.addSnapshot(live)
  work.setRetention(live, findNextStep(live))
}

/** When the next step of an experiment is due; null: nothing is left to do. */
export function findNextStep({ experiment, overAt, status, purgedAt }: LiveExperiment): number | null {
  const { archiveAt, purgeAt } = findRetentionDates(experiment, overAt)
  const next = Math.min(
    status === "archived" ? Number.POSITIVE_INFINITY : (archiveAt ?? Number.POSITIVE_INFINITY),
    purgedAt === null ? (purgeAt ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY,
  )
  return next === Number.POSITIVE_INFINITY ? null : next
}
