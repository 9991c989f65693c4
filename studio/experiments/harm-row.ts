// The text of a row with harm that nobody has marked as seen.

import { findStop } from "../experiment/stopped-options.ts"
import { findBounds, isLowerWorse } from "../results/measures.ts"
import { createUnits } from "../results/units.ts"
import { isolateName } from "../text/isolate-name.ts"
import type { ListedExperiment } from "./use-list.ts"

export const isHarmful = ({ harm, harmSeen }: Pick<ListedExperiment, "harm" | "harmSeen">): boolean =>
  harm.length > 0 && !harmSeen

/** "Countdown stopped: complaints +5.8 points". */
export function describeHarm(row: Pick<ListedExperiment, "harm" | "metrics" | "stopped">): string {
  const [first] = row.harm
  if (first === undefined) return ""
  const { segment, arm, metric, difference } = first
  const units = createUnits(findBounds(row, { name: metric }))
  const by = difference === null ? "" : ` ${units.addUnit(units.formatDifference(difference, 0, true))}`
  const where = segment === null ? "" : `${isolateName(segment)}: `
  const more = row.harm.length > 1 ? `, and ${row.harm.length - 1} more` : ""
  const verb = isLowerWorse(row, metric) ? "lowers" : "raises"
  return findStop(row, arm) === undefined
    ? `${where}${isolateName(arm)} ${verb} ${metric}:${by === "" ? " surely worse" : by}${more}`
    : `${where}${isolateName(arm)} stopped: ${metric}${by === "" ? " surely worse" : by}${more}`
}
