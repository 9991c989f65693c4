// Conversions from zCDP and Rényi DP, and what GDP and pure DP imply in their terms.

import {
  computeGdpRenyi,
  computeGdpRho,
  computePureRenyi,
  computePureRho,
  computeRenyiEpsilon,
  computeZcdpEpsilon,
  findRhoEta,
} from "@armistice/core/privacy"
import { formatLoss, formatPlainNumber, formatTarget } from "../../print/numbers.ts"
import { UsageError } from "../../usage-error.ts"
import { formatEpsilons, type PrivacyReport, usualDeltas } from "./privacy-report.ts"

export interface RenyiLosses {
  readonly rho: number | undefined
  readonly order: number | undefined
  readonly renyi: number | undefined
}

/** Null if none of its options is given, or an order alone: that is for a loss on another scale. */
export function convertRenyi(losses: RenyiLosses, delta: number | undefined): PrivacyReport | null {
  const { rho, order, renyi } = losses
  if (rho === undefined && renyi === undefined) return null
  if (rho === undefined) return fromRenyi(order, renyi, delta)
  if (order !== undefined || renyi !== undefined)
    throw new UsageError("--rho must not be given together with --order or --renyi")
  const epsilonAt = (delta === undefined ? usualDeltas : [delta]).map((one) => ({
    delta: one,
    epsilon: computeZcdpEpsilon(rho, one),
  }))
  const eta = findRhoEta(rho)
  return {
    document: { rho, etaTarget: eta, epsilonAt },
    text: `What is ${formatPlainNumber(rho)}-zCDP is also (epsilon, delta)-DP with:\n${formatEpsilons(epsilonAt)}\nWhat is ${formatTarget(eta)}-GDP is ${formatPlainNumber(rho)}-zCDP; the converse does not hold.`,
    curves: [],
  }
}

function fromRenyi(order: number | undefined, renyi: number | undefined, delta: number | undefined): PrivacyReport {
  if (order === undefined || renyi === undefined || delta === undefined)
    throw new UsageError("a Rényi loss needs --order, --renyi and --delta")
  const epsilon = computeRenyiEpsilon(renyi, order, delta)
  return {
    document: { order, renyi, delta, epsilon },
    text: `epsilon ${formatLoss(epsilon)}: what is (${formatPlainNumber(order)}, ${formatPlainNumber(renyi)})-RDP is (epsilon, ${formatPlainNumber(delta)})-DP.`,
    curves: [],
  }
}

const usualOrders = [2, 8, 32]

/** The zCDP and Rényi losses that a loss on another scale implies. */
export function describeImplied(scale: "eta" | "epsilon", loss: number) {
  const rho = scale === "eta" ? computeGdpRho(loss) : computePureRho(loss)
  const compute = scale === "eta" ? computeGdpRenyi : computePureRenyi
  const renyiAt = usualOrders.map((order) => ({ order, renyi: compute(loss, order) }))
  const orders = renyiAt.map(({ order, renyi }) => `${formatLoss(renyi)} at order ${order}`).join(", ")
  return { numbers: { rho, renyiAt }, text: `Also ${formatLoss(rho)}-zCDP, and RDP with ${orders}.` }
}
