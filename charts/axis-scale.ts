// Ends, ticks and tick labels of an axis.

import type { AxisSpec } from "./chart-spec.ts"
import { listMultiples, niceStep } from "./nice-step.ts"
import { formatDecimals, formatPower, formatShort } from "./tick-label.ts"

/** An axis that is ready to draw. */
export interface AxisScale {
  readonly domain: readonly [number, number]
  readonly ticks: readonly number[]
  readonly label: (tick: number) => string
  /** How far along the axis a value is: 0 at its start, 1 at its end. */
  readonly share: (value: number) => number
}

type Ticks = Omit<AxisScale, "share">

/** `values` are all numbers shown on the axis; `most` is how many ticks there is room for. */
export function createAxisScale(spec: AxisSpec, values: readonly number[], most: number): AxisScale {
  const isLog = spec.scale === "log"
  const scale = isLog ? logTicks(spec, values, most) : linearTicks(spec, values, most)
  const [from, to] = scale.domain
  return {
    ...scale,
    share: isLog ? (value) => Math.log(value / from) / Math.log(to / from) : (value) => (value - from) / (to - from),
  }
}

function linearTicks(spec: AxisSpec, values: readonly number[], most: number): Ticks {
  const low = spec.from ?? smallest(values, 0)
  const high = spec.to ?? largest(values, low + 1)
  // Leaves a little room around the data unless the specification fixes that end.
  // A single value gets a range around it.
  const isSingle = !(high - low > 1e-9 * Math.abs(high))
  const room = isSingle ? Math.abs(high) / 2 || 1 : 0.03 * (high - low)
  const from = spec.from ?? low - room
  const to = spec.to ?? high + room
  const wide = niceStep((to - from) / Math.max(1, most - 1))
  const step = listMultiples(from, to, wide).length >= 2 ? wide : niceStep(wide / 2.5)
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  return {
    domain: [from, to],
    ticks: listMultiples(from, to, step),
    label: (tick) => linearLabel(tick, step, decimals),
  }
}

function linearLabel(tick: number, step: number, decimals: number): string {
  if (Math.abs(tick) >= 1e6 && step >= 1e-2 * Math.abs(tick)) return formatShort(tick)
  return formatDecimals(tick, decimals)
}

function logTicks(spec: AxisSpec, values: readonly number[], most: number): Ticks {
  const positive = values.filter((value) => value > 0)
  const low = spec.from ?? smallest(positive, 1)
  const high = spec.to ?? largest(positive, 10 * low)
  const room = high > low * (1 + 1e-9) ? (high / low) ** 0.03 : 2
  const from = spec.from ?? low / room
  const to = spec.to ?? high * room
  const powers: number[] = []
  for (let k = Math.ceil(Math.log10(from) - 1e-9); k <= Math.log10(to) + 1e-9; k++) powers.push(k)
  if (powers.length >= 3 || (powers.length === 2 && most < 4)) {
    const every = Math.ceil(powers.length / Math.max(2, most))
    const ticks = powers.filter((power) => power % every === 0).map((power) => 10 ** power)
    const arePlain = ticks[0] >= 1e-2 && ticks[ticks.length - 1] <= 1e4
    return { domain: [from, to], ticks, label: arePlain ? formatShort : formatPower }
  }
  // Less than two decades: 1, 2 and 5 times powers of ten, or 1 and 3, or plain steps.
  const decades = [powers[0] ?? Math.ceil(Math.log10(to)), ...powers.slice(1)]
  for (const factors of [
    [1, 2, 5],
    [1, 3],
  ]) {
    const ticks = [decades[0] - 1, ...decades]
      .flatMap((power) => factors.map((factor) => factor * 10 ** power))
      .filter((tick) => tick >= from * (1 - 1e-9) && tick <= to * (1 + 1e-9))
    if (ticks.length >= 2 && ticks.length <= most) return { domain: [from, to], ticks, label: formatShort }
  }
  return linearTicks({ ...spec, from, to }, [], Math.min(most, 4))
}

/** The smallest value; `otherwise` where there is none, so that an empty chart still has axes. */
function smallest(values: readonly number[], otherwise: number): number {
  return values.length === 0 ? otherwise : values.reduce((a, b) => Math.min(a, b))
}

function largest(values: readonly number[], otherwise: number): number {
  return values.length === 0 ? otherwise : values.reduce((a, b) => Math.max(a, b))
}
