// Lemma 15 of docs/theory.md, and what the evidence of one arm is.

import { expect, test } from "vitest"
import { createAlgorithm } from "../catalogue.ts"
import { computeTotalPrice } from "../estimates/passing-noise.ts"
import type { ReleasedSum } from "../estimates/released-sum.ts"
import { readReleasedSums } from "../estimates/released-sums.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { runAlgorithm } from "../testing/run-algorithm.ts"
import { armEvidence } from "./arm-evidence.ts"

test("only the share of the last noise that passes has a price (Lemma 15, by integration)", () => {
  const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  for (const spread of [0.2, 1, 3])
    for (const passes of [0.3, 0.8, 1])
      for (const allowed of [0.001, 0.05]) {
        const price = computeTotalPrice(spread * passes, allowed)
        let excess = 0
        const step = 0.001
        for (let z = -12; z < 12; z += step) {
          const seen = Math.exp(-spread * z - spread ** 2 / 2 - price)
          const stays = Math.exp(-spread * (1 - passes) * z - (spread * (1 - passes)) ** 2 / 2)
          excess += Math.max(0, seen - stays) * density(z) * step
        }
        expect(excess).toBeLessThan(allowed * (1 + 1e-4))
        if (price > 1e-6) expect(excess).toBeGreaterThan(allowed * (1 - 1e-3))
      }
})

function simulateSums(name: string, rounds: number): ReleasedSum[] {
  const algorithm = createAlgorithm(name, { eta: 1 })
  const state = algorithm.start(2)
  runAlgorithm(algorithm, state, [0.3, 0.6], rounds, seededRandom(1))
  return readReleasedSums(algorithm, state) ?? []
}

test("evidence is convex in the mean, with the derivatives it states; against high means it rises, against low ones it falls", () => {
  for (const name of ["gdp-imed", "gdp-ts", "adac-ucb"])
    for (const sum of simulateSums(name, 500)) {
      const evidence = armEvidence(sum)
      if (evidence === null) throw new Error("there must be a release")
      for (const against of [evidence.atLeast, evidence.atMost])
        for (let mean = 0.05; mean < 1; mean += 0.1) {
          const h = 1e-4
          const [before, here, after] = [against(mean - h), against(mean), against(mean + h)]
          expect((after.value - before.value) / (2 * h) / here.slope).toBeCloseTo(1, 3)
          expect((after.slope - before.slope) / (2 * h) / here.curve).toBeCloseTo(1, 3)
          expect(here.curve).toBeGreaterThan(0)
          expect(Math.sign(here.slope)).toBe(against === evidence.atLeast ? 1 : -1)
        }
    }
  expect(armEvidence(simulateSums("gdp-imed", 0)[0])).toBeNull()
})

test("the evidence of one look against the true mean is at most 1 on average, also with noise", () => {
  const random = seededRandom(2)
  const [runs, count, scale, mean, most] = [20_000, 40, 3, 0.3, 40]
  const totals = { atLeast: 0, atMost: 0 }
  for (let run = 0; run < runs; run++) {
    const value = random.binomial(count, mean) + scale * random.gaussian()
    const parts = [{ count, weight: 1, noise: "gaussian" as const, scale }]
    const evidence = armEvidence({ value, parts, kind: "running", look: 1, most: 10_000 })
    totals.atLeast += Math.min(most, Math.exp(evidence?.atLeast(mean).value ?? 0))
    totals.atMost += Math.min(most, Math.exp(evidence?.atMost(mean).value ?? 0))
  }
  // A number in [0, most] of mean 1 at most has a deviation of √most at most.
  const deviation = Math.sqrt(most / runs)
  for (const total of Object.values(totals)) {
    expect(total / runs).toBeLessThan(1 + 5 * deviation)
    expect(total / runs).toBeGreaterThan(0.5)
  }
})
