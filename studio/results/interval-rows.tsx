// All options of a group with their intervals on one axis: value, interval, people, and share
// without an answer.

import type { Axis } from "../charts/axis.ts"
import { fittedAxis } from "../charts/axis.ts"
import { countingUnit } from "../experiment/people.ts"
import { findStop } from "../experiment/stopped-options.ts"
import { capitalize, formatNumber } from "../text/numbers.ts"
import { formatDay } from "../text/times.ts"
import { AxisLabels, IntervalMark } from "./interval-mark.tsx"
import { hasLeader, isWithoutFigures, rankOptions } from "./ranking.ts"
import type { Detail, Group, Option } from "./results-types.ts"
import { createUnits, formatShare } from "./units.ts"

/** One axis for the options of all groups; `null` while no option has a figure. */
export function fitOptionsAxis(groups: readonly Group[]): Axis | null {
  const ends = groups.flatMap(({ arms }) => arms.flatMap(({ low, high }) => (low === null ? [] : [low, high ?? low])))
  return ends.length === 0 ? null : fittedAxis(Math.min(...ends), Math.max(...ends), { margin: 0.03 })
}

interface Props {
  readonly group: Group
  readonly detail: Detail
  readonly axis: Axis | null
  readonly isMarked?: boolean
}

export function IntervalRows({ group, detail, axis, isMarked = hasLeader(group) }: Props) {
  const units = createUnits(detail.reward)
  const leader = isMarked ? group.arms.find(({ arm }) => arm === group.leader) : undefined
  const isHidden = detail.arrivals === "private"
  return (
    <section
      class="interval-table"
      aria-label={`All options with their intervals${group.segment === null ? "" : `, ${group.segment}`}`}
    >
      <div class="head-cell name-cell">Option</div>
      <div class="head-cell value-cell align-right">
        {detail.reward.min === 0 && detail.reward.max === 1 ? "Success" : "Mean answer"}
      </div>
      <div class="head-cell track-cell">
        {axis !== null && (
          <svg aria-hidden="true" height="28">
            <AxisLabels axis={axis} label={units.tick} />
          </svg>
        )}
      </div>
      <div class="head-cell people-cell align-right">{capitalize(countingUnit(detail))}</div>
      <div class="head-cell silent-cell align-right">No answer</div>
      {rankOptions(group).map((option) => (
        <Row
          key={option.arm}
          option={option}
          leader={leader}
          axis={axis}
          units={units}
          isHidden={isHidden}
          counted={capitalize(countingUnit(detail))}
          hasNone={isWithoutFigures(group)}
          note={describeOption(option.arm, detail)}
          isStopped={group.stoppedArms.includes(option.arm)}
        />
      ))}
    </section>
  )
}

interface RowProps {
  readonly option: Option
  readonly leader: Option | undefined
  readonly axis: Axis | null
  readonly units: ReturnType<typeof createUnits>
  readonly isHidden: boolean
  /** "People". */
  readonly counted: string
  /** The method never publishes figures. */
  readonly hasNone: boolean
  /** Shown below the name. */
  readonly note: string
  readonly isStopped: boolean
}

/** "stopped 17 Nov", "the control". */
function describeOption(arm: string, detail: Pick<Detail, "control" | "stopped">): string {
  const stop = findStop(detail, arm)
  if (stop !== undefined) return `stopped ${formatDay(Date.parse(stop.at))}`
  return arm === detail.control ? "the control" : ""
}

function Row({ option, leader, axis, units, isHidden, counted, hasNone, note, isStopped }: RowProps) {
  const { arm, mean, low, high, decisions, unansweredShare } = option
  const isLead = option === leader
  const stopped = isStopped ? " stopped" : ""
  return (
    <>
      <div class={`ruled name-cell${isLead ? " best" : ""}${stopped}`}>
        <span>
          {arm}
          {note !== "" && <small>{note}</small>}
        </span>
      </div>
      <div class={`ruled value-cell align-right with-interval${stopped}`}>
        {mean === null ? (
          <span class="muted">{hasNone ? "no figure" : "no figure yet"}</span>
        ) : (
          <span>
            <b>{units.value(mean)}</b>
            <span class="muted nowrap">{units.interval(low ?? mean, high ?? mean)}</span>
          </span>
        )}
      </div>
      <div class={`ruled track-cell${stopped}`}>
        {axis !== null && (
          <IntervalMark {...{ axis, low, mean, high, isLead }} dashed={leader?.low ?? null} height={44} />
        )}
      </div>
      <div class={`ruled people-cell align-right${stopped}`} data-label={counted}>
        {formatNumber(decisions)}
      </div>
      <div class={`ruled silent-cell align-right${stopped}`} data-label="No answer">
        {unansweredShare === null ? (isHidden ? "hidden" : "–") : formatShare(unansweredShare)}
      </div>
    </>
  )
}
