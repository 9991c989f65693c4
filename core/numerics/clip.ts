// The nearest number in a range: for noisy means, which may lie outside of what is possible.

export const clip = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** Only where the cited algorithm clips. */
export function clipUnit(value: number): number {
  return Math.min(1, Math.max(0, value))
}
