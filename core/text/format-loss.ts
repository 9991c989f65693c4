// Losses as text. They are rounded up and targets down, so that what is printed never promises too
// much.

/** eta, epsilon or delta as a loss: five digits, rounded up. */
export function formatLoss(value: number): string {
  return outward(value, 1)
}

/** eta as a target: five digits, rounded down. */
export function formatTarget(value: number): string {
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
  return formatPlainNumber(Number(text))
}

/** A number as people would have written it: 1e-6 rather than 0.000001. */
export function formatPlainNumber(value: number): string {
  const isSmall = value !== 0 && Math.abs(value) < 1e-3
  const text = isSmall ? value.toExponential() : String(value)
  return text.includes("e") ? shortenExponent(text) : text
}

/** 1.50e+7 as 1.5e7. */
export const shortenExponent = (text: string): string =>
  text
    .replace(/(\.\d*?)0*e/, "$1e")
    .replace(".e", "e")
    .replace("e+", "e")
