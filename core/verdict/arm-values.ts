// The values that a verdict compares: the mean of each arm or, where silence is worth something,
// the value of a decision for it. Values are known in two ways: through the shares of answers and
// the means of those who answer, and by counting decisions in their order. Each way is a statement
// with a part of the error.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import { splitError } from "../estimates/decision-order.ts"
import { computeBestChances } from "../estimates/posterior.ts"
import type { ReleasedSum } from "../estimates/released-sum.ts"
import {
  computeAnsweredShares,
  intersect,
  SHARE_OF_ERROR,
  type Silence,
  valueInterval,
  valueLaw,
  valueLine,
  valueOn,
} from "../estimates/silence.ts"
import { clip } from "../numerics/clip.ts"
import { collectArmFigures, type Figures, type OrderedFigures, orderedFigures } from "./arm-figures.ts"
import type { PairArm } from "./difference-interval.ts"
import { computeLevelError, productLevel } from "./product-level.ts"
import { computeError, computeErrorShare, computeLevel, confidenceAfter, looksAhead, type Stops } from "./stop-error.ts"

/** In [0, 1]. */
export interface ArmValue {
  readonly rewards: number
  /** Null before the first release. */
  readonly mean: number | null
  readonly low: number
  readonly high: number
}

/** Evidence about pairs, obtained in one way. */
export interface Statement {
  /** For each arm; null before its first release. */
  readonly pairs: readonly (PairArm | null)[]
  readonly sums: readonly ReleasedSum[]
  /** The error of one end of an interval of a difference, of so many that share the error. */
  computeEndError(ends: Ends): number
  /** The inverse of `computeEndError`: the total error at which the evidence is just enough. */
  totalError(logEvidence: number, ends: Ends): number
}

/** How many ends share the error: before any stop, and afterwards, when any two arms may remain. */
export interface Ends {
  readonly before: number
  readonly after: number
}

export interface Values {
  readonly figures: Figures
  readonly values: readonly ArmValue[]
  /** The chance of each arm to be best. */
  readonly chances: readonly number[]
  readonly statements: readonly Statement[]
}

export interface ValueOptions {
  readonly confidence: number
  /** All arms that there can ever be. */
  readonly armCount: number
  /** `silence.missing` is in [0, 1]. */
  readonly silence?: Silence | undefined
  readonly stops?: Stops | undefined
  /** The most rewards of an arm that were planned at first; left out: what the algorithm plans. */
  readonly planned?: number | undefined
}

/** Null for algorithms whose state keeps no released sums. */
export function computeArmValues(algorithm: Algorithm, state: AlgorithmState, options: ValueOptions): Values | null {
  const { confidence, silence, stops, armCount, planned } = options
  if (silence !== undefined) return valuesWithSilence(algorithm, state, { ...options, silence })
  const figures = collectArmFigures(algorithm, state, confidenceAfter(stops, confidence), planned)
  if (figures === null) return null
  const { arms, chances } = figures
  const pairs = arms.map(({ evidence }) => (evidence === null ? null : { evidence }))
  const statement: Statement = {
    pairs,
    sums: arms.map(({ sum }) => sum),
    ...errorsAfter(stops, armCount, 1 - confidence),
  }
  return { figures, values: arms, chances, statements: [statement] }
}

/** The errors of evidence, also after stops that may have looked at more than releases. */
function errorsAfter(stops: Stops | undefined, armCount: number, error: number) {
  const share = computeErrorShare(stops, armCount)
  const looks = looksAhead(stops)
  return {
    computeEndError: (ends: Ends) => Math.exp(-computeLevel((share * error) / countEnds(ends, stops), looks)),
    totalError: (logEvidence: number, ends: Ends) =>
      (countEnds(ends, stops) * computeError(logEvidence, looks)) / share,
  }
}

const countEnds = ({ before, after }: Ends, stops: Stops | undefined): number =>
  (stops?.count ?? 0) === 0 ? before : after

function valuesWithSilence(
  algorithm: Algorithm,
  state: AlgorithmState,
  { confidence, armCount, silence, stops, planned }: ValueOptions & { readonly silence: Silence },
): Values | null {
  const { missing } = silence
  const half = splitError(true, silence).ordered
  const ordered = orderedFigures(algorithm, state, 1 - half * (1 - confidence), silence, planned)
  const parts = splitError(ordered !== null, silence)
  const sharesError = parts.shares * (1 - confidence)
  // Shares of answers get a part of this error, and means the rest. If this way is not used, its
  // figures serve means and chances only.
  const meansError = (1 - SHARE_OF_ERROR) * (parts.shares === 0 ? 1 - confidence : sharesError)
  const figures = collectArmFigures(algorithm, state, confidenceAfter(stops, 1 - meansError), planned)
  if (figures === null) return null
  const shares = computeAnsweredShares(silence, SHARE_OF_ERROR * sharesError)
  const lines = shares.map(({ mean }) => valueLine(mean, missing))
  const means = errorsAfter(stops, armCount, meansError)
  // For one pair two shares can fail for each of K ends; over all pairs all of them can.
  const pairShares = computeAnsweredShares(silence, (SHARE_OF_ERROR * sharesError) / (2 * armCount))
  const throughShares: Statement = {
    pairs: figures.arms.map(({ evidence }, arm) =>
      evidence === null ? null : { evidence, silence: { share: pairShares[arm], missing } },
    ),
    sums: figures.arms.map(({ sum }) => sum),
    computeEndError: means.computeEndError,
    // Shares stay where they were computed, with the error that they have there.
    totalError: (logEvidence, ends) =>
      means.totalError(logEvidence, ends) / parts.shares + SHARE_OF_ERROR * (1 - confidence),
  }
  const throughOrder = ordered === null ? [] : [stateInOrder(ordered, parts.ordered, 1 - confidence, armCount, stops)]
  const statements = [...(parts.shares > 0 ? [throughShares] : []), ...throughOrder]
  const values = figures.arms.map((arm, place): ArmValue => {
    const through = valueInterval([arm.low, arm.high], shares[place], missing)
    const inOrder = ordered === null ? through : ([ordered[place].low, ordered[place].high] as const)
    const [low, high] = parts.shares === 0 ? inOrder : intersect(through, inOrder)
    const value = arm.mean === null ? null : clip(valueOn(lines[place], arm.mean), low, high)
    return { rewards: arm.rewards, mean: value, low, high }
  })
  const chances = computeBestChances(figures.arms.map(({ law }, place) => valueLaw(law, lines[place])))
  return { figures, values, chances, statements }
}

/** The evidence from decisions in their order, which have a part of the error. */
function stateInOrder(
  ordered: readonly OrderedFigures[],
  part: number,
  error: number,
  armCount: number,
  stops: Stops | undefined,
): Statement {
  // Stops look at outstanding rewards. Here such decisions count as known, so the error only has to
  // cover which arms remain.
  const share = computeErrorShare(stops, armCount) * part
  return {
    pairs: ordered.map(({ evidence }) => (evidence === null ? null : { evidence })),
    sums: ordered.map(({ sum }) => sum),
    // Decisions of one arm that are not released yet may decide when the other arm is released.
    computeEndError: (ends) => 1 / productLevel((share * error) / countEnds(ends, stops)),
    totalError: (logEvidence, ends) => (countEnds(ends, stops) * computeLevelError(logEvidence)) / share,
  }
}
