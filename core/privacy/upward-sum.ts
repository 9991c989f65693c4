// A sum of non-negative numbers that is never under-stated: kept as high + low (106 bits). Every
// rounding error is added back; only where that is itself rounded is the result raised, so a sum of
// one number is that number.

import { nextUp, sumError } from "../numerics/rounding-error.ts"

export class UpwardSum {
  /** The nearest number to the sum, and the rest. */
  high: number
  low: number

  constructor(high = 0, low = 0) {
    this.high = high
    this.low = low
  }

  /** Adds value + rest, where rest is at most half a unit in the last place of value. */
  add(value: number, rest = 0): void {
    const sum = this.high + value
    const carry = sumError(this.high, value, sum)
    const partial = this.low + carry
    let low = partial + rest
    // Two roundings, each at most 2^-53 of what is added: sixteen times that is ample.
    if (sumError(this.low, carry, partial) !== 0 || sumError(partial, rest, low) !== 0)
      low += (Math.abs(this.low) + Math.abs(carry) + Math.abs(rest)) * (8 * Number.EPSILON)
    this.high = sum + low
    this.low = sumError(sum, low, this.high)
  }

  /** Whether the sum exceeds value + rest, both sides being a nearest number and its rest. */
  exceeds(value: number, rest: number): boolean {
    return this.high > value || (this.high === value && this.low > rest)
  }

  /** The smallest number that is at least the sum. */
  ceiling(): number {
    return this.low > 0 ? nextUp(this.high) : this.high
  }
}
