// How long a run is expected to take at a longer horizon, so that nobody waits for one that would take too long.

export interface Timed {
  readonly horizon: number
  readonly ms: number
}

/** With the power of the horizon with which the last two grew, at most as fast as the horizon; like it, if only one is known. */
export function expectedMs(known: readonly Timed[], horizon: number): number {
  const [before, last] = [known.at(-2), known.at(-1)]
  if (last === undefined) return 0
  const power = before === undefined ? 1 : Math.log(last.ms / before.ms) / Math.log(last.horizon / before.horizon)
  return last.ms * (horizon / last.horizon) ** Math.min(1, Math.max(0, power))
}
