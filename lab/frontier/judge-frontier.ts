// Judges the recommended algorithm in every setting of a frontier: against the best of the others
// at equal privacy, and against IMED without privacy.

import { recommendedNames } from "./contenders.ts"
import { type FrontierRow, referenceAlgorithm } from "./frontier.ts"

/** The recommended algorithm in one setting, beside its best rival and beside no privacy. */
export interface FrontierCell {
  readonly instance: string
  readonly horizon: number
  readonly eta: number
  readonly recommended: FrontierRow
  /** The best of the other algorithms at this privacy. */
  readonly rival: FrontierRow | null
  readonly reference: FrontierRow | null
  /** Regret of the recommended one divided by that of the rival, and of the reference. */
  readonly besideRival: number | null
  /** Standard error of that ratio. */
  readonly besideRivalError: number | null
  readonly besideReference: number | null
  readonly failures: readonly string[]
}

/** Compares the recommended algorithm with its rivals in every setting. */
export function judgeFrontier(rows: readonly FrontierRow[]): FrontierCell[] {
  return rows.filter(({ contender }) => contender === recommendedNames.withHorizon).map((row) => judge(row, rows))
}

function judge(recommended: FrontierRow, rows: readonly FrontierRow[]): FrontierCell {
  const { instance, horizon } = recommended
  const eta = recommended.eta ?? 0
  const here = rows.filter((row) => row.instance === instance && row.horizon === horizon)
  const others = here.filter(
    (row) =>
      row.eta === eta && row.contender !== recommendedNames.withHorizon && row.contender !== recommendedNames.without,
  )
  const rival = others.reduce<FrontierRow | null>((best, row) => (best && best.mean <= row.mean ? best : row), null)
  const reference = here.find(({ algorithm }) => algorithm === referenceAlgorithm) ?? null
  const besideRival = rival && recommended.mean / rival.mean
  const besideRivalError = rival && ratioError(recommended, rival)
  const besideReference = reference && recommended.mean / reference.mean
  const failures: string[] = []
  // More than 10 % less regret.
  if (rival && besideRival && besideRival > 1 / 0.9)
    failures.push(`${rival.contender} has ${Math.round(100 * (1 - 1 / besideRival))} % less regret`)
  const most = mostBesideReference(eta)
  if (besideReference && besideReference > most)
    failures.push(`${besideReference.toFixed(2)} times IMED without privacy, more than ${most}`)
  return {
    instance,
    horizon,
    eta,
    recommended,
    rival,
    reference,
    besideRival,
    besideRivalError,
    besideReference,
    failures,
  }
}

/** To first order, for means of different runs. */
const ratioError = (above: FrontierRow, below: FrontierRow): number =>
  (above.mean / below.mean) * Math.hypot(above.standardError / above.mean, below.standardError / below.mean)

/** 1.4 from eta 2.9 on, 2.5 from 1 on; below that privacy costs what it costs. */
function mostBesideReference(eta: number): number {
  if (eta >= 2.9) return 1.4
  return eta >= 1 ? 2.5 : Number.POSITIVE_INFINITY
}
