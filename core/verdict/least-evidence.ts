// The evidence that one value is larger than another: the least, over all pairs of means for which
// it is not, of what both arms' releases say against that pair (docs/theory.md, section 8).
// Evidence is convex, so two tangents bound the least from below: it is never over-stated.

import type { Evidence } from "../estimates/rate-evidence.ts"
import { meanItself, type ValueLine } from "../estimates/silence.ts"
import { clip, clipUnit } from "../numerics/clip.ts"
import type { ArmEvidence } from "./arm-evidence.ts"

/** Below this scale the value says nothing about the mean. */
const SMALLEST_SCALE = 1e-9

/** How near the bound must be to the least, in units of ln evidence. */
const GAP = 1e-6

/** ln of the evidence; infinite if the values cannot overlap. */
export function boundJointEvidence(
  one: ArmEvidence,
  other: ArmEvidence,
  line: ValueLine = meanItself,
  otherLine: ValueLine = meanItself,
): number {
  const total = (value: number): Point => {
    const first = throughLine(one.atMost, value, line, 1)
    const second = throughLine(other.atLeast, value, otherLine, 0)
    return { value, height: first.value + second.value, slope: first.slope + second.slope }
  }
  // A value that both may have: at least what silence makes of one, at most the other's most.
  const [least, most] = [line.shift, otherLine.shift + otherLine.scale]
  if (least > most) return Number.POSITIVE_INFINITY
  let [left, right] = [total(least), total(most)]
  if (left.slope >= 0) return left.height
  if (right.slope <= 0) return right.height
  for (let step = 0; step < 60; step++) {
    const next = total(crossing(left, right))
    if (next.height - tangentLow(left, right) < GAP) break
    if (next.slope < 0) left = next
    else right = next
    // Tangents alone may creep along a flat side: every third point halves what is left.
    if (step % 3 === 2) {
      const middle = total((left.value + right.value) / 2)
      if (middle.slope < 0) left = middle
      else right = middle
    }
  }
  return tangentLow(left, right)
}

interface Point {
  readonly value: number
  readonly height: number
  readonly slope: number
}

/**
 * Evidence as a function of the value. `end` is the mean against which it is least: where the value
 * is beyond that mean, or does not depend on the mean, the evidence is the one against `end`.
 */
function throughLine(
  evidence: (mean: number) => Evidence,
  value: number,
  { scale, shift }: ValueLine,
  end: 0 | 1,
): Pick<Evidence, "value" | "slope"> {
  const mean = scale < SMALLEST_SCALE ? end : (value - shift) / scale
  const isBeyond = scale < SMALLEST_SCALE || (end === 1 ? mean > 1 : mean < 0)
  const found = evidence(isBeyond ? end : clipUnit(mean))
  return { value: found.value, slope: isBeyond ? 0 : found.slope / scale }
}

/** Where the tangents at two points on either side of the least meet. */
function crossing(left: Point, right: Point): number {
  const at =
    (right.height - left.height + left.slope * left.value - right.slope * right.value) / (left.slope - right.slope)
  return clip(at, left.value, right.value)
}

const tangentLow = (left: Point, right: Point): number =>
  left.height + left.slope * (crossing(left, right) - left.value)
