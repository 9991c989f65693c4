// The privacy loss that a test has shown: Clopper and Pearson's upper limits on both error rates,
// and the smallest eta or epsilon whose trade-off curve allows them (Nasr et al. 2023; Dong, Roth,
// Su 2022).

import { betaTailQuantile, normalTailQuantile } from "@armistice/core/numerics"
import { invalidParameter } from "../check-parameters.ts"

/** Errors of one test: rejecting the first table if it is true, keeping it if it is not. */
export interface TestErrors {
  readonly runs: number
  readonly falsePositives: number
  readonly falseNegatives: number
}

/** The largest rate with which `count` or fewer of `runs` still has probability `level`. */
export function upperRate(count: number, runs: number, level: number): number {
  checkCounts(count, runs, level)
  return count === runs ? 1 : betaTailQuantile(count + 1, runs - count, level)
}

/** The smallest rate with which `count` or more of `runs` still has probability `level`. */
export function lowerRate(count: number, runs: number, level: number): number {
  return 1 - upperRate(runs - count, runs, level)
}

/** eta is at least this, with confidence 1 - `doubt`. */
export function etaLowerBound({ runs, falsePositives, falseNegatives }: TestErrors, doubt: number): number {
  const falsePositiveRate = upperRate(falsePositives, runs, doubt / 2)
  const falseNegativeRate = upperRate(falseNegatives, runs, doubt / 2)
  if (falsePositiveRate >= 1 || falseNegativeRate >= 1) return 0
  return Math.max(0, normalTailQuantile(falsePositiveRate) + normalTailQuantile(falseNegativeRate))
}

/** epsilon at this delta is at least this, with confidence 1 - `doubt`. */
export function epsilonLowerBound(errors: TestErrors, delta: number, doubt: number): number {
  if (!(delta >= 0 && delta < 1)) throw invalidParameter(`delta must be in [0, 1), got ${String(delta)}`)
  const falsePositiveRate = upperRate(errors.falsePositives, errors.runs, doubt / 2)
  const falseNegativeRate = upperRate(errors.falseNegatives, errors.runs, doubt / 2)
  const ratio = Math.max(
    (1 - delta - falseNegativeRate) / falsePositiveRate,
    (1 - delta - falsePositiveRate) / falseNegativeRate,
  )
  return ratio > 1 ? Math.log(ratio) : 0
}

/** The largest eta that so many runs of each table could show: with no error at all. */
export const etaCeiling = (runs: number, doubt: number): number =>
  etaLowerBound({ runs, falsePositives: 0, falseNegatives: 0 }, doubt)

function checkCounts(count: number, runs: number, level: number): void {
  if (!(Number.isInteger(runs) && runs >= 1 && Number.isInteger(count) && count >= 0 && count <= runs))
    throw invalidParameter(`a count must be in [0, runs], got ${count} of ${runs}`)
  if (!(level > 0 && level < 1)) throw invalidParameter(`a level must be in (0, 1), got ${String(level)}`)
}
