// Decides who gets an arm without the algorithm: everyone while the experiment is paused, outside
// its dates or moved to one arm, and people who do not take part. None of them is counted or
// learned from.

import type { ContextPoint } from "@armistice/core"
import { isInTraffic, isWithinDates } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { fallbackArm, unlearnedArm } from "../live/served-arms.ts"

export interface ServedArm {
  readonly arm: number
  /** Why, where the status does not tell. */
  readonly outside?: "dates" | "traffic"
}

/** The people to whom an arm is served. */
export interface Served {
  readonly segment: string
  /** Hashed; null: none was given. */
  readonly subject: string | null
  /** Undefined: the experiment has no context. */
  readonly point: ContextPoint | undefined
}

/** Null: the experiment chooses, or the person's sticky arm stays. */
export function findServedArm(
  live: LiveExperiment,
  at: number,
  { segment, subject, point }: Served,
  excluded: ReadonlySet<number> | undefined,
): ServedArm | null {
  const { experiment, status, serving } = live
  if (status === "archived") return null
  if (status === "finished") return serving.everyone ? { arm: unlearnedArm(live, segment, excluded, point) } : null
  if (status === "paused" && serving.paused === "control") return { arm: fallbackArm(live, excluded) }
  if (!isWithinDates(experiment, at)) return { arm: fallbackArm(live, excluded), outside: "dates" }
  if (subject !== null && !isInTraffic(experiment, subject))
    return { arm: fallbackArm(live, excluded), outside: "traffic" }
  return null
}
