// Marks on an axis: an interval as a bar with its estimate as a dot, on the axis's lines. Places are in per cent, so nothing is measured.

import { type Axis, percentAt } from "./fitted-axis.ts"

interface Props {
  readonly axis: Axis
  readonly low: number | null
  readonly mean: number | null
  readonly high: number | null
  readonly isLead?: boolean
  /** Where the dashed line stands. */
  readonly dashed?: number | null
  readonly height: number
  readonly dot?: number
}

export function IntervalMark({ axis, low, mean, high, isLead = false, dashed = null, height, dot = 5 }: Props) {
  const look = isLead ? " lead" : ""
  return (
    <svg aria-hidden="true" height={height}>
      {axis.ticks.map((tick) => (
        <line
          key={tick}
          class="grid-line"
          x1={percentAt(axis.at(tick))}
          x2={percentAt(axis.at(tick))}
          y1="0"
          y2="100%"
        />
      ))}
      {dashed !== null && (
        <line
          class="zero-line"
          stroke-dasharray="2 3"
          x1={percentAt(axis.at(dashed))}
          x2={percentAt(axis.at(dashed))}
          y1="0"
          y2="100%"
        />
      )}
      {low !== null && high !== null && (
        <line
          class={`interval-line${look}`}
          x1={percentAt(axis.at(low))}
          x2={percentAt(axis.at(high))}
          y1="50%"
          y2="50%"
        />
      )}
      {mean !== null && (
        <circle class={`interval-dot${look}`} cx={percentAt(axis.at(mean))} cy="50%" r={isLead ? dot * 1.3 : dot} />
      )}
    </svg>
  )
}

export function AxisWords({ axis, words }: { readonly axis: Axis; readonly words: (tick: number) => string }) {
  return (
    <svg aria-hidden="true" height="28">
      {axis.ticks.map((tick) => (
        <text key={tick} class="axis-label" x={percentAt(axis.at(tick))} y="18" text-anchor="middle">
          {words(tick)}
        </text>
      ))}
    </svg>
  )
}
