// One run as a row of numbers: many runs are one typed array, cheap to keep and to send.

export interface RunLayout {
  readonly armCount: number
  /** Numbers per row. */
  readonly width: number
  readonly regret: number
  /** Pulls of arm 0; the other arms follow. */
  readonly pulls: number
  /** Regret at the first checkpoint; the others follow. */
  readonly curve: number
  readonly releases: number
  /** Composed loss of all releases of the run on the GDP scale. */
  readonly eta: number
  /** Rewards that joined a batch, decisions that expired or are outstanding; 0 if none are late. */
  readonly joined: number
  readonly expired: number
  readonly outstanding: number
  /** Decisions for the best arm for each person; 0 without late rewards or without a context. */
  readonly best: number
  /** Time inside the engine. */
  readonly milliseconds: number
}

/** Computes where the numbers of a run are in its row. */
export function createRunLayout(armCount: number, checkpointCount: number): RunLayout {
  const curve = 1 + armCount
  const releases = curve + checkpointCount
  return {
    armCount,
    width: releases + 7,
    regret: 0,
    pulls: 1,
    curve,
    releases,
    eta: releases + 1,
    joined: releases + 2,
    expired: releases + 3,
    outstanding: releases + 4,
    best: releases + 5,
    milliseconds: releases + 6,
  }
}
