// Φ⁻¹ by Wichura's AS241 (PPND16, Applied Statistics 37, 1988): relative error below 1e-15 for
// probabilities down to 1e-300. Log-probabilities below that: Newton on log Φ from the asymptotic
// start.

import { ArmisticeError } from "../errors.ts"
import { scaledTail } from "./mills.ts"
import { polynomial } from "./polynomial.ts"

const centralTop = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
  33430.57558358813, 2509.0809287301227,
]
const centralBottom = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943,
  5226.495278852854,
]
const nearTop = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414,
]
const nearBottom = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
]
const farTop = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
]
const farBottom = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
  1.421511758316446e-7, 2.0442631033899397e-15,
]

/** Φ⁻¹(p) for p in [0, 1]; ∓Infinity at the ends. */
export function normalQuantile(p: number): number {
  const q = p - 0.5
  if (q >= -0.425 && q <= 0.425) return central(q)
  if (p > 0 && p <= 0.5) return -tail(Math.sqrt(-Math.log(p)))
  if (p < 1 && p > 0.5) return tail(Math.sqrt(-Math.log(1 - p)))
  return endOfRange(p)
}

/** -Φ⁻¹(q): the point whose upper tail is q. For small q this is where precision is kept. */
export function normalTailQuantile(q: number): number {
  const c = 0.5 - q
  if (c >= -0.425 && c <= 0.425) return central(c)
  if (q > 0 && q <= 0.5) return tail(Math.sqrt(-Math.log(q)))
  if (q < 1 && q > 0.5) return -tail(Math.sqrt(-Math.log(1 - q)))
  return -endOfRange(q)
}

/** Φ⁻¹(e^logP) for logP ≤ 0, also where e^logP is no longer a number. */
export function normalLogQuantile(logP: number): number {
  if (logP > -2.59) return logP > -0.7 ? normalTailQuantile(-Math.expm1(logP)) : normalQuantile(Math.exp(logP))
  if (logP > -729) return -tail(Math.sqrt(-logP))
  if (logP === Number.NEGATIVE_INFINITY) return logP
  if (Number.isNaN(logP)) return endOfRange(logP)
  return -farQuantile(-logP)
}

/** Φ⁻¹(1/2 + c), where the distance c from one half is known precisely (|c| < 1/2). */
export function normalCentralQuantile(c: number): number {
  if (c >= -0.425 && c <= 0.425) return central(c)
  return c < 0 ? normalQuantile(0.5 + c) : normalTailQuantile(0.5 - c)
}

/** |q| ≤ 0.425, q = p - 1/2. */
function central(q: number): number {
  const r = 0.180625 - q * q
  return (q * polynomial(centralTop, r)) / polynomial(centralBottom, r)
}

/** The upper point for tail probability e^(-r²). */
function tail(r: number): number {
  return r <= 5
    ? polynomial(nearTop, r - 1.6) / polynomial(nearBottom, r - 1.6)
    : polynomial(farTop, r - 5) / polynomial(farBottom, r - 5)
}

/** Solves x²/2 - ln scaledTail(x) = level (that is, -log tail(x) = level) for large x. */
function farQuantile(level: number): number {
  const square = 2 * level
  let x = Math.sqrt(square - Math.log(2 * Math.PI * square))
  // The derivative is 1/(√(2π)·scaledTail(x)); two steps reach full precision, a third is free.
  for (let step = 0; step < 3; step++) {
    const ratio = scaledTail(x)
    x -= ((x * x) / 2 - Math.log(ratio) - level) * ratio * Math.sqrt(2 * Math.PI)
  }
  return x
}

function endOfRange(p: number): number {
  if (p === 0) return Number.NEGATIVE_INFINITY
  if (p === 1) return Number.POSITIVE_INFINITY
  throw new ArmisticeError("invalid_parameter", `a probability must be in [0, 1], got ${p}`)
}
