import "@armistice/core/context"
import { type Algorithm, createAlgorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { audit } from "./audit.ts"
import { coordinateNotDecayed, levelReused, scaleAfterOpening } from "./testing/broken-context.ts"

const tables = { armCount: 2, records: [1], own: 1, others: 0 } as const
const correct = createAlgorithm("gdp-context", {
  eta: 1,
  horizon: 4000,
  attributes: { group: { levels: ["a", "b"] } },
})

const attack = (algorithm: Algorithm, runs: number) =>
  audit({ algorithm, runs, seed: 3, boxes: ["white"], tables: { white: tables } })

test("the audit clears gdp-context, and its bound comes near the claim", async () => {
  const { verdict, whiteBox } = await attack(correct, 1500)
  expect(verdict).toBe("consistent")
  expect(whiteBox?.etaLower).toBeGreaterThan(0.8)
})

test.each([
  ["a coordinate that is not decayed", coordinateNotDecayed, 1500],
  ["a scale that is chosen after the batch opened", scaleAfterOpening, 3000],
  ["a level's sum that is used again", levelReused, 1500],
])("%s is accused", async (_, plant, runs) => {
  expect((await attack(plant(correct), runs)).verdict).toBe("disproved")
})
