// The expected time of a run at a longer horizon, to skip runs that would take too long.

export interface TimedRun {
  readonly horizon: number
  readonly ms: number
}

/** Extrapolates the growth between the last two runs, linearly at most. */
export function estimateMs(known: readonly TimedRun[], horizon: number): number {
  const [before, last] = [known.at(-2), known.at(-1)]
  if (last === undefined) return 0
  const power = before === undefined ? 1 : Math.log(last.ms / before.ms) / Math.log(last.horizon / before.horizon)
  return last.ms * (horizon / last.horizon) ** Math.min(1, Math.max(0, power))
}
