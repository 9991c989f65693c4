// Rounds figures for sentences, where the ends of intervals go outwards.

/**
 * Rounds to some decimals. A value that floating-point error moved off a round number stays there.
 */
export function roundTo(value: number, decimals: number, round: (value: number) => number = Math.round): number {
  const scaled = value * 10 ** decimals
  const nearest = Math.round(scaled)
  const isRound = Math.abs(scaled - nearest) < 1e-9 * Math.max(1, Math.abs(scaled))
  return (isRound ? nearest : round(scaled)) / 10 ** decimals
}
