// Axes: where a value stands, in percent of the length, and which values have a tick.

export interface Axis {
  /** Percent from the left or from the bottom. */
  readonly at: (value: number) => number
  readonly ticks: readonly number[]
}

/** Two decimals, and not far outside the plot. */
const roundPlace = (percent: number): number => Math.round(Math.max(-50, Math.min(150, percent)) * 100) / 100

export function linearAxis(from: number, to: number, count = 4): Axis {
  const step = niceStep((to - from) / count)
  const ticks: number[] = []
  for (let tick = Math.ceil(from / step) * step; tick <= to + step * 1e-9; tick += step)
    ticks.push(Number(tick.toPrecision(12)))
  return { at: (value) => roundPlace((100 * (value - from)) / (to - from)), ticks }
}

/** Ticks at 1, 3, 10, 30, …, or at powers of ten alone where these would be many. */
export function logAxis(from: number, to: number): Axis {
  const [low, high] = [Math.log(from), Math.log(to)]
  const powers: number[] = []
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++) powers.push(power)
  const leads = powers.length > 5 ? [1] : [1, 3]
  const every = Math.max(1, Math.ceil(powers.length / 8))
  const ticks = powers
    .filter((_, place) => place % every === 0)
    .flatMap((power) => leads.map((lead) => Number(`${lead}e${power}`)))
    .filter((tick) => tick >= from * (1 - 1e-9) && tick <= to * (1 + 1e-9))
  return { at: (value) => roundPlace((100 * (Math.log(value) - low)) / (high - low)), ticks }
}

/** The smallest of 1, 2, 2.5 and 5 times a power of ten that is at least this. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const lead = [1, 2, 2.5, 5, 10].find((one) => one * power >= least * (1 - 1e-9)) ?? 10
  return lead * power
}

/** An axis around the data, with about `count` ticks; `margin` is the share left free at both ends. */
export function fittedAxis(
  low: number,
  high: number,
  { margin = 0.06, count = 5 } = {},
): Axis & { readonly to: number } {
  const middle = (low + high) / 2
  const span = high > low ? high - low : Math.max(Math.abs(middle) * 0.1, 1e-6)
  const from = middle - span * (0.5 + margin)
  const to = middle + span * (0.5 + margin)
  const step = roundStep((to - from) / count)
  const ticks: number[] = []
  for (let place = Math.ceil(from / step - 1e-9); place * step <= to + 1e-9 * span; place++)
    // Adding 0 turns -0 into 0.
    ticks.push(place * step + 0)
  return { to, ticks, at: (value) => (100 * (value - from)) / (to - from) }
}

/** The nearest of 1, 2, 2.5 or 5 times a power of ten. */
function roundStep(about: number): number {
  const power = 10 ** Math.floor(Math.log10(about))
  const lead = about / power
  return (lead < 1.4 ? 1 : lead < 2.2 ? 2 : lead < 3.5 ? 2.5 : lead < 7 ? 5 : 10) * power
}

/** As an SVG attribute: "41.4%". */
export const percentAt = (place: number): string => `${Number(place.toFixed(2))}%`
