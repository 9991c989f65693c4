// How large the share of people without an answer may be, for each option: Wilson's interval at 95 %. Whether someone answered is public
// here, so nothing private goes into it.

const z = 1.959964

export interface Share {
  readonly share: number
  readonly low: number
  readonly high: number
}

export function shareWithin(count: number, of: number): Share {
  const share = count / of
  const weight = 1 + (z * z) / of
  const middle = (share + (z * z) / (2 * of)) / weight
  const half = (z / weight) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))
  // Rounding must not leave the share itself outside.
  return { share, low: Math.max(0, Math.min(share, middle - half)), high: Math.min(1, Math.max(share, middle + half)) }
}
