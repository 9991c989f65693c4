// A plot of a fixed size whose end labels are moved apart and whose large numbers are abbreviated.

import type { ComponentProps } from "preact"
import { abbreviate } from "../text/price.ts"
import { type EndLabel, PlotFrame, spreadLabels } from "./plot-frame.tsx"

interface Props extends Omit<ComponentProps<typeof PlotFrame>, "class"> {
  readonly size: "tall" | "low" | "square"
}

/** The height of a line of text, in percent of the plot. */
const lineHeight = { tall: 4.4, low: 7, square: 7 }

export function Plot({ size, y, ends = [], ...frame }: Props) {
  const least = lineHeight[size]
  const places = spreadLabels(
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

/** A line through places, in percent. */
export const linePath = (places: readonly Place[]): string =>
  places.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x} ${round(100 - y)}`).join("")

/** The area between two lines over the same places. */
export const bandPath = (low: readonly Place[], high: readonly Place[]): string =>
  `${linePath(low)}${linePath([...high].reverse()).replace("M", "L")}Z`

const round = (percent: number): number => Math.round(percent * 100) / 100
