import { catalogue, computeEta } from "@armistice/core"
import { expect, test } from "vitest"
import { compare, planComparison } from "./compare.ts"
import type { Replication } from "./replicate.ts"
import type { ComparisonSpec } from "./simulation-spec.ts"

const spec: ComparisonSpec = {
  algorithms: [{ algorithm: "dp-ts-ucb", parameters: { alpha: 1 } }, { algorithm: "ucb1" }],
  environment: { kind: "bernoulli", means: [0.9, 0.5] },
  horizon: 1000,
  runs: 10,
  seed: 3,
  engine: "step",
}

test("algorithms are compared with the parameters given, on the same seeds", async () => {
  const replications: Replication[] = []
  const seen: string[] = []
  const { eta, results, unable } = await compare(spec, {
    onReplication: (replication) => replications.push(replication),
    onProgress: ({ algorithm, index }) => seen.push(`${index} ${algorithm}`),
  })
  expect(eta).toBeNull()
  expect(unable).toEqual([])
  expect(results.map(({ algorithm }) => algorithm)).toEqual(["dp-ts-ucb", "ucb1"])
  expect(replications.map(({ table }) => table.length)).toEqual([10, 10])
  expect(new Set(seen)).toEqual(new Set(["0 dp-ts-ucb", "1 ucb1"]))
})

test("at equal privacy every algorithm is within the target, and the others say why not", async () => {
  const algorithms = catalogue.map(({ name }) => ({ algorithm: name }))
  const { results, unable } = await compare({ ...spec, algorithms, privacy: { eta: 1 }, runs: 2, horizon: 200 })
  for (const { algorithm, guarantee } of results) {
    expect(guarantee.eta, algorithm).not.toBeNull()
    expect(guarantee.eta as number, algorithm).toBeLessThanOrEqual(1)
  }
  expect(results.length + unable.length).toBe(catalogue.length)
  // At alpha = 1, ⌊φ⌋ = 21 draws of variance ln 200.
  const nearest = expect.closeTo(Math.sqrt(21 / Math.log(200)), 12)
  expect(unable).toContainEqual({ algorithm: "dp-ts-ucb", why: "DP-TS-UCB cannot be 1-GDP at horizon 200", nearest })
  expect(unable).toContainEqual({ algorithm: "ucb1", why: "UCB1 promises no privacy", nearest: null })
})

test("a target of (epsilon, delta) is that of its eta", () => {
  expect(planComparison({ ...spec, privacy: { epsilon: 1, delta: 1e-6 } }).eta).toBe(computeEta(1, 1e-6))
})

test("an impossible comparison is refused before the first run", () => {
  expect(() => planComparison({ ...spec, algorithms: [] })).toThrow("algorithms must be a list of at least one")
  expect(() => planComparison({ ...spec, privacy: { eta: -1 } })).toThrow("eta must be a finite number greater than 0")
  expect(() => planComparison({ ...spec, algorithms: [{ algorithm: "ucb9" }], privacy: { eta: 1 } })).toThrow(
    "algorithm must be one of",
  )
})

test("stopping a comparison keeps the algorithms that are finished", async () => {
  const controller = new AbortController()
  const { results } = await compare(spec, {
    signal: controller.signal,
    onReplication: () => controller.abort(),
  })
  expect(results.map(({ algorithm, finished }) => [algorithm, finished])).toEqual([["dp-ts-ucb", 10]])
})
