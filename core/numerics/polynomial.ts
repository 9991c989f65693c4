// Σ coefficients[k]·x^k by Horner's rule, for places that are not in a hot loop.

export function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0
  for (let k = coefficients.length - 1; k >= 0; k--) value = value * x + coefficients[k]
  return value
}
