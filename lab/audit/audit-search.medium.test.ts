import { createAlgorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { audit } from "./audit.ts"

const gdpTs = createAlgorithm("gdp-ts", { eta: 1 })

test("the bounds stay at or below the claim, and reach 80 % of it with 3,000 runs", async () => {
  const { whiteBox, claimed, verdict, ceiling } = await audit({ algorithm: gdpTs, runs: 3000, boxes: ["white"] })
  expect(whiteBox?.etaLower).toBeLessThanOrEqual(claimed.eta as number)
  expect(whiteBox?.etaLower).toBeGreaterThan(0.8)
  expect(verdict).toBe("consistent")
  expect(ceiling).toBeCloseTo(6.1, 0)
  expect(whiteBox?.search?.candidates).toBeGreaterThan(10)
  expect(whiteBox?.search?.scenarios.map(({ tables }) => tables.scenario?.name).sort()).toEqual([
    "a saved state is restored",
    "an arm is added",
    "an arm is retired",
    "arms are excluded",
    "arrivals follow releases",
    "rewards come late",
    "some people never answer",
  ])
  expect(whiteBox?.inWords).toMatch(/arms; round \d+ gives 0 for all arms in one table and 1 in the other/)
})
