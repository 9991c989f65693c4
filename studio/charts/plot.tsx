// A plot that needs no measuring: lines in a stretched drawing, labels of fixed size around it.

import { placeLabels } from "@armistice/charts"
import type { ComponentChildren, ComponentProps } from "preact"
import { abbreviate } from "../text/price.ts"
import { anchorWithin, percentAt } from "./axis.ts"

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
  /** The class that sets its size. */
  readonly class: string
  readonly y: readonly Tick[]
  readonly x: readonly Tick[]
  /** Labels at the ends of lines, already moved apart. */
  readonly ends?: readonly EndLabel[]
  /** Paths, in a square from 0 to 100 with its origin at the top left. */
  readonly children: ComponentChildren
  /** Marks and labels over the lines. */
  readonly over?: ComponentChildren
}

export function PlotFrame({ label, class: size, y, x, ends = [], children, over }: Props) {
  return (
    <div class={`plot ${size}`} role="img" aria-label={label}>
      <svg class="y-axis" aria-hidden="true">
        {y.map(({ at, text }) => (
          <text
            key={`${at} ${text}`}
            class="axis-label"
            x="100%"
            dx="-8"
            y={percentAt(100 - at)}
            dy="4"
            text-anchor="end"
          >
            {text}
          </text>
        ))}
      </svg>
      <svg class="plot-area" aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
        <path class="grid-line" d={y.map(({ at }) => `M0 ${(100 - at).toFixed(2)}H100`).join("")} />
        {children}
      </svg>
      <svg class="line-labels" aria-hidden="true">
        {ends.map(({ at, text, class: look = "", second }) => (
          <text
            key={`${at} ${text}`}
            class={`plot-label ${look}`}
            x="8"
            y={percentAt(100 - at)}
            dy={second === undefined ? 4 : -3}
          >
            {text}
            {second !== undefined && (
              <tspan x="8" dy="15">
                {second}
              </tspan>
            )}
          </text>
        ))}
      </svg>
      {over !== undefined && (
        <svg class="plot-overlay" aria-hidden="true">
          {over}
        </svg>
      )}
      <svg class="x-axis" aria-hidden="true">
        {x.map(({ at, text }) => (
          <text key={`${at} ${text}`} class="axis-label" x={percentAt(at)} y="19" text-anchor={anchorWithin(at)}>
            {text}
          </text>
        ))}
      </svg>
    </div>
  )
}

/** Moves labels at least `least` percent apart, if the plot has room for all of them. */
export const spreadLabels = (places: readonly number[], least: number): readonly number[] =>
  placeLabels(places, least, 0, 100) ?? places

interface PlotProps extends Omit<ComponentProps<typeof PlotFrame>, "class"> {
  readonly size: "tall" | "low" | "square"
}

/** The height of a line of text, in percent of the plot. */
const lineHeight = { tall: 4.4, low: 7, square: 7 }

export function Plot({ size, y, ends = [], ...frame }: PlotProps) {
  const least = lineHeight[size]
  const places = spreadLabels(
    ends.map(({ at, second }) => at - (second === undefined ? 0 : least / 2)),
    least * (ends.some(({ second }) => second !== undefined) ? 1.35 : 1),
  )
  const abbreviateText = <One extends EndLabel>(one: One): One => ({ ...one, text: abbreviate(one.text) })
  return (
    <PlotFrame
      {...frame}
      class={size}
      y={y.map(abbreviateText)}
      ends={ends.map((end, index) => ({ ...abbreviateText(end), at: places[index] as number }))}
    />
  )
}

type Place = readonly [x: number, y: number]

/** A line through places, in percent. */
export const linePath = (places: readonly Place[]): string =>
  places.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x} ${round(100 - y)}`).join("")

/** The area between two lines over the same places. */
export const bandPath = (low: readonly Place[], high: readonly Place[]): string =>
  `${linePath(low)}${linePath([...high].reverse()).replace("M", "L")}Z`

const round = (percent: number): number => Math.round(percent * 100) / 100
