// Without noise nothing is mistaken, and 60 experiments of each table show an eta of at least 1.58 at this level where 1 is claimed: this
// never fails by chance. What takes more experiments is in audit-service.slow.test.ts.

import { expect, test } from "vitest"
import { plantedNoise } from "../../testing/planted-noise.ts"
import { auditService } from "./audit-service.ts"

const level = { confidence: 1 - 1e-6, delta: 1e-5 }

test("a service without noise is accused", async () => {
  const bare = { name: "gdp-imed, eta 1", request: { privacy: { eta: 1 } } }
  const { verdict, kinds } = await auditService({ ...level, runs: 60, kinds: [bare], random: plantedNoise(0) })
  expect(verdict).toBe("disproved")
  expect(kinds[0]?.counts).toEqual({ runs: 60, falsePositives: 0, falseNegatives: 0 })
}, 300_000)
