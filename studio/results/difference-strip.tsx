// A difference with its interval on an axis of its own, against zero and a shaded band of
// differences that do no harm or do not matter.

import type { ComponentChildren } from "preact"
import { type Axis, percentAt } from "../charts/axis.ts"
import { AxisLabels, AxisLine, GridLines, Interval, type Tone } from "./interval-mark.tsx"
import type { Units } from "./units.ts"

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
