// Axes: the position of a value, in percent of the axis's length, and the values of the ticks.

import { listMultiples, niceStep } from "@armistice/charts"

/** Steps between ticks, times a power of ten. */
export const steps = [1, 2, 2.5, 5]

export interface Axis {
  /** Percent from the left or from the bottom. */
  readonly at: (value: number) => number
  readonly ticks: readonly number[]
}

/** Rounds to two decimals and keeps points outside the plot near it. */
const roundPosition = (percent: number): number => Math.round(Math.max(-50, Math.min(150, percent)) * 100) / 100

export function createLinearAxis(from: number, to: number, count = 4): Axis {
  const ticks = listMultiples(from, to, niceStep((to - from) / count, steps)).map((tick) =>
    Number(tick.toPrecision(12)),
  )
  return { at: (value) => roundPosition((100 * (value - from)) / (to - from)), ticks }
}

/** Ticks at 1, 3, 10, 30, …, or only at powers of ten if there would be too many. */
export function logAxis(from: number, to: number): Axis {
  const [low, high] = [Math.log(from), Math.log(to)]
  const powers: number[] = []
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++) powers.push(power)
  const leads = powers.length > 5 ? [1] : [1, 3]
  const every = Math.max(1, Math.ceil(powers.length / 8))
  const ticks = powers
    .filter((_, index) => index % every === 0)
    .flatMap((power) => leads.map((lead) => Number(`${lead}e${power}`)))
    .filter((tick) => tick >= from * (1 - 1e-9) && tick <= to * (1 + 1e-9))
  return { at: (value) => roundPosition((100 * (Math.log(value) - low)) / (high - low)), ticks }
}

/** An axis around the data with about `count` ticks and a free `margin` (a share) at both ends. */
export function fitAxis(low: number, high: number, { margin = 0.06, count = 5 } = {}): Axis & { readonly to: number } {
  const middle = (low + high) / 2
  const span = high > low ? high - low : Math.max(Math.abs(middle) * 0.1, 1e-6)
  const from = middle - span * (0.5 + margin)
  const to = middle + span * (0.5 + margin)
  const step = nearestStep((to - from) / count)
  const ticks = listMultiples(from, to, step)
  return { to, ticks, at: (value) => (100 * (value - from)) / (to - from) }
}

/** The nearest number of the form 1, 2, 2.5 or 5 times a power of ten. */
function nearestStep(about: number): number {
  const power = 10 ** Math.floor(Math.log10(about))
  const lead = about / power
  return (lead < 1.4 ? 1 : lead < 2.2 ? 2 : lead < 3.5 ? 2.5 : lead < 7 ? 5 : 10) * power
}

/** Keeps a label at the end of an axis within it. */
export const anchorWithin = (position: number): "start" | "middle" | "end" =>
  position <= 3 ? "start" : position >= 97 ? "end" : "middle"

/** A position as an SVG attribute, such as "41.4%". */
export const percentAt = (position: number): string => `${Number(position.toFixed(2))}%`
