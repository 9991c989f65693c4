// Formats figures in the reward's units: percentages and points from 0 to 1, plain numbers
// otherwise. Ends of intervals are rounded outwards, so that nothing is overstated.

import { formatNumber, formatPercent, roundTo } from "@armistice/core/text"
import { keepPercentTogether } from "../text/numbers.ts"

type Rounding = (value: number) => number

export interface Units {
  /** "54.2 %". */
  readonly value: (value: number) => string
  /** "52.6 to 55.8", of values. */
  readonly interval: (low: number, high: number) => string
  /** "8.3", with a sign if asked for. */
  readonly difference: (difference: number, width: number, isSigned?: boolean) => string
  /** "3.1 to 13.5", of differences. */
  readonly differenceInterval: (low: number, high: number, isSigned?: boolean) => string
  /** "8.3 points", "1 point", or the number alone. */
  readonly withUnit: (text: string) => string
  /** "points" or nothing. */
  readonly unit: string
  /** Tick labels of an axis of values and of an axis of differences. */
  readonly tick: (value: number) => string
  readonly differenceTick: (value: number) => string
}

export function createUnits({ min, max }: { readonly min: number; readonly max: number }): Units {
  const isShare = min === 0 && max === 1
  const factor = isShare ? 100 : 1
  const sign = isShare ? "\u00a0%" : ""
  const unit = isShare ? "points" : ""
  const usual = isShare ? 1 : Math.min(6, Math.max(0, 3 - Math.ceil(Math.log10(max - min))))
  const text = (value: number, decimals: number, round: Rounding = Math.round) =>
    numberText(roundTo(value * factor, decimals, round), decimals)
  /** Enough decimals to tell the ends of an interval this wide apart. */
  const decimalsFor = (width: number): number =>
    width > 0 ? Math.min(9, Math.max(usual, 1 - Math.floor(Math.log10(width * factor)))) : usual
  const between = (low: number, high: number, decimals: number): readonly [string, string] => [
    text(low, decimals, Math.floor),
    text(high, decimals, Math.ceil),
  ]
  const differenceEnds = (low: number, high: number, isSigned = false): string => {
    // No difference is larger than the range.
    ;[low, high] = [Math.max(low, min - max), Math.min(high, max - min)]
    // An end above or below 0 must not be shown as 0.
    let decimals = decimalsFor(high - low)
    const isHidden = (end: number, round: Rounding) => end !== 0 && roundTo(end * factor, decimals, round) === 0
    while (decimals < 9 && ((low > 0 && isHidden(low, Math.floor)) || (high < 0 && isHidden(high, Math.ceil))))
      decimals += 1
    const [from, to] = between(low, high, decimals)
    return isSigned ? `${signed(from)} to ${signed(to)}` : `${from} to ${to}`
  }
  /** Without trailing zeros: steps may be 2.5. */
  const onAxis = (value: number): string =>
    numberText(value * factor, 0, Math.min(9, Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value * factor) || 1)))))
  return {
    value: (value) => `${text(value, usual)}${sign}`,
    interval: (low, high) => between(low, high, decimalsFor(high - low)).join(" to "),
    difference: (difference, width, isSigned = false) => {
      const shown = text(difference, decimalsFor(width))
      return isSigned ? signed(shown) : shown
    },
    differenceInterval: differenceEnds,
    withUnit: (shown) => (unit === "" ? shown : `${shown} ${shown === "1" ? "point" : unit}`),
    unit,
    tick: (value) => `${onAxis(value)}${sign}`,
    differenceTick: (value) => signed(onAxis(value)),
  }
}

function numberText(value: number, decimals: number, most = decimals): string {
  const digits = Math.abs(value).toLocaleString("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: most,
  })
  return value < 0 ? `\u2212${digits}` : digits
}

const signed = (text: string): string => (text.startsWith("\u2212") || Number(text) === 0 ? text : `+${text}`)

/** Without trailing zeros: "1", "0.5". */
export const formatAmount = (units: Units, amount: number, isShare = units.unit !== ""): string =>
  units.withUnit(String(Number((amount * (isShare ? 100 : 1)).toPrecision(6))))

/** A sum of rewards: whole where each is a success, three digits that count otherwise. */
export const formatTotal = (units: Units, total: number, round: Rounding = Math.round): string =>
  units.unit === "" ? String(Number(total.toPrecision(3))) : formatNumber(round(total))

/** A certainty, never rounded up: "91 %", "99.6 %", "more than 99.9 %". */
export function formatCertainty(certainty: number): string {
  if (certainty > 0.999) return "more than 99.9\u00a0%"
  const points = certainty * 100
  return `${points >= 95 ? (Math.floor(points * 10 + 1e-9) / 10).toFixed(1) : Math.floor(points + 1e-9)}\u00a0%`
}

/** A share of people: "3.1 %". */
export const formatShare = (share: number): string => keepPercentTogether(formatPercent(share))
