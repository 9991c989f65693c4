// ln Γ and Stirling's error for positive arguments, to a few units in the last place. An asymptotic
// series (DLMF 5.11) above 8, a recurrence below, and on [1, 2] a rational approximation of our own
// (error 1e-19) that keeps ln Γ's zeros.

import { requireParameter } from "../errors.ts"
import { polynomial } from "./polynomial.ts"

const halfLog2Pi = 0.9189385332046728
/** From here on the asymptotic series reaches full precision. */
const large = 8

/** B_2k / (2k(2k-1)), k = 1 …: the series of Stirling's error in 1/n². */
const stirlingSeries = [
  1 / 12,
  -1 / 360,
  1 / 1260,
  -1 / 1680,
  1 / 1188,
  -691 / 360360,
  1 / 156,
  -3617 / 122400,
  43867 / 244188,
  -174611 / 125400,
]

/** ln n! - [n ln n - n + ½ ln(2πn)] for n > 0, accurate relative to itself. */
export function stirlingError(n: number): number {
  requireParameter(n > 0 && n < Number.POSITIVE_INFINITY, "n must be a positive finite number", n)
  let sum = 0
  let shifted = n
  for (; shifted < large; shifted++) sum += stirlingStep(shifted)
  return sum + polynomial(stirlingSeries, 1 / (shifted * shifted)) / shifted
}

/** stirlingError(n) - stirlingError(n+1) = (n+½) ln(1+1/n) - 1 = artanh(s)/s - 1, s = 1/(2n+1). */
function stirlingStep(n: number): number {
  if (n < 1) return (n + 0.5) * Math.log1p(1 / n) - 1
  const w = 1 / ((2 * n + 1) * (2 * n + 1))
  let power = w
  let sum = w / 3
  for (let odd = 5; power > 1e-18; odd += 2) {
    power *= w
    sum += power / odd
  }
  return sum
}

/** ln Γ(1+t) / (t(t-1)) on [0, 1]. */
const top = [
  0.5772156649015329, 1.6820338260351562, 1.8707344397470345, 0.9930539511620571, 0.25669829592642,
  0.029220238177271075, 0.0010806808353176355, 2.9464583706502804e-6,
]
const bottom = [
  1, 3.3389343216915495, 4.390349291918918, 2.8861913529065033, 0.9950486887673503, 0.1724069213280993,
  0.01299531649521575, 0.0002909818225875854,
]

export function logGamma(x: number): number {
  requireParameter(x > 0 && x < Number.POSITIVE_INFINITY, "x must be a positive finite number", x)
  if (x > 3) return (x - 0.5) * Math.log(x) - x + halfLog2Pi + stirlingError(x)
  if (x > 2) return logGammaOnePlus(x - 2) + Math.log1p(x - 2)
  if (x >= 1) return logGammaOnePlus(x - 1)
  return logGammaOnePlus(x) - Math.log(x)
}

function logGammaOnePlus(t: number): number {
  return (t * (t - 1) * polynomial(top, t)) / polynomial(bottom, t)
}
