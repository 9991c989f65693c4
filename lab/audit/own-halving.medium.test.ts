// Elimination algorithms of one's own are attacked as those of the catalogue are.

import { expect, test } from "vitest"
import { audit } from "./audit.ts"
import type { ValuesView } from "./boxes/release-view.ts"
import { ownHalving } from "./testing/own-halving.ts"

const noisySums: ValuesView = {
  kind: "values",
  about: "the noisy sums",
  note: () => [],
  released: (state, arm) => {
    const value = (state as { noisy?: (number | null)[] }).noisy?.[arm]
    return typeof value === "number" ? [value] : []
  },
  isSpent: () => false,
}
const tables = { white: { armCount: 4, records: [1], own: 1, others: 0 } } as const
const attack = { runs: 1000, boxes: ["white" as const], tables }

test("a halving that reuses its sums is accused, with and without a view", async () => {
  for (const view of [undefined, noisySums]) {
    const { verdict, whiteBox } = await audit({
      algorithm: ownHalving({ eta: 1, isReused: true }),
      ...attack,
      ...(view === undefined ? {} : { view }),
    })
    expect(whiteBox?.sees).toContain("every draw around a centre")
    expect(whiteBox?.etaLower).toBeGreaterThan(1.2)
    expect(verdict).toBe("disproved")
  }
})

test("a search without given tables accuses it, too", async () => {
  const { verdict } = await audit({ algorithm: ownHalving({ eta: 1, isReused: true }), runs: 1000, boxes: ["white"] })
  expect(verdict).toBe("disproved")
})

test("a true halving is attacked nearly to its claim, and consistent", async () => {
  const { verdict, whiteBox } = await audit({
    algorithm: ownHalving({ eta: 1, isReused: false }),
    ...attack,
    runs: 4000,
  })
  expect(whiteBox?.etaLower).toBeGreaterThan(0.85)
  expect(verdict).toBe("consistent")
})

test("noise that is added by hand is attacked through the view, and never gives NaN", async () => {
  const algorithm = ownHalving({ eta: 1, isReused: false, isByHand: true })
  const { verdict, whiteBox } = await audit({ algorithm, view: noisySums, ...attack })
  expect(whiteBox?.sees).toBe("the noisy sums")
  expect(whiteBox?.etaLower).toBeGreaterThanOrEqual(0)
  expect(verdict).toBe("consistent")
  // Without a view nothing says what such noise hides, so only the arms are attacked.
  const { whiteBox: none } = await audit({ algorithm, runs: 100 })
  expect(none).toBeNull()
})

test("draws that the proof does not release are not attacked", async () => {
  const view = { ...noisySums, drawsAreHidden: true }
  const { whiteBox } = await audit({ algorithm: ownHalving({ eta: 1, isReused: false }), ...attack, view, runs: 100 })
  expect(whiteBox?.sees).toBe("the noisy sums")
})
