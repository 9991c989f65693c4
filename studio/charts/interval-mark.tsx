// Intervals drawn on an axis: a bar with its estimate as a dot, above the axis's grid. Places are
// percentages of the width, so nothing has to be measured.

import type { ComponentChildren } from "preact"
import { type Axis, anchorWithin, percentAt } from "./axis.ts"

type Scale = Pick<Axis, "ticks" | "at">

interface AcrossProps {
  readonly axis: Scale
  readonly at: number
  readonly class: string
  readonly y1?: string
  readonly y2?: string
  readonly isDashed?: boolean
}

/** A vertical line. */
export function AxisLine({ axis, at, class: name, y1 = "0", y2 = "100%", isDashed = false }: AcrossProps) {
  const x = percentAt(axis.at(at))
  return <line class={name} x1={x} x2={x} y1={y1} y2={y2} {...(isDashed ? { "stroke-dasharray": "2 3" } : {})} />
}

export const GridLines = ({ axis, ...ends }: { readonly axis: Scale; readonly y1?: string; readonly y2?: string }) =>
  axis.ticks.map((tick) => <AxisLine key={tick} class="grid-line" axis={axis} at={tick} {...ends} />)

interface LabelsProps {
  readonly axis: Scale
  readonly label: (tick: number) => ComponentChildren
  readonly y?: string
  /** No label stands out at the ends. */
  readonly isWithin?: boolean
}

export const AxisLabels = ({ axis, label, y = "18", isWithin = false }: LabelsProps) =>
  axis.ticks.map((tick) => (
    <text
      key={tick}
      class="axis-label"
      x={percentAt(axis.at(tick))}
      y={y}
      text-anchor={isWithin ? anchorWithin(axis.at(tick)) : "middle"}
    >
      {label(tick)}
    </text>
  ))

export type Tone = "" | " lead" | " bad"

interface IntervalProps {
  readonly axis: Scale
  readonly low: number | null
  readonly value: number | null
  readonly high: number | null
  readonly tone: Tone
  readonly radius: number
  readonly y?: string
}

export const Interval = ({ axis, low, value, high, tone, radius, y = "50%" }: IntervalProps) => (
  <>
    {low !== null && high !== null && (
      <line class={`interval-line${tone}`} x1={percentAt(axis.at(low))} x2={percentAt(axis.at(high))} y1={y} y2={y} />
    )}
    {value !== null && <circle class={`interval-dot${tone}`} cx={percentAt(axis.at(value))} cy={y} r={radius} />}
  </>
)

interface MarkProps {
  readonly axis: Scale
  readonly low: number | null
  readonly mean: number | null
  readonly high: number | null
  readonly isLead?: boolean
  /** Where the dashed line stands. */
  readonly dashed?: number | null
  readonly height: number
  readonly dot?: number
}

export const IntervalMark = ({ axis, low, mean, high, isLead = false, dashed = null, height, dot = 5 }: MarkProps) => (
  <svg aria-hidden="true" height={height}>
    <GridLines axis={axis} />
    {dashed !== null && <AxisLine class="zero-line" axis={axis} at={dashed} isDashed />}
    <Interval {...{ axis, low, high }} value={mean} tone={isLead ? " lead" : ""} radius={isLead ? dot * 1.3 : dot} />
  </svg>
)
