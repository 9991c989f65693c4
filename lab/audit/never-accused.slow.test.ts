import { createAlgorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { accusations, allowedAccusations, repetitions } from "./testing/accusations.ts"
import { smallerNoise } from "./testing/broken-variants.ts"

// Every algorithm has its turn in verify/audit-at-length.ts.

for (const [name, parameters] of [
  ["gdp-ts", { eta: 1 }],
  ["dp-ts-ucb", { alpha: 1, horizon: 1e6 }],
] as const)
  test(`${name} is accused in at most ${allowedAccusations} of ${repetitions} audits of 1,000 runs`, async () => {
    const accused = await accusations(createAlgorithm(name, parameters), repetitions, 5)
    expect(accused).toBeLessThanOrEqual(allowedAccusations)
  })

// Rewards that are carried on make longer runs, so there are fewer; 5 or more of 20 happen with a
// chance of 0.3 % where each has one of 5 %.
test("gdp-imed is accused in at most 4 of 20 audits of 1,000 runs", async () => {
  expect(await accusations(createAlgorithm("gdp-imed", { eta: 1 }), 20, 5)).toBeLessThanOrEqual(4)
})

test("with noise 20 % too small it is accused in more than half of them", async () => {
  const broken = smallerNoise(createAlgorithm("gdp-ts", { eta: 1 }), 0.8)
  expect(await accusations(broken, 30)).toBeGreaterThan(15)
})
