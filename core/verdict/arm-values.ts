// What a verdict compares: the mean of each arm, or, where silence is worth something, what a decision for it is worth. Values are known in
// two ways: through the shares of answers and the means of those who answer, and by counting decisions in their order. Each way is a
// statement with a part of the error.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import { partsOfError } from "../estimates/decision-order.ts"
import { chancesToBeBest } from "../estimates/posterior.ts"
import type { ReleasedSum } from "../estimates/released-sums.ts"
import {
  answeredShares,
  intersect,
  SHARE_OF_ERROR,
  type Silence,
  valueInterval,
  valueLaw,
  valueLine,
  valueOn,
} from "../estimates/silence.ts"
import { type Figures, figuresOf, orderedFigures } from "./arm-figures.ts"
import type { PairArm } from "./difference-interval.ts"
import { productError, productLevel } from "./product-level.ts"

/** In [0, 1]. */
export interface ArmValue {
  readonly rewards: number
  /** Null before the first release. */
  readonly mean: number | null
  readonly low: number
  readonly high: number
}

/** What is known of pairs in one way. */
export interface Statement {
  /** For each arm; null before its first release. */
  readonly pairs: readonly (PairArm | null)[]
  readonly sums: readonly ReleasedSum[]
  /** The error of one end of an interval of a difference, of so many that share the error. */
  errorOf(ends: number): number
  /** The error of everything that is said, at which such evidence just suffices for one of so many ends: `errorOf` turned round. */
  totalError(logEvidence: number, ends: number): number
}

export interface Values {
  readonly figures: Figures
  readonly values: readonly ArmValue[]
  /** Of being best, for each arm. */
  readonly chances: readonly number[]
  readonly statements: readonly Statement[]
}

/** Null for algorithms whose state keeps no released sums. `silence.missing` is in [0, 1]. */
export function valuesOf(
  algorithm: Algorithm,
  state: AlgorithmState,
  confidence: number,
  silence?: Silence,
): Values | null {
  if (silence !== undefined) return valuesWithSilence(algorithm, state, confidence, silence)
  const figures = figuresOf(algorithm, state, confidence)
  if (figures === null) return null
  const { arms, chances } = figures
  const pairs = arms.map(({ evidence }) => (evidence === null ? null : { evidence }))
  const statement: Statement = {
    pairs,
    sums: arms.map(({ sum }) => sum),
    errorOf: (ends) => (1 - confidence) / ends,
    totalError: (logEvidence, ends) => ends * Math.exp(-logEvidence),
  }
  return { figures, values: arms, chances, statements: [statement] }
}

function valuesWithSilence(
  algorithm: Algorithm,
  state: AlgorithmState,
  confidence: number,
  silence: Silence,
): Values | null {
  const { missing } = silence
  const half = partsOfError(true, silence).ordered
  const ordered = orderedFigures(algorithm, state, 1 - half * (1 - confidence), silence)
  const parts = partsOfError(ordered !== null, silence)
  const sharesError = parts.shares * (1 - confidence)
  // Shares of answers have a part of this, and means the rest. Where this way is not used its figures serve means and chances alone.
  const meansError = (1 - SHARE_OF_ERROR) * (parts.shares === 0 ? 1 - confidence : sharesError)
  const figures = figuresOf(algorithm, state, 1 - meansError)
  if (figures === null) return null
  const armCount = figures.arms.length
  const shares = answeredShares(silence, SHARE_OF_ERROR * sharesError)
  const lines = shares.map(({ mean }) => valueLine(mean, missing))
  const statements: Statement[] = []
  if (parts.shares > 0) {
    // In a pair two shares can fail for each of K ends, and all of them for all pairs.
    const pairShares = answeredShares(silence, (SHARE_OF_ERROR * sharesError) / (2 * armCount))
    statements.push({
      pairs: figures.arms.map(({ evidence }, arm) =>
        evidence === null ? null : { evidence, silence: { share: pairShares[arm], missing } },
      ),
      sums: figures.arms.map(({ sum }) => sum),
      errorOf: (ends) => meansError / ends,
      // Shares stay where they were computed, with the error that they have there.
      totalError: (logEvidence, ends) =>
        (ends * Math.exp(-logEvidence)) / parts.shares + SHARE_OF_ERROR * (1 - confidence),
    })
  }
  if (ordered !== null)
    statements.push({
      pairs: ordered.map(({ evidence }) => (evidence === null ? null : { evidence })),
      sums: ordered.map(({ sum }) => sum),
      // Decisions of one arm that are not released yet may decide when the other arm is released.
      errorOf: (ends) => 1 / productLevel((parts.ordered * (1 - confidence)) / ends),
      totalError: (logEvidence, ends) => (ends * productError(logEvidence)) / parts.ordered,
    })
  const values = figures.arms.map((arm, place): ArmValue => {
    const through = valueInterval([arm.low, arm.high], shares[place], missing)
    const inOrder = ordered === null ? through : ([ordered[place].low, ordered[place].high] as const)
    const [low, high] = parts.shares === 0 ? inOrder : intersect(through, inOrder)
    const value = arm.mean === null ? null : Math.min(Math.max(valueOn(lines[place], arm.mean), low), high)
    return { rewards: arm.rewards, mean: value, low, high }
  })
  const chances = chancesToBeBest(figures.arms.map(({ law }, place) => valueLaw(law, lines[place])))
  return { figures, values, chances, statements }
}
