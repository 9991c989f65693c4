// The least that the difference of two values can be, and their least ratio, of all pairs of means
// that the evidence does not refuse. A value is the mean, or what it makes of it where some do not
// answer: a line over it. Evidence is convex in each mean, so every tangent refuses half a plane
// for certain: the answer is never over-stated, however well the point was found at which it
// touches.

import type { Evidence } from "../estimates/rate-evidence.ts"
import { meanItself, type ValueLine, valueOn } from "../estimates/silence.ts"
import { clipUnit } from "../numerics/clip.ts"
import type { ArmEvidence } from "./arm-evidence.ts"

/**
 * The least difference of two values, each on its line, of all means in [0, 1] against which the
 * evidence is below `level`; the least that there is if it says nothing.
 */
export function leastDifference(
  one: ArmEvidence,
  other: ArmEvidence,
  level: number,
  line: ValueLine = meanItself,
  otherLine: ValueLine = meanItself,
): number {
  const { bound } = leastScaled(one, other, level, line.scale, otherLine.scale, startAtCentres(one, other))
  return bound + (line.shift - otherLine.shift)
}

/** Ratios over values below this count as equal. */
const SMALLEST = 1e-6

/** The least ratio of two values that are not negative. */
export function leastRatio(
  one: ArmEvidence,
  other: ArmEvidence,
  level: number,
  line: ValueLine = meanItself,
  otherLine: ValueLine = meanItself,
): number {
  const computeRatio = (touch: Touch): number =>
    valueOn(line, touch.one) / Math.max(valueOn(otherLine, touch.other), SMALLEST)
  // From the ratio of any pair that is not refused on, the ratio at the point at which a
  // combination is least is nearer to the least ratio each time (Dinkelbach 1967).
  let touch = startAtCentres(one, other)
  let ratio = computeRatio(touch)
  for (let step = 0; step < 8; step++) {
    touch = leastScaled(one, other, level, line.scale, ratio * otherLine.scale, touch)
    const next = computeRatio(touch)
    const isNear = Math.abs(next - ratio) <= 1e-6 * ratio
    ratio = next
    if (isNear) break
  }
  for (const margin of [1e-6, 1e-4, 1e-2, 0.1, 0.5]) {
    const safe = ratio * (1 - margin)
    const { bound } = leastScaled(one, other, level, line.scale, safe * otherLine.scale, touch)
    // Surely one value is at least `safe` times the other.
    if (bound + line.shift - safe * otherLine.shift >= 0) return safe
  }
  return 0
}

/** The least share that one scale is of the other; the error is below this share of the range. */
const LEAST_SCALE = 1e-6

/** The least of scale · one mean - otherScale · the other mean. */
function leastScaled(
  one: ArmEvidence,
  other: ArmEvidence,
  level: number,
  scale: number,
  otherScale: number,
  start: Touch,
): Least {
  if (scale === 0 && otherScale === 0) return { bound: 0, one: start.one, other: start.other, slope: 0 }
  if (scale < LEAST_SCALE * otherScale) {
    const enough = LEAST_SCALE * otherScale
    const least = leastCombination(one, other, level, 1 / LEAST_SCALE, start)
    // A mean is at most 1, so the scale that was added has added no more than itself.
    return { ...least, bound: enough * least.bound - (enough - scale) }
  }
  const least = leastCombination(one, other, level, Math.max(LEAST_SCALE, otherScale / scale), start)
  return { ...least, bound: scale * least.bound }
}

/** Where tangents touch, and at which slope. */
interface Touch {
  readonly one: number
  readonly other: number
  readonly slope: number
}

interface Least extends Touch {
  /** One mean less `factor` times the other is at least this. */
  readonly bound: number
}

const startAtCentres = (one: ArmEvidence, other: ArmEvidence): Touch => ({
  one: one.centre,
  other: other.centre,
  slope: 0,
})

/** Evidence within which a slope is found; the bound is off by about its square. */
const NEAR = 1e-4
/** How exactly a slope is met, of itself. */
const EXACT = 1e-7
/** How near a bound must be to a pair that is not refused. */
const GAP = 1e-7

/**
 * The least of one mean less `factor` times the other, over pairs of means whose evidence together
 * is below `level`. At the point where it is, evidence falls with one mean at some slope s, rises
 * with the other at factor · s, and is just at the level.
 */
function leastCombination(one: ArmEvidence, other: ArmEvidence, level: number, factor: number, start: Touch): Least {
  if (one.againstZero + other.againstOne <= level) return { bound: -factor, one: 0, other: 1, slope: 0 }
  let [p, q, slope] = [start.one, start.other, start.slope]
  for (let step = 0; step < 12; step++) {
    const [u, v] = [one.atMost(p), other.atLeast(q)]
    const room = level - u.value - v.value
    const bound = tangentBound([p, q], -u.slope, v.slope, room, factor)
    if (room > -NEAR && p - factor * q - bound < GAP * (1 + factor)) return { bound, one: p, other: q, slope }
    const off = factor * u.slope + v.slope
    // A mean that is drawn beyond its end stays there, and the other alone meets the level:
    // evidence is convex, so that tangents lead there.
    if (q === 1 && off < 0) p = clipUnit(p + room / u.slope)
    else if (p === 0 && off > 0) q = clipUnit(q + room / v.slope)
    else {
      // As if evidence were as curved everywhere as here.
      slope = nextSlope(0, [0, Number.POSITIVE_INFINITY], room, [0.5, 0.5], [u, v], factor)
      p = clipUnit(p - (slope + u.slope) / u.curve)
      q = clipUnit(q + (factor * slope - v.slope) / v.curve)
    }
  }
  return leastBySlope(one, other, level, factor)
}

/** The same for certain: evidence at the point of a slope grows with that slope. */
function leastBySlope(one: ArmEvidence, other: ArmEvidence, level: number, factor: number): Least {
  let [p, q, slope] = [one.centre, other.centre, 0]
  let [u, v] = [one.atMost(p), other.atLeast(q)]
  let [below, above] = [0, Number.POSITIVE_INFINITY]
  for (let step = 0; step < 60; step++) {
    const room = level - u.value - v.value
    if (slope > 0 && Math.abs(room) < NEAR) break
    if (room > 0) below = Math.max(below, slope)
    else if (slope > 0) above = Math.min(above, slope)
    slope = nextSlope(slope, [below, above], room, [p, q], [u, v], factor)
    ;[p, u] = touch(one.atMost, p, u, -slope)
    ;[q, v] = touch(other.atLeast, q, v, factor * slope)
  }
  return { bound: tangentBound([p, q], -u.slope, v.slope, level - u.value - v.value, factor), one: p, other: q, slope }
}

/** Where the convex evidence has this slope, and its value there; else an end of [0, 1]. */
function touch(evidence: (mean: number) => Evidence, from: number, known: Evidence, slope: number): [number, Evidence] {
  const sign = slope > known.slope ? 1 : 0
  const end = evidence(sign)
  if (sign === 1 ? end.slope <= slope : end.slope >= slope) return [sign, end]
  let [low, high] = sign === 1 ? [from, 1] : [0, from]
  let [mean, found] = [from, known]
  for (let step = 0; step < 60; step++) {
    const off = slope - found.slope
    if (Math.abs(off) <= EXACT * Math.abs(slope) || high - low < 1e-15) break
    if (off > 0) low = mean
    else high = mean
    const next = mean + off / found.curve
    mean = next > low && next < high ? next : (low + high) / 2
    found = evidence(mean)
  }
  return [mean, found]
}

/** The slope that uses up `room` if evidence is as curved everywhere as here, within bounds. */
function nextSlope(
  slope: number,
  [below, above]: readonly [number, number],
  room: number,
  [p, q]: readonly [number, number],
  [u, v]: readonly [Evidence, Evidence],
  factor: number,
): number {
  const isInside = (mean: number): boolean => mean > 0 && mean < 1
  const spread = (isInside(p) ? 1 / u.curve : 0) + (isInside(q) ? factor ** 2 / v.curve : 0)
  // From a start that touches nowhere: as if each were at its own slope.
  const found = slope > 0 ? slope ** 2 : (u.slope ** 2 / u.curve + v.slope ** 2 / v.curve) / spread
  const next = Math.sqrt(found + (2 * room) / spread)
  if (next > below && next < above) return next
  if (above === Number.POSITIVE_INFINITY) return below > 0 ? 2 * below : 1
  return below > 0 ? Math.sqrt(below * above) : above / 4
}

/**
 * The tangents at (p, q) leave pairs (a, b) in the unit square with rise·(a - p) - otherRise·(b -
 * q) ≥ -room. The least of a - factor·b over these is at an end of the line or at the corner (0,
 * 1).
 */
function tangentBound(
  [p, q]: readonly [number, number],
  rise: number,
  otherRise: number,
  room: number,
  factor: number,
): number {
  const least = rise * p - otherRise * q - room
  if (-otherRise >= least) return -factor
  // Along the line a larger b needs a larger a: is it worth it?
  const isWorthIt = otherRise < factor * rise
  const a = isWorthIt ? (least + otherRise) / rise : least / rise
  if (isWorthIt && a > 1) return otherRise > 0 ? 1 - (factor * (rise - least)) / otherRise : -factor
  if (!isWorthIt && a < 0) return otherRise > 0 ? (factor * least) / otherRise : -factor
  return Math.min(1, a) - (isWorthIt ? factor : 0)
}
