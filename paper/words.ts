// Numbers in sentences.

import { intervalOf } from "./interval.ts"
import type { Measurement } from "./measurement.ts"

/** Four significant digits, thousands grouped; powers of ten where it is very large or small. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞"
  const magnitude = Math.abs(value)
  if (magnitude !== 0 && (magnitude >= 1e7 || magnitude < 1e-3)) {
    const [factor = "0", power = "0"] = value.toExponential(2).split("e")
    return `${minus(String(Number(factor)))} × 10${superscript(Number(power))}`
  }
  const rounded = magnitude >= 1000 ? Math.round(value) : Number(value.toPrecision(4))
  const [whole = "0", ...rest] = String(rounded).split(".")
  return minus([whole.replaceAll(/\B(?=(\d{3})+$)/g, ","), ...rest].join("."))
}

export function figureWithInterval(measurement: Measurement): string {
  const { value, low, high } = intervalOf(measurement.regret)
  return `${figure(value)} [${figure(low)}, ${figure(high)}]`
}

/** 10⁶. */
export const powerOfTen = (value: number): string => `10${superscript(Math.round(Math.log10(value)))}`

const minus = (text: string): string => text.replace("-", "−")

function superscript(power: number): string {
  const digits = [...String(Math.abs(power))].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)])
  return `${power < 0 ? "⁻" : ""}${digits.join("")}`
}
