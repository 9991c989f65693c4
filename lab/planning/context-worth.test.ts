import { expect, test } from "vitest"
import { weighContext } from "./context-worth.ts"

const shared = { horizon: 4000, privacy: { eta: 1 }, seed: 2, runs: 6 } as const

test("where each group has its own best arm the context is worth it", async () => {
  const environment = { kind: "drawn-context", name: "cross", arms: 2, levels: 2 } as const
  const worth = await weighContext({ ...shared, horizon: 12_000, runs: 12, environment })
  expect(worth).toMatchObject({ armCount: 2, groupCount: 2, eta: 1, isWorthIt: true })
  expect(worth.uses.map(({ use, algorithm }) => [use, algorithm])).toEqual([
    ["ignore", "gdp-imed"],
    ["split", "per-group"],
    ["share", "gdp-context"],
  ])
  // Ignoring the context loses 0.1 in half of all rounds.
  expect(worth.uses[0].mean).toBeGreaterThan(550)
})

test("where it has no effect nothing says that it is worth it", async () => {
  const environment = { kind: "drawn-context", name: "none", arms: 2, levels: 3 } as const
  const worth = await weighContext({ ...shared, environment })
  expect(worth.isWorthIt).not.toBe(true)
  for (const { mean, low, high } of worth.uses) {
    expect(low ?? mean).toBeLessThanOrEqual(mean)
    expect(high ?? mean).toBeGreaterThanOrEqual(mean)
  }
})

test("arms without people are refused", async () => {
  await expect(weighContext({ ...shared, environment: { kind: "bernoulli", means: [0.5, 0.4] } })).rejects.toThrow(
    "an environment of kind bernoulli has no context",
  )
})
