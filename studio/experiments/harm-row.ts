// What a line of the list says about harm that nobody has marked as seen.

import { findStop } from "../experiment/stopped-options.ts"
import { boundsOf, goesDown } from "../results/measures.ts"
import { unitsOf } from "../results/units.ts"
import { isolated } from "../text/isolated.ts"
import type { Listed } from "./use-list.ts"

export const isHarmful = ({ harm, harmSeen }: Pick<Listed, "harm" | "harmSeen">): boolean =>
  harm.length > 0 && !harmSeen

/** "Countdown stopped: complaints +5.8 points". */
export function harmWords(row: Pick<Listed, "harm" | "metrics" | "stopped">): string {
  const [first] = row.harm
  if (first === undefined) return ""
  const { segment, arm, metric, difference } = first
  const units = unitsOf(boundsOf(row, { name: metric }))
  const by = difference === null ? "" : ` ${units.withUnit(units.difference(difference, 0, true))}`
  const where = segment === null ? "" : `${isolated(segment)}: `
  const more = row.harm.length > 1 ? `, and ${row.harm.length - 1} more` : ""
  const verb = goesDown(row, metric) ? "lowers" : "raises"
  return findStop(row, arm) === undefined
    ? `${where}${isolated(arm)} ${verb} ${metric}:${by === "" ? " surely worse" : by}${more}`
    : `${where}${isolated(arm)} stopped: ${metric}${by === "" ? " surely worse" : by}${more}`
}
