import { expect, test } from "vitest"
import { audit } from "./audit.ts"
import { ownHalving } from "./testing/own-halving.ts"

// A search has runs of its own and changes no bound, so the tables are given.
const tables = {
  white: { armCount: 4, records: [1], own: 1, others: 0 },
  black: { armCount: 2, records: [1], own: 0.5, others: 0.5 },
} as const

// Each audit may accuse with a chance of 1e-5, so any of 200 does with 0.2 %.
test("a true halving of one's own is accused in none of 200 audits, the one with reused sums in each of 10", async () => {
  const accuse = async (isReused: boolean, seed: number): Promise<boolean> => {
    const algorithm = ownHalving({ eta: 1, isReused })
    const { verdict } = await audit({ algorithm, seed, runs: 1000, confidence: 1 - 1e-5, tables })
    return verdict === "disproved"
  }
  for (let seed = 0; seed < 200; seed++) expect(await accuse(false, seed), `seed ${seed}`).toBe(false)
  for (let seed = 0; seed < 10; seed++) expect(await accuse(true, seed), `seed ${seed}`).toBe(true)
}, 1_800_000)
