// The order of arms wherever they are listed: the leader, the next best, and all others.

/** The figures of an arm that decide its rank. */
export interface RankedArm {
  /** Null before the first release. */
  readonly mean: number | null
  readonly probabilityBest?: number | null
}

/**
 * Places of arms from the best on: by mean, then, of equal ones, by the chance of being best, then
 * as they are listed. Arms without a release follow, and arms that are `out` (stopped) come last.
 * So the first never has a smaller mean than the second.
 */
export function rankArms(arms: readonly RankedArm[], out: ReadonlySet<number> = new Set()): number[] {
  const tier = (arm: number): number => (out.has(arm) ? 2 : 0) + (arms[arm].mean === null ? 1 : 0)
  return [...arms.keys()].sort(
    (one, other) =>
      tier(one) - tier(other) ||
      (arms[other].mean ?? 0) - (arms[one].mean ?? 0) ||
      (arms[other].probabilityBest ?? 0) - (arms[one].probabilityBest ?? 0) ||
      one - other,
  )
}
