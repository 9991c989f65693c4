// Which of the claims about gdp-context hold, row by row.

import { type ContextCell, computeCellError, computeCellMean } from "./measure-context.ts"
import { type ContextSetting, contextSettings, etas } from "./settings.ts"

export interface JudgedRow {
  readonly setting: ContextSetting
  readonly eta: number
  readonly cells: Readonly<Record<"gdp-context" | "gdp-imed" | "per-group" | "prototype", ContextCell>>
  readonly toPrototype: number
  /** Within 10 % of the prototype or three standard errors of the difference, or better. */
  readonly agrees: boolean
  /** The ratio that the claim is about, its limit, and whether it holds. */
  readonly ratio: number
  readonly limit: number | null
  readonly holds: boolean
}

/**
 * The limits of the claims: against ignoring the context, one bandit per group, or the better of
 * both.
 */
const findLimit = ({ claim }: ContextSetting, eta: number): number | null => {
  if (claim === "useless") return 1.35
  if (claim === "additive") return 2.1
  if (claim === "useful") return eta >= 1 ? 1.5 : 1.8
  return claim === "pooled" ? 0.5 : null
}

/** All rows whose cells were all measured, in order. */
export function judgeRows(cells: readonly ContextCell[], prototype: readonly ContextCell[]): JudgedRow[] {
  return contextSettings.flatMap((setting) =>
    etas.flatMap((eta) => {
      const find = (list: readonly ContextCell[], algorithm: string) =>
        list.find((cell) => cell.name === setting.name && cell.eta === eta && cell.algorithm === algorithm)
      const own = find(cells, "gdp-context")
      const ignoring = find(cells, "gdp-imed")
      const split = find(cells, "per-group")
      const before = find(prototype, "gdp-context")
      if (own === undefined || ignoring === undefined || split === undefined || before === undefined) return []
      const [mean, other] = [computeCellMean(own), computeCellMean(before)]
      const doubt = 3 * Math.hypot(computeCellError(own), computeCellError(before))
      const [alone, perGroup] = [computeCellMean(ignoring), computeCellMean(split)]
      const { claim } = setting
      const held =
        claim === "useless" || claim === "additive" ? alone : claim === "useful" ? perGroup : Math.min(alone, perGroup)
      const limit = findLimit(setting, eta)
      return [
        {
          setting,
          eta,
          cells: { "gdp-context": own, "gdp-imed": ignoring, "per-group": split, prototype: before },
          toPrototype: mean / other,
          agrees: mean <= 1.1 * other || mean - other <= doubt,
          ratio: mean / held,
          limit,
          holds: limit === null || mean / held <= limit,
        },
      ]
    }),
  )
}
