// One experiment in the list: what it is, what it says, its lead on the common axis, people, right guesses, and when its figures came.

import { Link } from "../layout/link.tsx"
import { isolateName } from "../text/isolate-name.ts"
import { formatCount } from "../text/numbers.ts"
import { rightGuesses } from "../text/privacy-levels.ts"
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
  const { chip, look, words } = describeRow(row, now)
  const whole = row.horizon * row.segments.length
  const eta = row.subject.eta ?? row.guarantee.eta
  return (
    <Link to={`/experiments/${row.id}`} class="experiment-row">
      <div class="name-cell">
        {row.name}
        <small>{describeExperiment(row)}</small>
      </div>
      <div class="verdict-cell">
        <span class={`chip ${look}`}>{chip}</span>
        <small>{words}</small>
      </div>
      <div class="track-cell">
        <Lead row={row} axis={axis} />
      </div>
      <div class="align-right people-cell" data-label={row.subject.cap === 1 ? "People" : "Visits"}>
        {row.decisions.toLocaleString("en-US")}{" "}
        <small>
          {row.subject.cap === 1 ? "" : "visits "}of {formatCount(whole)}
        </small>
      </div>
      <div class="align-right privacy-cell" data-label="Privacy risk (most correct guesses)">
        {eta === null ? "–" : rightGuesses(eta)}{" "}
        <small>{eta === null ? "no promise" : row.subject.eta === null ? "in 100 an answer" : "in 100"}</small>
      </div>
      <div class="align-right time-cell" data-label="Last figures">
        {row.lastReleaseAt === null ? "–" : formatAgo(Date.parse(row.lastReleaseAt), now)}
      </div>
    </Link>
  )
}

/** Of more groups only how many. */
const mostGroups = 3

function describeExperiment({ arms, segments, status, labels, stopped }: ListedExperiment): string {
  const names = segments.flatMap(({ segment }) => (segment === null ? [] : [isolateName(segment)]))
  const groups = names.length > mostGroups ? [`${names.length} groups`] : names.length > 0 ? [names.join(", ")] : []
  const ended = status === "archived" ? ["archived"] : []
  const off = stopped.length === 0 ? "" : `, ${stopped.length} stopped`
  return [`${arms.length.toLocaleString("en-US")} options${off}`, ...groups, ...labels, ...ended].join(" · ")
}

function Lead({ row, axis }: Omit<Props, "now">) {
  const { difference, low, high, state } = findMostUrgent(row)
  if (difference === null || low === null || high === null) return <span class="text-xs muted">–</span>
  const at = (value: number) => `${axis.at(toPoints(value, row.reward)).toFixed(1)}%`
  const isLead = state === "clear" || state === "guardrail" || state === "leaning"
  const look = isLead && row.status !== "paused" ? " lead" : ""
  return (
    <svg aria-hidden="true" height="28">
      {axis.ticks.map((tick) => (
        <line key={tick} class="grid-line" x1={`${axis.at(tick)}%`} x2={`${axis.at(tick)}%`} y1="0" y2="100%" />
      ))}
      <line class="zero-line" stroke-dasharray="2 3" x1={`${axis.at(0)}%`} x2={`${axis.at(0)}%`} y1="0" y2="100%" />
      <line class={`interval-line${look}`} x1={at(low)} x2={at(high)} y1="50%" y2="50%" />
      <circle class={`interval-dot${look}`} cx={at(difference)} cy="50%" r={look === "" ? 4 : 5.5} />
    </svg>
  )
}
