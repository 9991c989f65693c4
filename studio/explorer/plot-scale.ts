// From values to places of a plot in percent, and which values stand beside it.

export interface Scale {
  /** Percent from the left or from the bottom. */
  readonly at: (value: number) => number
  readonly ticks: readonly number[]
}

const within = (formatPercent: number): number => Math.round(Math.max(-50, Math.min(150, formatPercent)) * 100) / 100

export function linearScale(from: number, to: number, count = 4): Scale {
  const step = niceStep((to - from) / count)
  const ticks: number[] = []
  for (let tick = Math.ceil(from / step) * step; tick <= to + step * 1e-9; tick += step)
    ticks.push(Number(tick.toPrecision(12)))
  return { at: (value) => within((100 * (value - from)) / (to - from)), ticks }
}

/** Ticks at 1, 3, 10, 30, …, or at powers of ten alone where these would be many. */
export function logScale(from: number, to: number): Scale {
  const [low, high] = [Math.log(from), Math.log(to)]
  const powers: number[] = []
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++) powers.push(power)
  const leads = powers.length > 5 ? [1] : [1, 3]
  const every = Math.max(1, Math.ceil(powers.length / 8))
  const ticks = powers
    .filter((_, place) => place % every === 0)
    .flatMap((power) => leads.map((lead) => Number(`${lead}e${power}`)))
    .filter((tick) => tick >= from * (1 - 1e-9) && tick <= to * (1 + 1e-9))
  return { at: (value) => within((100 * (Math.log(value) - low)) / (high - low)), ticks }
}

/** The smallest of 1, 2, 2.5 and 5 times a power of ten that is not below. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const lead = [1, 2, 2.5, 5, 10].find((one) => one * power >= least * (1 - 1e-9)) ?? 10
  return lead * power
}
