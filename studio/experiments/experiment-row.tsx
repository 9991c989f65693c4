// A row of the list: name, verdict, lead, people, privacy risk, and the time of the last figures.

import { AxisLine, GridLines, Interval } from "../charts/interval-mark.tsx"
import { countingUnit } from "../experiment/people.ts"
import { Link } from "../layout/link.tsx"
import { describeAttributes } from "../results/attribute-names.ts"
import { hasLeader } from "../results/ranking.ts"
import { isolateName } from "../text/isolate-name.ts"
import { capitalize, formatCount, formatNumber } from "../text/numbers.ts"
import { formatAgo } from "../text/times.ts"
import type { LeadAxis } from "./lead-axis.ts"
import { describePromise, describeRow, findMostUrgent, toPoints } from "./row-text.ts"
import type { ListedExperiment } from "./use-list.ts"

interface Props {
  readonly row: ListedExperiment
  readonly axis: LeadAxis
  readonly now: number
}

export function ExperimentRow({ row, axis, now }: Props) {
  const { chip, chipTone, summary } = describeRow(row, now)
  const planned = row.horizon * row.segments.length
  const counted = countingUnit(row)
  const promise = describePromise(row)
  return (
    <Link to={`/experiments/${row.id}`} class="experiment-row">
      <div class="name-cell">
        {row.name}
        <small>{describeExperiment(row)}</small>
      </div>
      <div class="verdict-cell">
        <span class={`chip ${chipTone}`}>{chip}</span>
        <small>{summary}</small>
      </div>
      <div class="track-cell">
        <LeadInterval row={row} axis={axis} />
      </div>
      <div class="align-right numeric people-cell" data-label={capitalize(counted)}>
        {formatNumber(row.decisions)}{" "}
        <small>
          {counted === "visits" ? "visits " : ""}of {formatCount(planned)}
        </small>
      </div>
      <div class="align-right numeric privacy-cell" data-label="Privacy risk (most correct guesses)">
        {promise.figure} <small>{promise.unit}</small>
      </div>
      <div class="align-right numeric time-cell" data-label="Last figures">
        {row.lastReleaseAt === null ? "–" : formatAgo(Date.parse(row.lastReleaseAt), now)}
      </div>
    </Link>
  )
}

/** With more groups, only their number is shown. */
const mostNamedGroups = 3

function describeExperiment(row: ListedExperiment): string {
  const { arms, segments, status, labels, stopped } = row
  const attributes = describeAttributes(row)
  const names = segments.flatMap(({ segment }) => (segment === null ? [] : [isolateName(segment)]))
  const groups =
    names.length > mostNamedGroups ? [`${names.length} groups`] : names.length > 0 ? [names.join(", ")] : []
  const ended = status === "archived" ? ["archived"] : []
  const stoppedText = stopped.length === 0 ? "" : `, ${stopped.length} stopped`
  return [
    `${formatNumber(arms.length)} options${stoppedText}`,
    ...groups,
    ...(attributes === null ? [] : [attributes]),
    ...labels.map(isolateName),
    ...ended,
  ].join(" · ")
}

function LeadInterval({ row, axis }: Omit<Props, "now">) {
  const { difference, low, high, state } = findMostUrgent(row)
  if (difference === null || low === null || high === null) return <span class="text-xs muted">–</span>
  const toAxis = (value: number) => toPoints(value, row.reward)
  const isLead = hasLeader({ state }) && row.status !== "paused"
  return (
    <svg aria-hidden="true" height="28">
      <GridLines axis={axis} />
      <AxisLine class="zero-line" axis={axis} at={0} isDashed />
      <Interval
        axis={axis}
        low={toAxis(low)}
        value={toAxis(difference)}
        high={toAxis(high)}
        tone={isLead ? " lead" : ""}
        radius={isLead ? 5.5 : 4}
      />
    </svg>
  )
}
