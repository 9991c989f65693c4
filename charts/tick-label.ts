// Numbers at the ticks of an axis: thousands apart, and powers of ten for very large and small ones.

/** 12,345.60, with so many decimals. Adding 0 turns -0, the tick at the origin of some axes, into 0. */
export const formatDecimals = (tick: number, decimals: number): string =>
  withMinus((tick + 0).toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals }))

/** Three digits that count, and a power of ten from a million on or below a thousandth: 2.5 × 10⁶. */
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
