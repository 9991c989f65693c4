// A plot that needs no measuring: lines in a stretched drawing, words beside it at fixed size, all by attributes.

import type { ComponentChildren } from "preact"
import "../style/plot.css"
import { briefly } from "../text/price.ts"
import { spread } from "./plot-scale.ts"

export interface Tick {
  /** Percent from the left or from the bottom. */
  readonly at: number
  readonly text: string
}

export interface EndLabel extends Tick {
  readonly class?: string
  readonly second?: string
}

interface Props {
  readonly label: string
  readonly size: "tall" | "low" | "square"
  readonly y: readonly Tick[]
  readonly x: readonly Tick[]
  /** Names at the lines' ends. */
  readonly ends?: readonly EndLabel[]
  /** Paths, in a square from 0 to 100 with its origin at the top left. */
  readonly children: ComponentChildren
  /** Marks and words over the lines. */
  readonly over?: ComponentChildren
}

/** Percent of the height that a line of words takes. */
const lineHeight = { tall: 4.4, low: 7, square: 7 }

export function Plot({ label, size, y, x, ends = [], children, over }: Props) {
  const least = lineHeight[size]
  const places = spread(
    ends.map(({ at, second }) => at - (second === undefined ? 0 : least / 2)),
    least * (ends.some(({ second }) => second !== undefined) ? 1.35 : 1),
  )
  return (
    <div class={`plot ${size}`} role="img" aria-label={label}>
      <svg class="yl" aria-hidden="true">
        {y.map(({ at, text }) => (
          <text key={text} class="ax" x="100%" dx="-8" y={`${100 - at}%`} dy="4" text-anchor="end">
            {briefly(text)}
          </text>
        ))}
      </svg>
      <svg class="pl" aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
        <path class="gridl" d={y.map(({ at }) => `M0 ${100 - at}H100`).join("")} />
        {children}
      </svg>
      <svg class="rl" aria-hidden="true">
        {ends.map((end, index) => (
          <text
            key={end.text}
            class={`lb ${end.class ?? ""}`}
            x="8"
            y={`${100 - (places[index] as number)}%`}
            dy={end.second === undefined ? 4 : -3}
          >
            {briefly(end.text)}
            {end.second !== undefined && (
              <tspan x="8" dy="15">
                {end.second}
              </tspan>
            )}
          </text>
        ))}
      </svg>
      <svg class="ov" aria-hidden="true">
        {over}
      </svg>
      <svg class="xl" aria-hidden="true">
        {x.map(({ at, text }) => (
          <text key={text} class="ax" x={`${at}%`} y="19" text-anchor={at <= 3 ? "start" : at >= 97 ? "end" : "middle"}>
            {text}
          </text>
        ))}
      </svg>
    </div>
  )
}

type Place = readonly [x: number, y: number]

/** A line through places in percent. */
export const linePath = (places: readonly Place[]): string =>
  places.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x} ${round(100 - y)}`).join("")

/** The ground between two lines with the same places. */
export const bandPath = (low: readonly Place[], high: readonly Place[]): string =>
  `${linePath(low)}${linePath([...high].reverse()).replace("M", "L")}Z`

const round = (percent: number): number => Math.round(percent * 100) / 100
