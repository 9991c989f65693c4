// Without noise nothing is mistaken, and 60 experiments of each table show an eta of at least 1.58 at this level where 1 is claimed: this
// never fails by chance. What takes more experiments is in audit-service.slow.test.ts.

import { type SecureRandom, secureRandom } from "@armistice/core"
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

// The reward has its own noise, of another kind, so all that is shown is the metric's: of 60 experiments in which nothing is mistaken.
test("a service without noise on a metric alone is accused, though its rewards have theirs", async () => {
  const real = secureRandom()
  const random: SecureRandom = { ...plantedNoise(1), residual: real.residual.bind(real), gaussianAround: (sum) => sum }
  const kind = { name: "with a metric", request: { privacy: { eta: 0.5 }, metrics: [{ name: "metric", eta: 1 }] } }
  const { verdict, kinds } = await auditService({ ...level, runs: 60, kinds: [kind], random })
  expect(kinds[0]?.claimed).toBeCloseTo(Math.hypot(0.5, 1), 5)
  expect(kinds[0]?.counts).toEqual({ runs: 60, falsePositives: 0, falseNegatives: 0 })
  expect(verdict).toBe("disproved")
}, 300_000)
