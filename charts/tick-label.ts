// Numbers at the ticks of an axis, with thousands separators and powers of ten.

/** 12,345.60 with `decimals` = 2. Adding 0 turns -0, a tick at the origin, into 0. */
export const formatDecimals = (tick: number, decimals: number): string =>
  withMinus((tick + 0).toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals }))

/** Three significant digits; from a million on and below a thousandth as 2.5 × 10⁶. */
export function formatShort(tick: number): string {
  const size = Math.abs(tick)
  if (size >= 1e6 || (size !== 0 && size < 1e-3)) {
    const [factor, power] = tick.toExponential(2).split("e").map(Number)
    return factor === 1 ? `10${raise(power)}` : withMinus(`${factor} × 10${raise(power)}`)
  }
  const value = size >= 1000 ? Math.round(tick) : Number(tick.toPrecision(3))
  return withMinus(value.toLocaleString("en-US", { maximumFractionDigits: 20 }))
}

/** 10⁶; 1 and 10 as they are. */
export function formatPower(tick: number): string {
  const power = Math.round(Math.log10(tick))
  return power === 0 || power === 1 ? String(10 ** power) : `10${raise(power)}`
}

const raise = (power: number): string =>
  [...String(power)].map((digit) => (digit === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)])).join("")

const withMinus = (text: string): string => text.replace("-", "−")
