// The deliveries of rewards that a plan compares.

import { formatNumber } from "@armistice/core/text"
import type { DeliverySpec } from "../engines/delivery.ts"
import type { DeliveryCost } from "./delivery-cost.ts"

export const atOnce = { kind: "fixed", rounds: 0 } as const

/** The planned delivery, and others that show what its parts cost. */
export function listDeliveries(
  delivery: DeliverySpec | undefined,
  cost: DeliveryCost | null,
): { readonly about: string; readonly delivery: DeliverySpec }[] {
  if (delivery === undefined || cost === null) return []
  const { delay, silence, ripe, window, arrivals, answers, missing } = delivery
  const silences = typeof silence === "number" ? [silence] : (silence ?? [0])
  const isPrivate = arrivals === "private" || (answers === "successes" && arrivals !== "public")
  const list = [{ about: "as planned", delivery }]
  const add = (about: string, change: DeliverySpec) => list.push({ about, delivery: { ...delivery, ...change } })
  if (silences.some((share) => share > 0)) add("if everybody answered", { silence: 0 })
  if (isPrivate) {
    const { proposedWindow } = cost
    if (proposedWindow !== null && proposedWindow !== window)
      add(`with a window of ${formatNumber(proposedWindow)} rounds`, { window: proposedWindow })
    if (answers !== "successes" && missing !== "ignore") add("if arrivals were public", { arrivals: "public" })
  } else if (delay !== undefined || (ripe ?? 0) > 0) add("if answers came at once", { delay: atOnce, ripe: 0 })
  return list
}
