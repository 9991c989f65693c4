import { type SimulationSpec, simulate } from "@armistice/lab"
import { expect, test } from "vitest"
import { guessRates, type PrivacyCostRequest, requestPrivacyCost, simulatePrivacyCost } from "./privacy-cost.ts"
import type { Detail } from "./results-types.ts"
import { makeGroup } from "./testing/make-group.ts"

/** Simulates in this process, each setting once. */
const known = new Map<string, ReturnType<typeof simulate>>()
const here = {
  run: (_: string, spec: unknown) => {
    const key = JSON.stringify(spec)
    const found = known.get(key) ?? simulate(spec as SimulationSpec)
    known.set(key, found)
    return found
  },
} as unknown as Parameters<typeof simulatePrivacyCost>[0]

const detail = {
  algorithm: { name: "gdp-imed", eta: 0.1 },
  reward: { min: 10, max: 20 },
  answers: "all",
  evenShare: 0.2,
} as unknown as Detail

const figures = { low: 0, high: 1, people: 1000 }
const group = makeGroup({
  state: "leaning",
  options: { a: { ...figures, mean: 16 }, b: { ...figures, mean: 15 } },
})
const request = requestPrivacyCost(group, detail) as PrivacyCostRequest

test("the experiment's own method is simulated for the people so far, at measured and at planned rates", () => {
  expect(request).toEqual({
    algorithm: "gdp-imed",
    parameters: { eta: 0.1 },
    people: 2000,
    evenShare: 0.2,
    measured: [0.6, 0.5],
    planned: [0.5, 0.4],
    range: 10,
  })
  expect(requestPrivacyCost(group, { ...detail, algorithm: { name: "uniform" } })).toBeNull()
  // Successes alone are rare: 11 % together, 2 points apart.
  expect(guessRates({ answers: "successes" }, ["a", "b"])).toEqual([0.12, 0.1])
})

// In 1,000 runs with seed 1, η = 0.1 loses 20 more than no noise and η = 1 loses 1.6 more, with
// standard errors of 1.4 and 0.9.
test("more privacy costs more, no noise costs nothing, and random assignment costs no privacy", async () => {
  const measure = async (change: Partial<PrivacyCostRequest>) =>
    (await simulatePrivacyCost(here, { ...request, ...change }))?.measured ?? Number.NaN
  const own = await measure({})
  expect(own).toBeGreaterThan(2 * (await measure({ parameters: { eta: 1 } })))
  expect(await measure({ evenShare: 0 })).toBeCloseTo(own / 0.8, 6)
  expect(await measure({ range: 1 })).toBeCloseTo(own / 10, 6)
  expect(await measure({ evenShare: 1 })).toBe(0)
  expect(await measure({ parameters: { eta: 1000 } })).toBe(0)
})
