// Late and silent people as the planner of the laboratory takes them: times in rounds, of which a group has as many a day as people come.

import { type DeliveryCost, type DeliverySpec, deliveryCost } from "@armistice/lab"
import type { Settings } from "./settings.ts"

const daySeconds = 86_400

/** People of one group that come in so many seconds. */
const roundsIn = (seconds: number, { perDay, groupCount }: Settings): number =>
  (seconds * perDay) / groupCount / daySeconds

const secondsFor = (rounds: number, { perDay, groupCount }: Settings): number =>
  (rounds * daySeconds * groupCount) / perDay

/** Undefined where everyone answers at once, and while that question is not answered. `window`: another one than planned, in rounds. */
export function planDelivery(settings: Settings, window?: number): DeliverySpec | undefined {
  const { answers, isArrivalSecret, answerShare, delaySeconds, windowSeconds, silence } = settings
  if (answers === null) return undefined
  const share = answers === "all" ? Number((1 - answerShare).toPrecision(6)) : 0
  if (answers === "all" && !isArrivalSecret && share === 0 && delaySeconds === 0) return undefined
  const mean = Number(roundsIn(delaySeconds, settings).toPrecision(4))
  return {
    ...(mean > 0 ? { delay: { kind: "exponential", mean } } : {}),
    ...(share > 0 ? { silence: share } : {}),
    window: window ?? Math.max(1, Math.round(roundsIn(windowSeconds, settings))),
    ...(answers === "successes" ? { answers } : silence === 0 ? {} : { missing: silence }),
    ...(isArrivalSecret ? { arrivals: "private" } : {}),
    ...(answers === "successes" && !isArrivalSecret ? { arrivals: "public", acceptPublicArrivals: true } : {}),
  }
}

export interface AnswerCost extends DeliveryCost {
  /** The window that loses least, in seconds; null where none is proposed. */
  readonly proposedSeconds: number | null
  /** Whether nothing can be learned before everyone has an option. */
  readonly isWindowTooLong: boolean
}

/** What late and silent people cost; null where everyone answers at once. */
export function planAnswerCost(settings: Settings): AnswerCost | null {
  const { people, optionCount, lead } = settings
  const delivery = planDelivery(settings)
  if (delivery === undefined) return null
  const evenLoss = countedShare(settings) * lead * (1 - 1 / optionCount)
  const cost = deliveryCost({ horizon: people, armCount: optionCount, evenLoss, delivery })
  return {
    ...cost,
    proposedSeconds: cost.proposedWindow === null ? null : secondsFor(cost.proposedWindow, settings),
    isWindowTooLong: cost.warnings.some(({ code }) => code === "window_outlasts_plan"),
  }
}

/** The share of a difference between options that is lost with every person: silent people have none, unless they are left out. */
export const countedShare = ({ answers, answerShare, silence }: Settings): number =>
  answers === "all" && silence !== "ignore" ? answerShare : 1

/** Windows in parts of the usual delay, from one that misses most answers to one that delays all learning. */
const windowParts = [0.2, 0.5, 1, 2, 4, 8, 16]

/** Windows that show what the wait costs, where arrivals are secret; none where nobody is late. None is longer than the plan. */
export function windowsToCompare(settings: Settings): { readonly rounds: number; readonly seconds: number }[] {
  const { answers, isArrivalSecret, delaySeconds, people } = settings
  if (answers === null || !isArrivalSecret || delaySeconds === 0) return []
  return windowParts
    .map((part) => ({ rounds: Math.round(roundsIn(part * delaySeconds, settings)), seconds: part * delaySeconds }))
    .filter(({ rounds }) => rounds >= 1 && rounds < people)
}
