// Without noise nothing is mistaken, and 30 experiments of each table show an eta of at least 0.59
// at this level where less is claimed: this never fails by chance. A true service is accused with a
// chance below 1e-6. The cases that take more experiments are in audit-service.slow.test.ts.

import { type SecureRandom, secureRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { plantedNoise } from "../../testing/planted-noise.ts"
import { auditService } from "./audit-service.ts"

const level = { confidence: 1 - 1e-6, delta: 1e-5, runs: 30 }
const nothingMistaken = { runs: 30, falsePositives: 0, falseNegatives: 0 }

test("a service without noise is accused", async () => {
  const bare = { name: "gdp-imed, eta 0.5", request: { privacy: { eta: 0.5 } } }
  const { verdict, kinds } = await auditService({ ...level, kinds: [bare], random: plantedNoise(0) })
  expect(verdict).toBe("disproved")
  expect(kinds[0]?.counts).toEqual(nothingMistaken)
}, 300_000)

// The reward has its own noise, of another kind, so all that is shown is the metric's: 45
// experiments in which nothing is mistaken show 1.19.
test("a service without noise on a metric alone is accused, though its rewards have theirs", async () => {
  const real = secureRandom()
  const bare: SecureRandom = { ...plantedNoise(1), residual: real.residual.bind(real), gaussianAround: (sum) => sum }
  const kind = { name: "with a metric", request: { privacy: { eta: 0.3 }, metrics: [{ name: "metric", eta: 1 }] } }
  const { verdict, kinds } = await auditService({ ...level, runs: 45, kinds: [kind], random: bare })
  expect(kinds[0]?.claimed).toBeCloseTo(Math.hypot(0.3, 1), 5)
  expect(kinds[0]?.counts).toEqual({ ...nothingMistaken, runs: 45 })
  expect(verdict).toBe("disproved")
}, 300_000)

// The first person buys in one table and says nothing in the other. At the default settings nobody
// may see which.
test("where only successes are sent, the service shows no more than it claims; with public arrivals it is accused", async () => {
  const kind = { name: "default settings", request: { privacy: { eta: 0.5 }, answers: "successes" } } as const
  const { verdict, kinds } = await auditService({ ...level, kinds: [kind] })
  expect(kinds[0]?.claimed).toBe(0.5)
  expect(verdict).toBe("consistent")
  const shown = { ...kind.request, arrivals: "public", acceptPublicArrivals: true } as const
  const open = await auditService({ ...level, kinds: [{ name: "outcomes are public", request: shown }] })
  expect(open.kinds[0]?.counts).toEqual(nothingMistaken)
  expect(open.verdict).toBe("disproved")
}, 300_000)
