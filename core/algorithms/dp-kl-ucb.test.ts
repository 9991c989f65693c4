import { expect, test } from "vitest"
import { privateKl } from "../numerics/private-kl.ts"
import { geometricBatch } from "../parts/geometric-batches.ts"
import { expectLawsMatchChoices } from "../testing/law-agreement.ts"
import { expectOneReleasePerReward } from "../testing/one-release.ts"
import { dpKlUcb, dpKlUcbIndex } from "./dp-kl-ucb.ts"

test("the index solves d_ε(mean, q) = ln t / n and is 1 where even q = 1 costs less", () => {
  const q = dpKlUcbIndex(0.5, 0.3, 100, Math.log(1e4))
  expect(privateKl(0.5, 0.3, q)).toBeCloseTo(Math.log(1e4) / 100, 12)
  expect(dpKlUcbIndex(0.5, 0.3, 10, Math.log(1e4))).toBe(1)
  expect(dpKlUcbIndex(0.5, -2, 100, 1)).toBe(dpKlUcbIndex(0.5, 0, 100, 1))
})

test("each reward enters exactly one release, and noisy sums add up", () => {
  for (const [firstBatch, batchRatio] of [
    [1, 2],
    [3, 1.5],
    [1, 1.1],
  ]) {
    const algorithm = dpKlUcb.create({ epsilon: 0.5, firstBatch, batchRatio })
    const sizeBatch = geometricBatch(firstBatch, batchRatio)
    expectOneReleasePerReward(algorithm, { sizeBatch, uses: "all", laplaceScale: 2 })
  }
})

test("laws name the arms that are then chosen; where indices of 1 tie there is none", () => {
  for (const parameters of [{ epsilon: 1 }, { epsilon: 0.3, batchRatio: 1.3, firstBatch: 5 }]) {
    const create = () => dpKlUcb.create(parameters)
    const { batch, plain } = expectLawsMatchChoices(create, { armCount: 4, rounds: 2000 })
    expect(plain).toBeGreaterThan(0)
    expect(batch).toBeGreaterThan(10 * plain)
  }
})

test("the guarantee is that of one Laplace release, whatever the batches", () => {
  const algorithm = dpKlUcb.create({ epsilon: 0.25, batchRatio: 1.2 })
  expect(algorithm.guarantee(5).eta).toBeCloseTo(0.29561, 5)
  expect(algorithm.parameters).toEqual({ epsilon: 0.25, batchRatio: 1.2, firstBatch: 80 })
  expect(() => dpKlUcb.create({ epsilon: 1, batchRatio: 1 })).toThrow(/batchRatio must be/)
})
