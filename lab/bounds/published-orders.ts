// Orders of lower bounds from the literature, for pure and approximate DP. Their constants are left
// at 1, so each shows how a bound grows, and not a regret below which nothing is possible.

import { computeDelta, findLaplaceEpsilon } from "@armistice/core"

/** The setting of a lower bound from the literature. */
export interface OrderRequest {
  readonly means: readonly number[]
  readonly horizon: number
  readonly eta: number
}

/** The order of a lower bound from the literature at one privacy. */
export interface PublishedOrder {
  readonly name: string
  /** With all constants at 1. */
  readonly value: number
  readonly formula: string
  /** The algorithms that it bounds. */
  readonly condition: string
}

/** The orders of Shariff and Sheffet, of Azize and Basu, and of Wang and Zhu, constants at 1. */
export function publishedOrders({ means, horizon, eta }: OrderRequest): PublishedOrder[] {
  const armCount = means.length
  const best = Math.max(...means)
  const log = Math.log(horizon)
  const withoutPrivacy = means.reduce((sum, mean) => (mean < best ? sum + log / (best - mean) : sum), 0)
  const epsilon = findLaplaceEpsilon(eta)
  const pure = `(ε, 0)-DP at ε = ${Number(epsilon.toPrecision(4))}, which a Laplace release with this η has`
  const approximate = largestApproximateTerm(horizon, eta)
  return [
    {
      name: "Shariff and Sheffet (2018)",
      value: withoutPrivacy + (armCount * log) / epsilon,
      formula: "Σ ln T/Δ + K ln T/ε",
      condition: `these means, ${pure}`,
    },
    {
      name: "Azize and Basu (2022)",
      value: Math.sqrt(armCount * horizon) + armCount / epsilon,
      formula: "√(KT) + K/ε",
      condition: `the worst means, ${pure}`,
    },
    {
      name: "Wang and Zhu (2024)",
      value: withoutPrivacy + armCount * approximate.term,
      formula: "Σ ln T/Δ + K/ε ln(((e^ε-1)T + δT)/((e^ε-1) + δT))",
      condition: `these means, (ε, δ)-DP at ε = ${Number(approximate.epsilon.toPrecision(3))}, where its curve for this η asks most`,
    },
  ]
}

/**
 * η-GDP is (ε, δ(ε))-DP for every ε, so the order holds at each; this is the largest. A grid of ε
 * is enough, because a smaller value only understates the order.
 */
function largestApproximateTerm(horizon: number, eta: number): { readonly epsilon: number; readonly term: number } {
  let largest = { epsilon: eta, term: 0 }
  for (let step = 0; step <= 80; step++) {
    const epsilon = eta * 10 ** (step / 20 - 2)
    const term = approximateTerm(epsilon, computeDelta(eta, epsilon), horizon)
    if (term > largest.term) largest = { epsilon, term }
  }
  return largest
}

/** ln(((e^ε - 1)T + δT) / ((e^ε - 1) + δT)) / ε, which is ln T/ε for δ = 0. */
export function approximateTerm(epsilon: number, delta: number, horizon: number): number {
  // Divided by e^ε - 1, which overflows for a large ε.
  const share = delta / Math.expm1(epsilon)
  return (Math.log(horizon) + Math.log1p(share) - Math.log1p(share * horizon)) / epsilon
}
