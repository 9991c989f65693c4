// Late and missing answers in the planner's terms: times are in rounds, one for each person.

import { type DeliveryCost, type DeliverySpec, estimateDeliveryCost } from "@armistice/lab"
import type { FormSettings } from "./form-settings.ts"

const daySeconds = 86_400

/** People of one group who come within so many seconds. */
const toRounds = (seconds: number, { perDay, groupCount }: FormSettings): number =>
  (seconds * perDay) / groupCount / daySeconds

const toSeconds = (rounds: number, { perDay, groupCount }: FormSettings): number =>
  (rounds * daySeconds * groupCount) / perDay

/** `undefined` if everyone answers at once, or the question is open. `window` is in rounds. */
export function planFormDelivery(settings: FormSettings, window?: number): DeliverySpec | undefined {
  const { answers, isArrivalSecret, answerShare, delaySeconds, windowSeconds, silence } = settings
  if (answers === null) return undefined
  const share = answers === "all" ? Number((1 - answerShare).toPrecision(6)) : 0
  if (answers === "all" && !isArrivalSecret && share === 0 && delaySeconds === 0) return undefined
  const mean = Number(toRounds(delaySeconds, settings).toPrecision(4))
  return {
    ...(mean > 0 ? { delay: { kind: "exponential", mean } } : {}),
    ...(share > 0 ? { silence: share } : {}),
    window: window ?? Math.max(1, Math.round(toRounds(windowSeconds, settings))),
    ...(answers === "successes" ? { answers } : silence === 0 ? {} : { missing: silence }),
    ...(isArrivalSecret ? { arrivals: "private" } : {}),
    ...(answers === "successes" && !isArrivalSecret ? { arrivals: "public", acceptPublicArrivals: true } : {}),
  }
}

export interface AnswerCost extends DeliveryCost {
  /** The window that loses least; `null` where none is proposed. */
  readonly proposedSeconds: number | null
  /** Nothing can be learned before everyone has an option. */
  readonly isWindowTooLong: boolean
}

/** The cost of late and missing answers; `null` where everyone answers at once. */
export function planAnswerCost(settings: FormSettings): AnswerCost | null {
  const { people, optionCount, lead } = settings
  const delivery = planFormDelivery(settings)
  if (delivery === undefined) return null
  const evenLoss = computeCountedShare(settings) * lead * (1 - 1 / optionCount)
  const cost = estimateDeliveryCost({ horizon: people, armCount: optionCount, evenLoss, delivery })
  return {
    ...cost,
    proposedSeconds: cost.proposedWindow === null ? null : toSeconds(cost.proposedWindow, settings),
    isWindowTooLong: cost.warnings.some(({ code }) => code === "window_outlasts_plan"),
  }
}

/** The share of people who show a difference: silent ones show none, unless they are left out. */
export const computeCountedShare = ({ answers, answerShare, silence }: FormSettings): number =>
  answers === "all" && silence !== "ignore" ? answerShare : 1

/** Multiples of the usual delay: the first misses most answers, the last delays all learning. */
const windowParts = [0.2, 0.5, 1, 2, 4, 8, 16]

/** Windows that show the cost of waiting, with secret arrivals. None outlasts the plan. */
export function listWindowsToCompare(settings: FormSettings): { readonly rounds: number; readonly seconds: number }[] {
  const { answers, isArrivalSecret, delaySeconds, people } = settings
  if (answers === null || !isArrivalSecret || delaySeconds === 0) return []
  return windowParts
    .map((part) => ({ rounds: Math.round(toRounds(part * delaySeconds, settings)), seconds: part * delaySeconds }))
    .filter(({ rounds }) => rounds >= 1 && rounds < people)
}
