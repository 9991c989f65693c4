// Which arm people get who are not learned from. All of it follows from what is public.

import type { ContextPoint } from "@armistice/core"
import { ServiceError } from "../service-error.ts"
import { controlNow } from "./arm-states.ts"
import type { LiveExperiment } from "./live-experiment.ts"

type ArmSet = ReadonlySet<number> | undefined
/** Undefined: the experiment has no context. */
type Point = ContextPoint | undefined

/** The arm to recommend; null: nothing is released, or it is stopped. */
export function recommendedArm(live: LiveExperiment, segment: string): number | null {
  const current = live.currentResults.get(segment)
  const arm = current?.fixed === 1 ? current.recommended : leadingArm(live, segment)
  return arm === null || live.arms.isStopped(arm) ? null : arm
}

/** The arm that a person named for everyone, or what releases say of such people. */
function recommendedFor(live: LiveExperiment, segment: string, excluded: ArmSet, point: Point): number | null {
  if (point === undefined) return recommendedArm(live, segment)
  const current = live.currentResults.get(segment)
  const named = current?.fixed === 1 ? current.recommended : null
  if (named !== null && !live.arms.isStopped(named)) return named
  return live.learning.preferredArm(segment, point, live.arms.withStopped(excluded))
}

/** The leader; without estimates the arm decided most often; null: no decision yet. */
export function leadingArm(live: LiveExperiment, segment: string): number | null {
  if (live.learning.hasEstimates) return live.currentResults.get(segment)?.recommended ?? null
  return live.segment(segment).state.round === 0 ? null : mostDecidedArm(live, segment)
}

/** The latest arm while learning; afterwards, and always with context, the recommended one. */
export function unlearnedArm(live: LiveExperiment, segment: string, excluded: ArmSet, point?: Point): number {
  const state = live.segment(segment)
  const latest = point === undefined ? state.latest : null
  if (live.isLearning(state) && latest !== null && live.arms.withStopped(excluded)?.has(latest) !== true) return latest
  const recommended = recommendedFor(live, segment, excluded, point)
  if (recommended === null) return fallbackArm(live, excluded)
  return excluded?.has(recommended) === true ? mostDecidedArm(live, segment, excluded) : recommended
}

/** The control, or the first arm that is neither stopped nor excluded. */
export const fallbackArm = ({ experiment, arms }: LiveExperiment, excluded?: ArmSet): number =>
  checkAvailable(controlNow(experiment, arms, excluded))

/** For people whose arm is stopped. */
export function movedArm(live: LiveExperiment, segment: string, excluded: ArmSet, point: Point): number {
  const servesRecommended = live.experiment.stickyMoveTo === "recommended"
  const recommended = servesRecommended ? recommendedFor(live, segment, excluded, point) : null
  return recommended === null || excluded?.has(recommended) === true ? fallbackArm(live, excluded) : recommended
}

/** The horizon is reached, and new people get the control until someone finishes the experiment. */
export const isHeldAtControl = (live: LiveExperiment, segment: string): boolean =>
  live.experiment.afterTarget === "control" &&
  live.status === "running" &&
  live.segment(segment).state.round >= live.horizon

function mostDecidedArm(live: LiveExperiment, segment: string, given?: ArmSet): number {
  const excluded = live.arms.withStopped(given)
  const { decided } = live.segment(segment).state
  let best = -1
  for (const [arm, count] of decided.entries())
    if (excluded?.has(arm) !== true && (best < 0 || count > (decided[best] as number))) best = arm
  return checkAvailable(best)
}

function checkAvailable(arm: number): number {
  if (arm >= 0) return arm
  throw new ServiceError("no_arm_available", "every arm is stopped or excluded")
}
