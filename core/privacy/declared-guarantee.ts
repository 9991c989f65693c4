// Guarantees of other scales than GDP and pure DP, as algorithms of one's own may declare them.
// None implies GDP (Dong, Roth, Su 2022, section 2), so they have no eta: they are shown and
// attacked as they are.

import { type Guarantee, laplaceGuarantee, pureGuarantee } from "./guarantee.ts"
import { checkDelta, checkLoss, checkOrder } from "./loss.ts"

/** (epsilon, delta)-DP at one delta. */
export function approximateGuarantee(epsilon: number, delta: number): Guarantee {
  checkLoss("epsilon", epsilon)
  checkDelta(delta)
  return { kind: "none", eta: null, declared: { scale: "approximate", epsilon, delta } }
}

/** rho-zCDP (Bun and Steinke 2016). */
export function zcdpGuarantee(rho: number): Guarantee {
  checkLoss("rho", rho)
  return { kind: "none", eta: null, declared: { scale: "zcdp", rho } }
}

/** A Rényi divergence of at most `divergence` at one order (Mironov 2017). */
export function renyiGuarantee(order: number, divergence: number): Guarantee {
  checkLoss("divergence", divergence)
  checkOrder(order)
  return { kind: "none", eta: null, declared: { scale: "renyi", order, divergence } }
}

/**
 * The guarantee that an algorithm of one's own returns, with the losses that it states by their
 * scale alone. An epsilon decides its eta: a smaller one beside it would understate it.
 */
export function readGuarantee(given: Guarantee): Guarantee {
  const { kind, epsilon, delta, rho, order, divergence, mechanism } = (given ?? {}) as unknown as Record<
    string,
    unknown
  >
  if (given?.declared !== undefined) {
    const { scale, ...losses } = given.declared
    return readGuarantee({ ...losses, kind: scale } as unknown as Guarantee)
  }
  if (kind === "approximate") return approximateGuarantee(Number(epsilon), Number(delta))
  if (kind === "zcdp") return zcdpGuarantee(Number(rho))
  if (kind === "renyi") return renyiGuarantee(Number(order), Number(divergence))
  if (kind !== "pure" || epsilon === undefined) return given
  const { eta, ...details } = given
  const computed = mechanism === "laplace" ? laplaceGuarantee(Number(epsilon)) : pureGuarantee(Number(epsilon))
  return { ...details, ...computed, eta: Math.max(computed.eta ?? 0, eta ?? 0) }
}

/** Relative room for rounding, in favour of what is claimed. */
const room = 1e-9

/**
 * Whether a test with error rates of at most these is impossible under the guarantee: it would tell
 * neighbours apart better than is allowed. Post-processing to one bit cannot raise a divergence, so
 * that rates alone decide.
 */
export function refutesGuarantee(
  { declared }: Pick<Guarantee, "declared">,
  falsePositiveRate: number,
  falseNegativeRate: number,
): boolean {
  const [first, second] = [falsePositiveRate, 1 - falseNegativeRate]
  if (declared === undefined || !(second > first)) return false
  if (declared.scale === "approximate") {
    const { epsilon, delta } = declared
    const gap = Math.max(second - Math.exp(epsilon) * first, 1 - first - Math.exp(epsilon) * (1 - second))
    return gap > delta + room
  }
  const exceeds = (one: number, most: number): boolean =>
    Math.max(bitDivergence(second, first, one), bitDivergence(first, second, one)) > most * (1 + room) + room
  if (declared.scale === "renyi") return exceeds(declared.order, declared.divergence)
  return orders.some((one) => exceeds(one, one * declared.rho))
}

/** Orders at which zCDP is tested: any one that fails refutes it. */
const orders: readonly number[] = Array.from({ length: 80 }, (_, step) => 1 + 10 ** (step / 16 - 2))

/** The Rényi divergence of a coin with chance p from one with chance q. */
export function bitDivergence(p: number, q: number, order: number): number {
  const term = (a: number, b: number): number =>
    a === 0 ? Number.NEGATIVE_INFINITY : order * Math.log(a) - (order - 1) * Math.log(b)
  const terms = [term(p, q), term(1 - p, 1 - q)]
  const largest = Math.max(...terms)
  if (largest === Number.POSITIVE_INFINITY) return largest
  return (largest + Math.log(terms.reduce((sum, one) => sum + Math.exp(one - largest), 0))) / (order - 1)
}

/** The largest advantage (total variation) that it leaves an attack; 1 if it promises nothing. */
export function boundAdvantage({ declared }: Pick<Guarantee, "declared">): number {
  if (declared === undefined) return 1
  const up = (value: number): number => Math.min(1, value * (1 + room) + Number.MIN_VALUE)
  // Kairouz, Oh and Viswanath (2015).
  if (declared.scale === "approximate") {
    const { epsilon, delta } = declared
    return up(Math.tanh(epsilon / 2) + (2 * delta) / (1 + Math.exp(epsilon)))
  }
  // Divergences grow with the order, so both bound that of Kullback and Leibler: Pinsker, and
  // Bretagnolle and Huber.
  const most = declared.scale === "zcdp" ? declared.rho : declared.divergence
  return up(Math.min(Math.sqrt(most / 2), Math.sqrt(-Math.expm1(-most))))
}
