// The nearest number in [0, 1]: for noisy means, which may lie outside. Only where the cited
// algorithm clips.

export function clipUnit(value: number): number {
  return Math.min(1, Math.max(0, value))
}
