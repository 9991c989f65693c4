// A row of the list: name, verdict, lead, people, privacy risk, and the time of the last figures.

import { AxisLine, GridLines, Interval } from "../charts/interval-mark.tsx"
import { Link } from "../layout/link.tsx"
import { describeAttributes } from "../results/attribute-names.ts"
import { isolateName } from "../text/isolate-name.ts"
import { formatCount, formatNumber } from "../text/numbers.ts"
import { computeRightGuesses } from "../text/privacy-levels.ts"
import { formatAgo } from "../text/times.ts"
import type { LeadAxis } from "./lead-axis.ts"
import { describeRow, findMostUrgent, toPoints } from "./row-text.ts"
import type { ListedExperiment } from "./use-list.ts"

interface Props {
  readonly row: ListedExperiment
  readonly axis: LeadAxis
  readonly now: number
}

export function ExperimentRow({ row, axis, now }: Props) {
  const { chip, chipTone, words } = describeRow(row, now)
  const whole = row.horizon * row.segments.length
  const eta = row.subject.eta ?? row.guarantee.eta
  return (
    <Link to={`/experiments/${row.id}`} class="experiment-row">
      <div class="name-cell">
        {row.name}
        <small>{describeExperiment(row)}</small>
      </div>
      <div class="verdict-cell">
        <span class={`chip ${chipTone}`}>{chip}</span>
        <small>{words}</small>
      </div>
      <div class="track-cell">
        <Lead row={row} axis={axis} />
      </div>
      <div class="align-right numeric people-cell" data-label={row.subject.cap === 1 ? "People" : "Visits"}>
        {formatNumber(row.decisions)}{" "}
        <small>
          {row.subject.cap === 1 ? "" : "visits "}of {formatCount(whole)}
        </small>
      </div>
      <div class="align-right numeric privacy-cell" data-label="Privacy risk (most correct guesses)">
        {eta === null ? "–" : computeRightGuesses(eta)}{" "}
        <small>{eta === null ? "no promise" : row.subject.eta === null ? "in 100 an answer" : "in 100"}</small>
      </div>
      <div class="align-right numeric time-cell" data-label="Last figures">
        {row.lastReleaseAt === null ? "–" : formatAgo(Date.parse(row.lastReleaseAt), now)}
      </div>
    </Link>
  )
}

/** With more groups, only their number is shown. */
const mostGroups = 3

function describeExperiment(row: ListedExperiment): string {
  const { arms, segments, status, labels, stopped } = row
  const attributes = describeAttributes(row)
  const names = segments.flatMap(({ segment }) => (segment === null ? [] : [isolateName(segment)]))
  const groups = names.length > mostGroups ? [`${names.length} groups`] : names.length > 0 ? [names.join(", ")] : []
  const ended = status === "archived" ? ["archived"] : []
  const off = stopped.length === 0 ? "" : `, ${stopped.length} stopped`
  return [
    `${formatNumber(arms.length)} options${off}`,
    ...groups,
    ...(attributes === null ? [] : [attributes]),
    ...labels,
    ...ended,
  ].join(" · ")
}

function Lead({ row, axis }: Omit<Props, "now">) {
  const { difference, low, high, state } = findMostUrgent(row)
  if (difference === null || low === null || high === null) return <span class="text-xs muted">–</span>
  const toAxis = (value: number) => toPoints(value, row.reward)
  const isLead = (state === "clear" || state === "guardrail" || state === "leaning") && row.status !== "paused"
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
