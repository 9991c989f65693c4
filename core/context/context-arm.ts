// The rewards of one arm with context (docs/theory.md): every released coordinate is a line of
// residual releases. A reward joins the open batch with weights whose squares sum to at most 1; a
// share of that, fixed when the batch opens, is for the arm's total and the rest for the features.

import { ArmisticeError } from "../errors.ts"
import { carryBits, residualStepBits } from "../privacy/residual-loss.ts"
import type { Random } from "../random/random.ts"
import { type HiddenSum, residualDeviation } from "../random/residual-noise.ts"
import { type ContextArm, type ContextLine, forgetPending } from "./context-arm-state.ts"
import type { ContextFeatures, ContextPlan } from "./context-plan.ts"
import { carryOn, joinBatch, learnRelease } from "./information-filter.ts"
import { storeFilter, takeFilter } from "./packed-filter.ts"
import { packRelease } from "./packed-history.ts"

/** Shares of the total are whole numbers of 1/64, so that few weights occur. */
export const shareParts = 64
/** Weights are whole numbers of 2^-20, as rewards are. */
const weightUnit = 2 ** 20
const productUnit = weightUnit * weightUnit
const carryUnit = 2 ** carryBits
/** The hidden sum after a release, as a share of all rewards of the line. */
const hiddenShare = 0.4
/** A coordinate is released with a batch if it grew by half of what closes one. */
const leastGrowth = 0.075

/**
 * A coordinate that a reward touches: its feature, and the weight of a reward in it as a whole
 * number of 2^-20.
 */
interface Touched {
  readonly coordinate: number
  readonly feature: number
  readonly weight: number
}

/**
 * The change of the coordinates by one reward, where the open batch gives `share` 64ths to the
 * total.
 */
export function weighReward(plan: ContextPlan, features: ContextFeatures, share: number): Touched[] {
  const ofTotal = Math.sqrt(share / shareParts)
  const ofFeatures = Math.sqrt(1 - share / shareParts) * plan.scale
  const touched: Touched[] = []
  let square = 0
  for (let place = 0; place < features.index.length; place++) {
    const coordinate = plan.coordinateOf(features.index[place])
    if (coordinate < 0) continue
    const feature = features.value[place]
    // Towards 0, so that the squares of all weights never sum to more than 1.
    const weight = Math.trunc(weightUnit * (coordinate === 0 ? ofTotal : ofFeatures * feature))
    square += weight * weight
    touched.push({ coordinate, feature: Math.abs(feature), weight })
  }
  // Also refuses a share beyond 64, which a forged state may have: its weights are no numbers.
  if (!(square <= productUnit))
    throw new ArmisticeError("invalid_state", `the weights of a reward must have a norm of at most 1, got ${square}`)
  return touched
}

/** A release that closing the batch would make. */
export interface PlannedRelease {
  readonly coordinate: number
  readonly carried: number
  /** Rewards that it takes in. */
  readonly count: number
}

/**
 * The coordinates that are released if the batch closes after these were touched, and what each
 * carries on.
 */
export function planReleases({ lines }: ContextArm, touched: readonly Touched[]): PlannedRelease[] {
  const planned: PlannedRelease[] = []
  for (const [coordinate, line] of lines.entries()) {
    const added = touched.find((one) => one.coordinate === coordinate)
    const pending = line.pending + Math.abs(added?.weight ?? 0) / weightUnit
    const grown = line.touched + (added?.feature ?? 0)
    if (pending === 0 || grown < leastGrowth * line.released) continue
    const count = line.joined.reduce((sum, [, joined]) => sum + joined, added === undefined ? 0 : 1)
    planned.push({ coordinate, carried: carriedOn(line, pending), count })
  }
  return planned
}

const carriedOn = ({ weight, hiddenWeight }: ContextLine, pending: number): number =>
  Math.min(carryUnit - 1, Math.floor((carryUnit * hiddenShare * (weight + pending)) / (hiddenWeight + pending)))

/** Adds a reward to the open batch. */
export function addReward(
  arm: ContextArm,
  features: ContextFeatures,
  touched: readonly Touched[],
  reward: number,
): void {
  for (const { coordinate, feature, weight } of touched) {
    const line = arm.lines[coordinate]
    // Whole parts are set aside, so that the rest stays small enough to be exact.
    line.part += weight * (reward * weightUnit)
    if (Math.abs(line.part) >= 2 ** 52) {
      const whole = Math.trunc(line.part / productUnit)
      line.whole += whole
      line.part -= whole * productUnit
    }
    line.pending += Math.abs(weight) / weightUnit
    line.touched += feature
    const last = line.joined.at(-1)
    if (last?.[0] === arm.share) last[1] += 1
    else line.joined.push([arm.share, 1])
  }
  const { index, value } = features
  for (let place = 0; place < index.length; place++)
    for (let other = 0; other < index.length; other++)
      if (index[other] <= index[place]) {
        const at = (index[place] * (index[place] + 1)) / 2 + index[other]
        while (arm.gram.length <= at) arm.gram.push(0)
        arm.gram[at] += value[place] * value[other]
      }
  arm.received += 1
}

/**
 * Closes the batch: its rewards join the hidden sums, and the planned coordinates are released.
 * Returns the number of releases.
 */
export function closeBatch(
  plan: ContextPlan,
  arm: ContextArm,
  planned: readonly PlannedRelease[],
  setting: { readonly eta: number; readonly variance: number; readonly random: Random },
): void {
  const { eta, variance, random } = setting
  const size = plan.features + 1
  const filter = takeFilter(arm, plan.coordinates, size)
  const scales = plan.released.map((_, coordinate) => scaleOf(plan, arm.share, coordinate))
  joinBatch(filter, { gram: fullMatrix(arm.gram, size), released: plan.released, scales, variance })
  let { history } = arm
  for (const { coordinate, carried } of planned) {
    const line = arm.lines[coordinate]
    const terms = { eta, carried }
    const { released, hidden } = random.residual(line.hidden, sumOf(line), terms)
    learnRelease(filter, coordinate, released, residualDeviation(terms) ** 2)
    history += packRelease(coordinate, { carried, joined: line.joined })
    noteRelease(line, released, hidden, carried)
  }
  for (const { coordinate, carried } of planned) carryOn(filter, coordinate, carried / carryUnit)
  storeFilter(arm, filter)
  arm.history = history
  arm.share = 0
  arm.received = 0
  arm.gram = []
}

/** The factor by which a feature's value enters a released sum. */
function scaleOf(plan: ContextPlan, share: number, coordinate: number): number {
  if (coordinate === 0) return Math.trunc(weightUnit * Math.sqrt(share / shareParts)) / weightUnit
  return Math.sqrt(1 - share / shareParts) * plan.scale
}

function noteRelease(line: ContextLine, released: number, hidden: HiddenSum, carried: number): void {
  line.total += released - (line.carried / carryUnit) * line.last
  line.last = released
  line.weight += line.pending
  line.hiddenWeight = ((line.hiddenWeight + line.pending) * carried) / carryUnit
  line.hidden = hidden
  line.released += line.touched
  line.releases += 1
  line.carried = carried
  forgetPending(line)
}

/** A sum as whole steps where it is exact, which it is where rewards are multiples of 2^-20. */
function sumOf({ whole, part }: ContextLine): HiddenSum {
  if (!Number.isInteger(part)) return whole + part / productUnit
  const steps = (BigInt(whole) << BigInt(residualStepBits)) + (BigInt(part) << BigInt(residualStepBits - 40))
  return steps.toString()
}

function fullMatrix(triangle: readonly number[], size: number): Float64Array {
  const matrix = new Float64Array(size * size)
  for (let row = 0, at = 0; row < size && at < triangle.length; row++)
    for (let column = 0; column <= row && at < triangle.length; column++, at++) {
      matrix[row * size + column] = triangle[at]
      matrix[column * size + row] = triangle[at]
    }
  return matrix
}
