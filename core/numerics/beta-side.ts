// One side of a Beta(a, b) law, up to a point x below its mean: I_x(a, b) = prefix·ratio, with the
// prefix as a logarithm so that far tails keep their precision. Continued fraction (DiDonato and
// Morris 1992, BFRAC), or quadrature where it would be long.

import { stirlingError } from "./gamma.ts"
import { logExcess } from "./log-excess.ts"

/** From here on (both parameters) quadrature is quicker than the continued fraction. */
const quadratureFrom = 10000

/**
 * A side is given by its own parameter a and variable x, those of the other side b and y = 1 - x,
 * and drift = a·y - b·x ≥ 0, which the caller computes without cancellation: everything that is
 * sensitive to x goes through it.
 */
export function sideRatio(a: number, b: number, x: number, y: number, drift: number): number {
  return a >= quadratureFrom && b >= quadratureFrom
    ? sideByQuadrature(a, b, x, y, drift)
    : 1 / sideFraction(a, b, x, y, drift)
}

/** ln[x^a y^b / B(a, b)] by the saddle point, with Stirling's errors (after Loader 2000). */
export function sideLogPrefix(a: number, b: number, x: number, drift: number): number {
  const total = a + b
  // Far below the mean 1 - drift/a = (a+b)x/a is taken from x itself.
  const own = drift > 0.2 * a ? -drift - a * Math.log((total * x) / a) : a * logExcess(-drift / a)
  const divergence = own + b * logExcess(drift / b)
  const stirling = stirlingError(total) - stirlingError(a) - stirlingError(b)
  // √(ab/(2π(a+b))), with a/(a+b)·b so that nothing overflows.
  return 0.5 * Math.log(((a / total) * b) / (2 * Math.PI)) + stirling - divergence
}

/** The continued fraction F with I_x = x^a y^b / (B(a, b)·F), by the modified Lentz method. */
function sideFraction(a: number, b: number, x: number, y: number, drift: number): number {
  let value = (a * (drift + 1)) / (a + 1)
  let c = value
  let d = 0
  for (let m = 1; m < 10000; m++) {
    const odd = a + 2 * m - 1
    const numerator = ((a + m - 1) / odd) * ((a + b + m - 1) / odd) * m * (b - m) * x * x
    const denominator = m + (m * (b - m) * x) / odd + ((a + m) * (drift + 1 + m * (1 + y))) / (odd + 2)
    d = 1 / (denominator + numerator * d)
    c = denominator + numerator / c
    const change = c * d
    value *= change
    if (Math.abs(change - 1) < 2e-16) break
  }
  return value
}

/** Half of the nodes and weights of the 24-point Gauss-Legendre rule, which is symmetric. */
const nodes = [
  0.06405689286260563, 0.1911188674736163, 0.3150426796961634, 0.4337935076260451, 0.5454214713888396,
  0.6480936519369755, 0.7401241915785544, 0.820001985973903, 0.8864155270044011, 0.9382745520027328, 0.9747285559713095,
  0.9951872199970213,
]
const weights = [
  0.12793819534675216, 0.1258374563468283, 0.12167047292780339, 0.1155056680537256, 0.10744427011596563,
  0.09761865210411388, 0.08619016153195327, 0.0733464814110803, 0.05929858491543678, 0.04427743881741981,
  0.028531388628933663, 0.0123412297999872,
]

/** The density falls by e^-38 over the range of integration; what lies beyond is below rounding. */
const depth = 38

/**
 * ∫ density(x - s)/density(x) ds / (x·y) over s ≥ 0. The log of the integrand is -slope·s -
 * (a-1)·e(-s/x) - (b-1)·e(s/y) with the log-excess e: no large terms cancel.
 */
function sideByQuadrature(a: number, b: number, x: number, y: number, drift: number): number {
  const slope = (drift + x - y) / (x * y)
  const curvature = (a - 1) / (x * x) + (b - 1) / (y * y)
  const range = (2 * depth) / (slope + Math.sqrt(slope * slope + 2 * depth * curvature))
  const integrand = (s: number): number =>
    Math.exp(-slope * s - (a - 1) * logExcess(-s / x) - (b - 1) * logExcess(s / y))
  let sum = 0
  for (let k = 0; k < nodes.length; k++)
    sum += weights[k] * (integrand(0.5 * range * (1 - nodes[k])) + integrand(0.5 * range * (1 + nodes[k])))
  return (0.5 * range * sum) / (x * y)
}
