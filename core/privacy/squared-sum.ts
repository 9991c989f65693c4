// A sum of squared losses that is never under-stated. Squares enter exactly (as two numbers), so
// the loss of a single release is its own, not a little more, and a budget can be spent to the last
// bit but not beyond.

import { ArmisticeError } from "../errors.ts"
import { nextUp, productError } from "../numerics/rounding-error.ts"
import { UpwardSum } from "./upward-sum.ts"

/** Squares of losses below this would lose their low bits; they count as this much. */
const smallest = 1e-140
/** Squares of losses above this would overflow. */
export const largestLoss = 1e150

/** A sum of squared losses, rounded up. */
export class SquaredSum extends UpwardSum {
  /** Adds loss². */
  addLoss(loss: number): this {
    if (!(loss >= 0 && loss <= largestLoss))
      throw new ArmisticeError("invalid_parameter", `a loss must be a number in [0, ${largestLoss}], got ${loss}`)
    if (loss === 0) return this
    const counted = Math.max(loss, smallest)
    const square = counted * counted
    this.add(square, productError(counted, counted, square))
    return this
  }

  /** Whether the sum exceeds limit². */
  exceedsLoss(limit: number): boolean {
    const square = limit * limit
    return this.exceeds(square, productError(limit, limit, square))
  }

  /** The smallest loss whose square is at least the sum. */
  root(): number {
    // The number below the nearest root never suffices: its square is too small by more than low.
    let root = Math.sqrt(this.high)
    while (this.exceedsLoss(root)) root = nextUp(root)
    return root
  }
}
