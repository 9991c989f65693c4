// The audit of the service has real noise in it, so nothing here is seeded. A true service is
// accused with a chance below 1e-6. Experiments are chosen so that a planted mistake is missed
// with a chance below 1e-3: without noise nothing is mistaken, and 60 experiments of each table
// show an eta of at least 1.58 at this level where 1 is claimed; with half the noise at eta 2 the
// first release errs in 3.4 % (84 % of the squared loss is in it, Φ(-1.83)) of 300, and up to 21
// errors on either side (10 expected, 3.5 standard errors) show more than 2. For the true service
// 220 are enough: they could show 2.9, more than the 2.83 that one kind claims, so it is not
// acquitted for want of experiments. `npm run verify` has 300 of each.

import { expect, test } from "vitest"
import { plantedNoise } from "../../testing/planted-noise.ts"
import { auditedKinds, auditService } from "./audit-service.ts"

const level = { confidence: 1 - 1e-6, delta: 1e-5 }
/** Rewards that join when they come, and those that join at the end of their windows. */
const halved = auditedKinds.filter(({ name }) => /^gdp-imed, eta 2$|successes/.test(name))

test("both are audited", () => expect(halved).toHaveLength(2))

test.each(halved)(
  "a service with half the noise is accused: $name",
  async (kind) => {
    const { verdict, kinds } = await auditService({ ...level, runs: 300, kinds: [kind], random: plantedNoise(0.5) })
    expect(kinds[0]?.claimed).toBe(2)
    expect(verdict).toBe("disproved")
  },
  600_000,
)

test("the true service is not accused, whatever it gives out; each kind is attacked with hundreds of numbers", async () => {
  const { verdict, kinds, ceiling } = await auditService({ ...level, runs: 220 })
  expect(verdict).toBe("consistent")
  expect(ceiling).toBeGreaterThan(Math.max(...kinds.map(({ claimed }) => claimed)))
  expect(kinds.map(({ kind }) => kind)).toEqual(auditedKinds.map(({ name }) => name))
  for (const { seen, counts } of kinds) {
    expect(seen).toBeGreaterThan(100)
    expect(counts.runs).toBe(220)
  }
}, 1_200_000)
