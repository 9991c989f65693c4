// Logarithms of binomial probabilities that keep their digits up to 2^53 trials: Loader's deviance
// form ("Fast and accurate computation of binomial probabilities", 2000), with the mean trials · p
// as an exact sum of two numbers.

import { productError } from "../numerics/rounding-error.ts"

/** trials · p = value + error exactly. */
export interface ExactMean {
  readonly value: number
  readonly error: number
}

export function exactMean(trials: number, p: number): ExactMean {
  const value = trials * p
  return { value, error: productError(trials, p, value) }
}

/** ln P(count) for 0 < p < 1. */
export function logBinomialProbability(count: number, trials: number, p: number, mean = exactMean(trials, p)): number {
  const rest = trials - count
  if (count === 0) return trials * Math.log1p(-p)
  if (rest === 0) return trials * Math.log(p)
  const excess = count - mean.value - mean.error
  const spread = Math.log(2 * Math.PI * count * (rest / trials)) / 2
  const stirling = stirlingError(trials) - stirlingError(count) - stirlingError(rest)
  return stirling - deviance(count, mean.value, excess) - deviance(rest, trials * (1 - p), -excess) - spread
}

/** count · ln(count / mean) - excess, where excess = count - mean is known precisely. */
function deviance(count: number, mean: number, excess: number): number {
  const ratio = excess / (count + mean)
  if (ratio > 0.1 || ratio < -0.1) return count * Math.log(count / mean) - excess
  // ln(count / mean) = 2 artanh(ratio): its first term joins the excess, the others are added until
  // they no longer count.
  const square = ratio * ratio
  let power = 2 * count * ratio * square
  let sum = excess * ratio
  for (let odd = 3; sum + power / odd !== sum; odd += 2) {
    sum += power / odd
    power *= square
  }
  return sum
}

/** ln n! - ln(√(2πn) (n/e)^n) for whole n ≥ 1. */
function stirlingError(n: number): number {
  if (n < smallErrors.length) return smallErrors[n]
  const square = n * n
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / n
}

const smallErrors = [0]
for (let n = 1, factorial = 1; n < 16; n++) {
  factorial *= n
  smallErrors.push(Math.log(factorial) - Math.log(2 * Math.PI * n) / 2 - n * Math.log(n) + n)
}
