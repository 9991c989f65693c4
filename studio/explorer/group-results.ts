// Results of the three ways to use groups, by their short names.

import type { SimulationResult } from "@armistice/lab"
import { uses } from "./groups.ts"

export type Use = (typeof uses)[number]["short"]

interface Found {
  readonly results: readonly SimulationResult[]
  /** Algorithms whose result is still that of earlier settings. */
  readonly stale?: readonly string[]
}

/** `null` until it is known for these settings. */
export function findUse({ results, stale = [] }: Found, use: Use): SimulationResult | null {
  const wanted = uses.find(({ short }) => short === use)?.algorithm
  return results.find(({ algorithm }) => algorithm === wanted && !stale.includes(algorithm)) ?? null
}
