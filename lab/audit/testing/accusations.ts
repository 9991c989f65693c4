// How often audits accuse an algorithm: whole audits (training, both boxes, verdict), each with a
// seed of its own.

import type { Algorithm } from "@armistice/core"
import { audit } from "../audit.ts"
import { resolveView } from "../boxes/custom-view.ts"
import { chooseTablesByHand } from "../tables/worst-tables.ts"

export const repetitions = 100
/** If each audit accuses with 5 %, 12 or more of 100 do with 0.4 %. */
export const allowedAccusations = 11

/**
 * In how many audits of 1,000 runs a bound exceeds the claim; both bounds hold together with 95 %.
 * Uses hand-made tables with at most `mostArms`: a search has its own runs and changes no bound.
 */
export async function accusations(algorithm: Algorithm, audits = repetitions, mostArms = 20): Promise<number> {
  const view = resolveView(algorithm, undefined, false)
  const white = chooseTablesByHand("white", algorithm, view)
  const tables = {
    white: { ...white, armCount: Math.min(white.armCount, mostArms) },
    black: chooseTablesByHand("black", algorithm, view),
  }
  let accused = 0
  for (let seed = 0; seed < audits; seed++) {
    const { verdict } = await audit({ algorithm, tables, seed, runs: 1000, comparisons: 2 })
    if (verdict === "disproved") accused++
  }
  return accused
}
