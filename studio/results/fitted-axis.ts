// An axis fitted to its data, with round ticks. Positions are percentages of its length.

export interface Axis {
  readonly from: number
  readonly to: number
  readonly step: number
  readonly ticks: readonly number[]
  readonly at: (value: number) => number
}

/**
 * `margin` is the share of the data's span left free on each side; `count` is about the number of
 * ticks.
 */
export function fittedAxis(low: number, high: number, { margin = 0.06, count = 5 } = {}): Axis {
  const middle = (low + high) / 2
  const span = high > low ? high - low : Math.max(Math.abs(middle) * 0.1, 1e-6)
  const from = middle - span * (0.5 + margin)
  const to = middle + span * (0.5 + margin)
  const step = roundStep((to - from) / count)
  const ticks: number[] = []
  for (let place = Math.ceil(from / step - 1e-9); place * step <= to + 1e-9 * span; place++)
    // Adding 0 turns -0 into 0.
    ticks.push(place * step + 0)
  return { from, to, step, ticks, at: (value) => (100 * (value - from)) / (to - from) }
}

/** The nearest of 1, 2, 2.5 or 5 times a power of ten. */
function roundStep(about: number): number {
  const power = 10 ** Math.floor(Math.log10(about))
  const lead = about / power
  return (lead < 1.4 ? 1 : lead < 2.2 ? 2 : lead < 3.5 ? 2.5 : lead < 7 ? 5 : 10) * power
}

/** As an SVG attribute: "41.4%". */
export const percentAt = (place: number): string => `${Number(place.toFixed(2))}%`
