// The cost of late and missing answers before anything is simulated, and the settings to change.
// Pure: the command and the form of the page say the same.

import { formatNumber } from "@armistice/core/text"
import { createDelayLaw } from "../engines/delay-law.ts"
import { checkDelivery, type DeliverySpec } from "../engines/delivery.ts"

/** The setting that the cost of late and missing rewards is computed for. */
export interface DeliveryCostRequest {
  readonly horizon: number
  readonly armCount: number
  /** The loss of an arm drawn at random, compared with the best: the mean gap, Σ Δ / K. */
  readonly evenLoss: number
  readonly delivery: DeliverySpec
}

/** The cost of late and missing rewards. */
export interface DeliveryCost {
  /** Rounds before the first reward can join a batch: the window (private arrivals) or `ripe`. */
  readonly waits: number
  /** Rewards lost while nothing can be learned, about W Σ Δ / K. */
  readonly lostWaiting: number
  /** The share of decisions that are answered within the window, on average over the arms. */
  readonly answered: number
  /** The share of answers that come after the window. */
  readonly tooLate: number
  /** About two mean delays, for private arrivals with a known mean delay; else null. */
  readonly proposedWindow: number | null
  readonly warnings: readonly DeliveryWarning[]
}

/** Something about the delivery of rewards that a plan should mention. */
export interface DeliveryWarning {
  readonly code: "window_outlasts_plan" | "window_over_quarter" | "window_too_short" | "window_too_long"
  readonly text: string
}

/** A window is too short if more answers than this miss it, too long from this multiple on. */
const [tooLateShare, timesProposed] = [0.35, 3]

/** Throws if the delivery is not a valid one. */
export function estimateDeliveryCost({ horizon, armCount, evenLoss, delivery }: DeliveryCostRequest): DeliveryCost {
  const checked = checkDelivery(delivery, armCount, horizon)
  const { window, arrivals, ripe, silence, zero, one } = checked
  const isPrivate = arrivals === "private"
  const waits = isPrivate ? window : ripe
  // Where only successes are sent, theirs is the delay that counts.
  const within =
    checked.answers === "successes"
      ? one.chanceWithin(window)
      : (zero.chanceWithin(window) + one.chanceWithin(window)) / 2
  const sent = 1 - silence.reduce((sum, share) => sum + share, 0) / armCount
  const proposedWindow = isPrivate ? proposeWindow(delivery) : null
  const lostWaiting = Math.min(waits, horizon) * evenLoss
  const warnings: DeliveryWarning[] = []
  const warn = (code: DeliveryWarning["code"], text: string) => warnings.push({ code, text })
  const count = (value: number) => formatNumber(Math.round(value))
  if (isPrivate && window >= horizon)
    warn(
      "window_outlasts_plan",
      `The window of ${count(window)} rounds outlasts the plan of ${count(horizon)}: nothing can be learned.`,
    )
  else if (isPrivate && window > horizon / 4)
    warn(
      "window_over_quarter",
      `The window is ${Math.round((100 * window) / horizon)} % of the plan: nothing is learned before it ends, and about ${count(lostWaiting)} rewards are lost until then.`,
    )
  const advice = proposedWindow === null ? "" : ` About two mean delays, ${count(proposedWindow)} rounds, lose least.`
  if (within < 1 - tooLateShare)
    warn("window_too_short", `${Math.round(100 * (1 - within))} % of answers come after the window.${advice}`)
  else if (proposedWindow !== null && window > timesProposed * proposedWindow)
    warn("window_too_long", `The window is much longer than answers take.${advice}`)
  return { waits, lostWaiting, answered: sent * within, tooLate: 1 - within, proposedWindow, warnings }
}

/** The window to take with private arrivals: about two mean delays, or just over a fixed one. */
export function proposeWindow({ delay }: Pick<DeliverySpec, "delay">): number | null {
  if (delay === undefined) return null
  const { zero, one } = delay.kind === "by value" ? delay : { zero: delay, one: delay }
  const windows = [zero, one].map((spec) => {
    createDelayLaw(spec)
    return spec.kind === "fixed" ? spec.rounds + 1 : Math.max(1, Math.round(2 * spec.mean))
  })
  return Math.max(...windows)
}
