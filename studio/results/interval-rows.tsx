// All options of a group with their intervals on one axis: value, interval, people, and share
// without an answer.

import { Fragment } from "preact"
import type { Axis } from "../charts/axis.ts"
import { findStop } from "../experiment/stopped-options.ts"
import { formatDay } from "../text/times.ts"
import { IntervalCells, IntervalHead } from "./interval-cells.tsx"
import { hasLeader, isWithoutFigures, rankOptions } from "./ranking.ts"
import type { Detail, Group } from "./results-types.ts"
import { formatShare } from "./units.ts"

interface Props {
  readonly group: Group
  readonly detail: Detail
  readonly axis: Axis | null
}

export function IntervalRows({ group, detail, axis }: Props) {
  const leader = hasLeader(group) ? group.arms.find(({ arm }) => arm === group.leader) : undefined
  const isHidden = detail.arrivals === "private"
  // Some methods never publish figures.
  const missing = isWithoutFigures(group) ? "no figure" : "no figure yet"
  return (
    <section
      class="interval-table"
      aria-label={`All options with their intervals${group.segment === null ? "" : `, ${group.segment}`}`}
    >
      <IntervalHead detail={detail} axis={axis} />
      <div class="head-cell silent-cell align-right">No answer</div>
      {rankOptions(group).map((option) => {
        const isStopped = group.stoppedArms.includes(option.arm)
        const note = describeOption(option.arm, detail)
        return (
          <Fragment key={option.arm}>
            <IntervalCells {...{ option, leader, axis, detail, note, isStopped, missing }} />
            <div class={`ruled silent-cell align-right${isStopped ? " stopped" : ""}`} data-label="No answer">
              {option.unansweredShare === null ? (isHidden ? "hidden" : "–") : formatShare(option.unansweredShare)}
            </div>
          </Fragment>
        )
      })}
    </section>
  )
}

/** "stopped 17 Nov", "the control". */
function describeOption(arm: string, detail: Pick<Detail, "control" | "stopped">): string {
  const stop = findStop(detail, arm)
  if (stop !== undefined) return `stopped ${formatDay(Date.parse(stop.at))}`
  return arm === detail.control ? "the control" : ""
}
