// All options of a group with their intervals on one axis: value, interval, people, and share
// without an answer.

import { Fragment } from "preact"
import { type Axis, fitAxis } from "../charts/axis.ts"
import { AxisLabels, IntervalMark } from "../charts/interval-mark.tsx"
import { countingUnit } from "../experiment/people.ts"
import { findStop } from "../experiment/stopped-options.ts"
import { capitalize, formatNumber } from "../text/numbers.ts"
import { formatDay } from "../text/times.ts"
import { hasLeader, isWithoutFigures, rankOptions } from "./ranking.ts"
import type { Detail, Group } from "./results-types.ts"
import { createUnits, formatShare } from "./units.ts"

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

interface Figures {
  readonly arm: string
  readonly mean: number | null
  readonly low: number | null
  readonly high: number | null
  readonly decisions: number | null
}

/** One axis for the options of all groups; `null` while no option has a figure. */
export function fitArmsAxis(groups: readonly { readonly arms: readonly Figures[] }[]): Axis | null {
  const ends = groups.flatMap(({ arms }) => arms.flatMap(({ low, high }) => (low === null ? [] : [low, high ?? low])))
  return ends.length === 0 ? null : fitAxis(Math.min(...ends), Math.max(...ends), { margin: 0.03 })
}

export function IntervalHead({ detail, axis }: { readonly detail: Detail; readonly axis: Axis | null }) {
  const { min, max } = detail.reward
  return (
    <>
      <div class="head-cell name-cell">Option</div>
      <div class="head-cell value-cell align-right">{min === 0 && max === 1 ? "Success" : "Mean answer"}</div>
      <div class="head-cell track-cell">
        {axis !== null && (
          <svg aria-hidden="true" height="28">
            <AxisLabels axis={axis} label={createUnits(detail.reward).formatTick} />
          </svg>
        )}
      </div>
      <div class="head-cell people-cell align-right">{capitalize(countingUnit(detail))}</div>
    </>
  )
}

interface CellsProps {
  readonly option: Figures
  readonly leader: Figures | undefined
  readonly axis: Axis | null
  readonly detail: Detail
  /** Shown below the name. */
  readonly note: string
  readonly isStopped: boolean
  /** Shown instead of a figure. */
  readonly missing: string
}

export function IntervalCells({ option, leader, axis, detail, note, isStopped, missing }: CellsProps) {
  const { arm, mean, low, high, decisions } = option
  const units = createUnits(detail.reward)
  const isLead = arm === leader?.arm
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
          <span class="muted">{missing}</span>
        ) : (
          <span>
            <b>{units.formatValue(mean)}</b>
            <span class="muted nowrap">{units.formatInterval(low ?? mean, high ?? mean)}</span>
          </span>
        )}
      </div>
      <div class={`ruled track-cell${stopped}`}>
        {axis !== null && (
          <IntervalMark {...{ axis, low, mean, high, isLead }} dashed={leader?.low ?? null} height={44} />
        )}
      </div>
      <div class={`ruled people-cell align-right${stopped}`} data-label={capitalize(countingUnit(detail))}>
        {decisions === null ? "–" : formatNumber(decisions)}
      </div>
    </>
  )
}
