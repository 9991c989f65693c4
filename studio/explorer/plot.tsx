// A plot of the explorer: names at the ends of lines are moved apart, and large numbers are brief.

import type { ComponentProps } from "preact"
import { type EndLabel, PlotFrame, spread } from "../charts/plot-frame.tsx"
import { abbreviate } from "../text/price.ts"

interface Props extends Omit<ComponentProps<typeof PlotFrame>, "class"> {
  readonly size: "tall" | "low" | "square"
}

/** Percent of the height that a line of words takes. */
const lineHeight = { tall: 4.4, low: 7, square: 7 }

export function Plot({ size, y, ends = [], ...frame }: Props) {
  const least = lineHeight[size]
  const places = spread(
    ends.map(({ at, second }) => at - (second === undefined ? 0 : least / 2)),
    least * (ends.some(({ second }) => second !== undefined) ? 1.35 : 1),
  )
  const inBrief = <One extends EndLabel>(one: One): One => ({ ...one, text: abbreviate(one.text) })
  return (
    <PlotFrame
      {...frame}
      class={size}
      y={y.map(inBrief)}
      ends={ends.map((end, index) => ({ ...inBrief(end), at: places[index] as number }))}
    />
  )
}

type Place = readonly [x: number, y: number]

/** A line through places in percent. */
export const linePath = (places: readonly Place[]): string =>
  places.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x} ${round(100 - y)}`).join("")

/** The ground between two lines with the same places. */
export const bandPath = (low: readonly Place[], high: readonly Place[]): string =>
  `${linePath(low)}${linePath([...high].reverse()).replace("M", "L")}Z`

const round = (formatPercent: number): number => Math.round(formatPercent * 100) / 100
