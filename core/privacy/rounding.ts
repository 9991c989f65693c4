// Losses are rounded outward: a reported loss is never below the true one. JavaScript rounds to
// nearest only, so a bound on the error is added instead (README.md in this folder counts it).

import { nextUp, productError } from "../numerics/rounding-error.ts"

/** A number a little above `loss`: more than the error of the few operations that computed it. */
export function roundUp(loss: number): number {
  return loss * (1 + 8 * Number.EPSILON)
}

/** x·y, or the next number above it if it was rounded down. For finite x, y ≥ 0. */
export function multiplyUp(x: number, y: number): number {
  const product = x * y
  if (product === 0) return x === 0 || y === 0 ? 0 : Number.MIN_VALUE
  if (product === Number.POSITIVE_INFINITY) return product
  // Below this the error itself would be rounded; where computing it overflows it is no number, and
  // the product is raised too.
  return product > 1e-290 && productError(x, y, product) <= 0 ? product : nextUp(product)
}

/**
 * The smallest number that is at least x/y: noise of scale x/y rounded to nearest could be too
 * little. For positive x and y whose quotient and product are ordinary numbers.
 */
export function divideUp(x: number, y: number): number {
  const quotient = x / y
  const product = quotient * y
  const isBelow = product < x || (product === x && productError(quotient, y, product) < 0)
  return isBelow ? nextUp(quotient) : quotient
}

/**
 * The first number going down from `guess` in small steps for which `holds`: turns an inverse that
 * is right up to rounding into one that is certainly on the safe side. 0 must hold.
 */
export function findLargestWithin(guess: number, holds: (value: number) => boolean): number {
  let value = guess
  for (let step = 2 * Number.EPSILON; value > 0 && !holds(value); step *= 2) value = guess * (1 - step)
  return Math.max(value, 0)
}
