// The trade-off function of a guarantee (Dong, Roth, Su 2022): the smallest false-negative rate
// that a test between two neighbouring reward streams can have at false-positive rate x. Larger is
// more private; 1 - x is perfect, 0 promises nothing.

import { requireParameter } from "../errors.ts"
import { normalTail, normalTailQuantile } from "../numerics/normal.ts"
import type { Guarantee } from "./guarantee.ts"

/** Computed to the nearest number, for drawing and comparing; reported losses are rounded up. */
export function tradeOff(guarantee: Guarantee): (falsePositiveRate: number) => number {
  const curve = createCurve(guarantee)
  return (x) => {
    requireParameter(x >= 0 && x <= 1, "a false-positive rate must be in [0, 1]", x)
    return curve(x)
  }
}

function createCurve({ kind, eta, epsilon, mechanism }: Guarantee): (x: number) => number {
  if (kind === "none" || eta === null) return () => 0
  if (kind === "gdp" || epsilon === undefined) return (x) => gaussianTradeOff(eta, x)
  if (mechanism === "laplace") return (x) => laplaceTradeOff(epsilon, x)
  // Composition may have found an eta below that of epsilon alone; both bounds hold.
  return (x) => Math.max(pureTradeOff(epsilon, x), gaussianTradeOff(eta, x))
}

/** G_η(x) = Φ(Φ⁻¹(1-x) - η). */
function gaussianTradeOff(eta: number, x: number): number {
  if (eta === 0 || x === 0) return 1 - x
  return normalTail(eta - normalTailQuantile(x))
}

/** f_ε(x) = max(1 - e^ε x, e^(-ε)(1 - x)): randomised response. */
function pureTradeOff(epsilon: number, x: number): number {
  if (x === 0) return 1
  const odds = Math.exp(-epsilon)
  return Math.max(1 - x / odds, odds * (1 - x))
}

/** Two Laplace laws ε scales apart. */
function laplaceTradeOff(epsilon: number, x: number): number {
  if (x === 0) return 1
  const odds = Math.exp(-epsilon)
  if (x < odds / 2) return 1 - x / odds
  return x <= 0.5 ? odds / (4 * x) : odds * (1 - x)
}
