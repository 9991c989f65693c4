// A difference with its interval on an axis, against a shaded band of differences that do no harm
// or do not matter: the leader against the next, or a harmful option against the control.

import type { ComponentChildren } from "preact"
import { type Axis, fitAxis, percentAt } from "../charts/axis.ts"
import { AxisLabels, AxisLine, GridLines, Interval, type Tone } from "../charts/interval-mark.tsx"
import { describeAllowed } from "./harm-text.ts"
import { findAllowedEnd, findBounds, fitAllowedBand } from "./measures.ts"
import { shortenNames, startWithName } from "./option-names.ts"
import { compareBest } from "./ranking.ts"
import type { Detail, Group } from "./results-types.ts"
import { createUnits, type Units } from "./units.ts"

interface Props {
  readonly title: string
  /** The figure in large type; the difference with its interval if left out. */
  readonly figure?: ComponentChildren
  readonly difference: number | null
  readonly low: number
  readonly high: number
  readonly axis: Axis
  /** In percent of the axis. */
  readonly band: readonly [from: number, to: number]
  readonly bandText: string
  readonly units: Units
  readonly tone: Tone
}

export function DifferenceStrip(props: Props) {
  const { title, figure, difference, low, high, axis, band, bandText, units, tone } = props
  const [from, to] = band
  const interval = units.formatDifferenceInterval(low, high)
  return (
    <div class="difference">
      <h3>{title}</h3>
      {figure ?? (
        <p class="large-value">
          {units.formatDifference(difference ?? 0, high - low, true)}{" "}
          <small>{units.unit === "" ? interval : `${units.unit}, ${interval}`}</small>
        </p>
      )}
      <svg class="strip" width="100%" height="92" aria-hidden="true">
        <rect class="tint-band" x={percentAt(from)} width={percentAt(to - from)} y="6" height="56" />
        <GridLines axis={axis} y1="6" y2="62" />
        <AxisLabels axis={axis} label={units.formatDifferenceTick} y="78" />
        <AxisLine class="zero-line" axis={axis} at={0} y2="66" />
        <Interval {...{ axis, low, high, tone }} value={difference} y="34" radius={7} />
      </svg>
      <p class="text-xs muted">
        {units.unit === "" ? "" : "Points. "}Shaded: {bandText}
      </p>
    </div>
  )
}

interface LeadProps {
  readonly group: Group
  readonly detail: Pick<Detail, "reward" | "arms">
}

export function LeadStrip({ group, detail }: LeadProps) {
  const { leader, next = null, lead = null } = compareBest(group) ?? {}
  if (leader === undefined || next === null || lead?.low == null || lead.high === null) return null
  const { low, high, difference } = lead
  const units = createUnits(detail.reward)
  const short = shortenNames(detail.arms)
  const { worthwhile, state } = group
  const axis = fitAxis(Math.min(low, -worthwhile), Math.max(high, worthwhile))
  // While either may be better, the range is the message, and a single figure would mislead.
  const isOpen = state === "too_early"
  return (
    <DifferenceStrip
      title={`${startWithName(short(leader.arm))} against ${short(next.arm)}, the next`}
      {...{ difference, low, high, axis, units }}
      {...(isOpen
        ? {
            figure: (
              <p class="large-value muted">
                {units.formatDifferenceInterval(low, high, true)}{" "}
                <small>{units.unit === "" ? "either may be better" : `${units.unit}: either may be better`}</small>
              </p>
            ),
          }
        : {})}
      band={[axis.at(-worthwhile), axis.at(worthwhile)]}
      bandText={`less than ${units.formatAmount(worthwhile)}, which you said does not matter.`}
      tone={isOpen || state === "no_difference" ? "" : " lead"}
    />
  )
}

interface HarmProps {
  readonly harm: Group["harm"][number]
  readonly group: Group
  readonly detail: Pick<Detail, "metrics" | "arms" | "control">
}

export function HarmStrip({ harm: { arm, metric }, group, detail }: HarmProps) {
  const found = group.metrics.find(({ name }) => name === metric)?.differences.find((one) => one.arm === arm)
  if (found === undefined || found.difference === null || found.low === null || found.high === null) return null
  const { difference, low, high } = found
  const short = shortenNames(detail.arms)
  const allowed = findAllowedEnd(detail, metric)
  const axis = fitAxis(Math.min(0, low, allowed), Math.max(0, high, allowed))
  return (
    <DifferenceStrip
      title={`${startWithName(metric)}: ${short(arm)} against ${short(detail.control)}`}
      {...{ difference, low, high, axis }}
      units={createUnits(findBounds(detail, { name: metric }))}
      band={fitAllowedBand(detail, metric, axis)}
      bandText={`${describeAllowed(detail, metric)}, which you allow.`}
      tone=" bad"
    />
  )
}
