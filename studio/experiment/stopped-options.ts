// Which options of an experiment are stopped and which run, what people get instead of a stopped
// one, and what everyone new gets at the end.

import { quoteName } from "../results/option-names.ts"
import type { Detail, Results } from "../results/results-types.ts"
import { isolateName } from "../text/isolate-name.ts"
import { formatMoment } from "../text/times.ts"

export type StoppedOption = Detail["stopped"][number]

type Stops = Pick<Detail, "arms" | "stopped">

export const listRunningOptions = ({ arms, stopped }: Stops): readonly string[] =>
  arms.filter((arm) => !stopped.some((one) => one.arm === arm))

export const findStop = ({ stopped }: Pick<Detail, "stopped">, arm: string): StoppedOption | undefined =>
  stopped.find((one) => one.arm === arm)

/** "The experiment stopped Countdown by itself on 17 Nov, 14:12.", or who stopped it, and why. */
export function describeStop({ arm, at, by, cause, reason }: StoppedOption): string {
  const when = formatMoment(Date.parse(at))
  if (cause === "harm") return `The experiment stopped ${quoteName(arm)} by itself on ${when}.`
  if (cause === "worse")
    return `The experiment stopped ${quoteName(arm)} by itself on ${when}: it is surely worse than the control.`
  return `${by === "" ? "Someone" : isolateName(by)} stopped ${quoteName(arm)} on ${when}${reason === null ? "." : `: “${reason}”.`}`
}

/** The rule for people whose option is stopped. */
export const describeMove = ({ stickyMoveTo, control }: Pick<Detail, "stickyMoveTo" | "control">): string =>
  stickyMoveTo === "recommended" ? "what is recommended" : quoteName(control)

export interface ServedArm {
  readonly group: string | null
  readonly arm: string
  /** Nothing was published in this group. */
  readonly isFallback: boolean
}

export const listServed = (
  { progress, control }: Pick<Detail, "progress" | "control">,
  results: Pick<Results, "groups"> | null = null,
): ServedArm[] =>
  (results?.groups?.map(({ group, recommended }) => ({ segment: group, recommended })) ?? progress).map(
    ({ segment, recommended }) => ({
      group: segment,
      arm: recommended ?? control,
      isFallback: recommended === null,
    }),
  )
