// Judges drawn settings: the recommended algorithm beside the best of all others, the worst first.
// A setting counts against it beyond four standard errors, and again with new seeds.

import { recommendedNames } from "@armistice/lab/internal"
import type { DrawnSetting } from "./draw-settings.ts"
import { computeRatio, decisive, type MeasuredRow } from "./measure.ts"

export interface SettingComparison {
  readonly own: MeasuredRow
  readonly rival: MeasuredRow
  /** Our regret divided by the rival's, and the standard error of that. */
  readonly ratio: number
  readonly error: number
}

export interface JudgedCell {
  readonly setting: DrawnSetting
  readonly search: SettingComparison | null
  /** The same two with new seeds. */
  readonly confirmed: SettingComparison | null
  /** The forms that do not use the horizon, among themselves. */
  readonly withoutHorizon: SettingComparison | null
  /** No rival finished a run, because all had twice our regret on fewer rounds. */
  readonly isFarAhead: boolean
  /** Left out here because a run takes too long. */
  readonly tooSlow: readonly string[]
}

export function judgeSettings(
  settings: readonly DrawnSetting[],
  search: readonly MeasuredRow[],
  confirm: readonly MeasuredRow[] = [],
): JudgedCell[] {
  const cells = settings.map((setting) => {
    const here = search.filter((row) => row.setting === setting.name)
    const found = findWorst(recommendedNames.withHorizon, here, () => true)
    const again = confirm.filter((row) => row.setting === setting.name)
    return {
      setting,
      search: found,
      confirmed:
        found && findWorst(recommendedNames.withHorizon, again, ({ contender }) => contender === found.rival.contender),
      withoutHorizon: findWorst(recommendedNames.without, here, ({ usesHorizon }) => !usesHorizon),
      isFarAhead: found === null && isEveryRivalBehind(here),
      tooSlow: here.flatMap(({ contender, tooSlow }) => (tooSlow === true ? [contender] : [])),
    }
  })
  return cells.sort((a, b) => findRatio(b) - findRatio(a))
}

export const isMeasured = ({ search, isFarAhead }: JudgedCell): boolean => search !== null || isFarAhead

/** By the new seeds where there are some. */
const findRatio = ({ search, confirmed }: JudgedCell): number => (confirmed ?? search)?.ratio ?? 0

/** Whether another algorithm has this share less regret, beyond doubt. */
export const isLessBy = (comparison: SettingComparison | null, share: number): boolean =>
  comparison !== null && comparison.ratio - decisive * comparison.error > 1 / (1 - share)

/** Beyond a tenth, or not yet far enough from it, in the search: to be measured again. */
export const isInDoubt = ({ search }: JudgedCell): boolean => search !== null && search.ratio + search.error > 1 / 0.9

function findWorst(
  name: string,
  rows: readonly MeasuredRow[],
  isRival: (row: MeasuredRow) => boolean,
): SettingComparison | null {
  const own = rows.find(({ contender, tooSlow }) => contender === name && tooSlow !== true)
  const rivals = rows.filter((row) => isOther(row) && row.runs > 0 && row.tooSlow !== true && isRival(row))
  if (own === undefined || rivals.length === 0) return null
  const rival = rivals.reduce((best, row) => (row.mean < best.mean ? row : best))
  return { own, rival, ...computeRatio(own, rival) }
}

const isOther = ({ contender }: MeasuredRow): boolean =>
  contender !== recommendedNames.withHorizon && contender !== recommendedNames.without

/** Contenders that take too long are left out here as everywhere. */
function isEveryRivalBehind(rows: readonly MeasuredRow[]): boolean {
  const rivals = rows.filter((row) => isOther(row) && row.tooSlow !== true)
  const isOwnThere = rows.some(({ contender, runs }) => contender === recommendedNames.withHorizon && runs > 0)
  return isOwnThere && rivals.length > 0 && rivals.every(({ isFarBehind }) => isFarBehind === true)
}
