// Numbers for people. Losses are rounded up and targets down, so that what is printed never promises too much.

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 })

/** A quantity: about four digits, more before the decimal point where there are more. */
export function quantity(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e15) return shortExponent(value.toExponential(3))
  if (size >= 1000) return grouped.format(value)
  if (size === 0 || size >= 100) return trimmed(value.toFixed(1))
  if (size >= 1) return trimmed(value.toFixed(2))
  return size >= 1e-3 ? trimmed(value.toPrecision(3)) : shortExponent(value.toExponential(2))
}

/** A whole number, with an exponent where that is shorter: 1e6, 20. */
export function count(value: number): string {
  const exponent = shortExponent(value.toExponential())
  return value >= 1e4 && exponent.length <= 5 ? exponent : grouped.format(value)
}

/** eta, epsilon or delta as a loss: five digits, rounded up. */
export function loss(value: number): string {
  return outward(value, 1)
}

/** eta as a target: five digits, rounded down. */
export function target(value: number): string {
  return outward(value, -1)
}

function outward(value: number, side: 1 | -1): string {
  const digits = 5
  if (value === 0) return "0"
  let text = value.toPrecision(digits)
  if (side * (Number(text) - value) < 0) {
    const exponent = Number(value.toExponential(digits - 1).split("e")[1])
    text = (Number(text) + side * 10 ** (exponent - digits + 1)).toPrecision(digits)
  }
  return given(Number(text))
}

/** A number as people would have written it: 1e-6 rather than 0.000001. */
export function given(value: number): string {
  const isSmall = value !== 0 && Math.abs(value) < 1e-3
  const text = isSmall ? value.toExponential() : String(value)
  return text.includes("e") ? shortExponent(text) : text
}

/** Time in words that fit: 350 µs, 12 ms, 3.1 s, 4 min. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1) return `${Math.max(1, Math.round(milliseconds * 1000))} µs`
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 100) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

const trimmed = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text)

const shortExponent = (text: string): string =>
  text
    .replace(/(\.\d*?)0*e/, "$1e")
    .replace(".e", "e")
    .replace("e+", "e")
