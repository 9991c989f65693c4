// Figures in the reward's units: percentages and points from 0 to 1, plain numbers otherwise. Ends
// of intervals are rounded outwards, so that nothing is overstated.

import { formatDecimals, roundTo } from "./format-number.ts"

type Rounding = (value: number) => number

/** Formats figures of one reward. */
export interface Units {
  /** "54.2 %". */
  readonly formatValue: (value: number) => string
  /** "52.6 to 55.8", of values. */
  readonly formatInterval: (low: number, high: number) => string
  /** "8.3", with a sign if asked for. */
  readonly formatDifference: (difference: number, width: number, isSigned?: boolean) => string
  /** "3.1 to 13.5", of differences. */
  readonly formatDifferenceInterval: (low: number, high: number, isSigned?: boolean) => string
  /** "8.3 points", "1 point", or the number alone. */
  readonly addUnit: (text: string) => string
  /** "1 point", "0.5 points", or the number alone: without trailing zeros. */
  readonly formatAmount: (amount: number) => string
  /** "points" or nothing. */
  readonly unit: string
  /** Tick labels of an axis of values and of an axis of differences. */
  readonly formatTick: (value: number) => string
  readonly formatDifferenceTick: (value: number) => string
}

/** The units of rewards in a range; `percent` follows percentages. */
export const createUnits = ({ min, max }: { readonly min: number; readonly max: number }, percent = " %"): Units =>
  min === 0 && max === 1 ? createShareUnits(percent) : createPlainUnits(max - min)

const createShareUnits = (percent: string): Units => ({
  ...createScaledUnits({ factor: 100, range: 1, usual: 1, sign: percent }),
  addUnit: addPoints,
  formatAmount: (amount) => addPoints(String(Number((100 * amount).toPrecision(6)))),
  unit: "points",
})

const addPoints = (text: string): string => `${text} ${text === "1" ? "point" : "points"}`

/** Plain numbers; `range`: the largest reward minus the smallest, if it is known. */
export const createPlainUnits = (range = Number.POSITIVE_INFINITY): Units => ({
  ...createScaledUnits({
    factor: 1,
    range,
    usual: Math.min(6, Math.max(0, 3 - Math.ceil(Math.log10(range)))),
    sign: "",
  }),
  addUnit: (text) => text,
  formatAmount: (amount) => String(Number(amount.toPrecision(6))),
  unit: "",
})

interface Scale {
  readonly factor: number
  /** No difference is larger. */
  readonly range: number
  /** The decimals of a value. */
  readonly usual: number
  readonly sign: string
}

function createScaledUnits({ factor, range, usual, sign }: Scale): Omit<Units, "addUnit" | "formatAmount" | "unit"> {
  const write = (value: number, decimals: number, round: Rounding = Math.round) =>
    formatDecimals(roundTo(value * factor, decimals, round), decimals)
  /** Enough decimals to tell the ends of an interval this wide apart. */
  const countDecimals = (width: number): number =>
    width > 0 ? Math.min(9, Math.max(usual, 1 - Math.floor(Math.log10(width * factor)))) : usual
  const writeEnds = (low: number, high: number, decimals: number): readonly [string, string] => [
    write(low, decimals, Math.floor),
    write(high, decimals, Math.ceil),
  ]
  const formatDifferenceInterval = (from: number, to: number, isSigned = false): string => {
    const [low, high] = [Math.max(from, -range), Math.min(to, range)]
    // An end above or below 0 must not be shown as 0.
    let decimals = countDecimals(high - low)
    const isHidden = (end: number, round: Rounding) => end !== 0 && roundTo(end * factor, decimals, round) === 0
    while (decimals < 9 && ((low > 0 && isHidden(low, Math.floor)) || (high < 0 && isHidden(high, Math.ceil))))
      decimals += 1
    const ends = writeEnds(low, high, decimals)
    return (isSigned ? ends.map(addSign) : ends).join(" to ")
  }
  /** Without trailing zeros: steps may be 2.5. */
  const writeTick = (value: number): string =>
    formatDecimals(
      value * factor,
      0,
      Math.min(9, Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value * factor) || 1)))),
    )
  return {
    formatValue: (value) => `${write(value, usual)}${sign}`,
    formatInterval: (low, high) => writeEnds(low, high, countDecimals(high - low)).join(" to "),
    formatDifference: (difference, width, isSigned = false) => {
      const text = write(difference, countDecimals(width))
      return isSigned ? addSign(text) : text
    },
    formatDifferenceInterval,
    formatTick: (value) => `${writeTick(value)}${sign}`,
    formatDifferenceTick: (value) => addSign(writeTick(value)),
  }
}

const addSign = (text: string): string => (text.startsWith("\u2212") || Number(text) === 0 ? text : `+${text}`)

/** A certainty, never rounded up: "91 %", "99.6 %", "more than 99.9 %". */
export function formatCertainty(certainty: number): string {
  if (certainty > 0.999) return "more than 99.9 %"
  const points = certainty * 100
  return `${points >= 95 ? (Math.floor(points * 10 + 1e-9) / 10).toFixed(1) : Math.floor(points + 1e-9)} %`
}
