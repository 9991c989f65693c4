// What a frontier table shows about the recommended algorithm, cell by cell: against the best of the others at equal privacy,
// against IMED without privacy, and in its tail. Where something fails, it is said.

import { recommendedAlgorithm } from "../planning/recommended.ts"
import { type FrontierRow, referenceAlgorithm } from "./frontier.ts"

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

/** One run in 1,000 is seen in so many. */
const runsForTails = 20_000

export function judgeFrontier(rows: readonly FrontierRow[]): FrontierCell[] {
  return rows.filter(({ algorithm }) => algorithm === recommendedAlgorithm).map((row) => judge(row, rows))
}

function judge(recommended: FrontierRow, rows: readonly FrontierRow[]): FrontierCell {
  const { instance, horizon } = recommended
  const eta = recommended.eta ?? 0
  const here = rows.filter((row) => row.instance === instance && row.horizon === horizon)
  const others = here.filter((row) => row.eta === eta && row.algorithm !== recommendedAlgorithm)
  const rival = others.reduce<FrontierRow | null>((best, row) => (best && best.mean <= row.mean ? best : row), null)
  const reference = here.find(({ algorithm }) => algorithm === referenceAlgorithm) ?? null
  const besideRival = rival && recommended.mean / rival.mean
  const besideRivalError = rival && ratioError(recommended, rival)
  const besideReference = reference && recommended.mean / reference.mean
  const failures: string[] = []
  // More than 10 % less regret.
  if (rival && besideRival && besideRival > 1 / 0.9)
    failures.push(`${rival.algorithm} has ${Math.round(100 * (1 - 1 / besideRival))} % less regret`)
  const most = mostBesideReference(eta, instance)
  if (besideReference && besideReference > most)
    failures.push(`${besideReference.toFixed(2)} times IMED without privacy, more than ${most}`)
  if (recommended.runs >= runsForTails && recommended.overTenfold > 1e-3)
    failures.push(`${(1000 * recommended.overTenfold).toFixed(1)} runs in 1000 have ten times the mean`)
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

/** 1.8 from eta 2.9 on, 3 from 1 on (4 with two very easy arms); below that privacy costs what it costs. */
function mostBesideReference(eta: number, instance: string): number {
  if (eta >= 2.9) return 1.8
  if (eta >= 1) return instance === "easy" ? 4 : 3
  return Number.POSITIVE_INFINITY
}
