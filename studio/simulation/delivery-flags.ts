// Late and missing answers as flags of `armistice simulate` and `compare`.

import type { DelaySpec, DeliverySpec } from "@armistice/lab"

/** Each flag follows a space; empty if everyone answers at once. */
export function formatDeliveryFlags(delivery: DeliverySpec | undefined): string {
  if (delivery === undefined) return ""
  const { delay, silence, window, missing, ripe, arrivals, answers, acceptPublicArrivals } = delivery
  return [
    delayFlags(delay),
    silence === undefined ? "" : ` --silence ${silence}`,
    window === undefined ? "" : ` --window ${window}`,
    missing === undefined ? "" : ` --missing ${missing}`,
    ripe === undefined ? "" : ` --ripe ${ripe}`,
    arrivals === undefined ? "" : ` --arrivals ${arrivals}`,
    answers === undefined ? "" : ` --answers ${answers}`,
    acceptPublicArrivals === true ? " --accept-public-arrivals" : "",
  ].join("")
}

function delayFlags(delay: DeliverySpec["delay"]): string {
  if (delay === undefined) return ""
  if (delay.kind !== "by value") return lawFlags(delay, delayMean(delay))
  const { zero, one } = delay
  if (zero.kind !== one.kind)
    throw new Error(`the command has one law for both values, got ${zero.kind} and ${one.kind}`)
  return lawFlags(zero, `${delayMean(zero)},${delayMean(one)}`)
}

const delayMean = (delay: DelaySpec): number => (delay.kind === "fixed" ? delay.rounds : delay.mean)

function lawFlags(delay: DelaySpec, means: number | string): string {
  if (delay.kind === "fixed") return ` --delay ${means}`
  const spread = delay.kind === "lognormal" ? ` --delay-sigma ${delay.sigma}` : ""
  return ` --mean-delay ${means} --delay-law ${delay.kind}${spread}`
}
