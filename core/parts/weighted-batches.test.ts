import { expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import type { NoisyBatches } from "./noisy-batches.ts"
import { createNoisyBatches } from "./noisy-batches.ts"
import { createWeightedBatches } from "./weighted-batches.ts"

test("the first batch is a multiple of 1/eta and totals grow by the ratio", () => {
  const { sizeBatch } = createWeightedBatches(0.5, 1.5, 8)
  expect([0, 1, 2, 3].map(sizeBatch)).toEqual([16, 8, 12, 18])
  expect(createWeightedBatches(100, 2, 8).sizeBatch(0)).toBe(1)
})

test("a ratio of 0 is chosen from eta, and one that does not grow is refused", () => {
  expect([4, 5].map(createWeightedBatches(1, 0, 100).sizeBatch)).toEqual(
    [4, 5].map(createWeightedBatches(1, 1.45, 100).sizeBatch),
  )
  expect([4, 5].map(createWeightedBatches(0.01, 0, 1).sizeBatch)).toEqual(
    [4, 5].map(createWeightedBatches(0.01, 2, 1).sizeBatch),
  )
  for (const ratio of [1, 0.5])
    expect(() => createWeightedBatches(1, ratio, 8)).toThrow("batchRatio must be greater than 1")
})

test("weights by hand: a batch whose noise is as large as its sampling error counts half", () => {
  // σ²/b = 1/(ηb)² at b = 4/η².
  const { weighBatch, sizeBatch } = createWeightedBatches(0.5, 2, 8)
  expect(sizeBatch(0)).toBe(16)
  expect(weighBatch(0)).toBe(0.5)
  expect(weighBatch(20)).toBeGreaterThan(0.999)
})

test("the weighted mean is unbiased, with the stated variance, which is below that of the plain mean", () => {
  const eta = 0.3
  const weighted = createWeightedBatches(eta, 1.5, 1)
  const plan = createNoisyBatches<NoisyBatches>({
    ...weighted,
    uses: "all",
    release: { mechanism: "gaussian", eta },
  })
  const random = seededRandom(1)
  const [runs, batches, mean] = [20_000, 9, 0.5]
  let [sum, squares, plainSquares] = [0, 0, 0]
  for (let run = 0; run < runs; run++) {
    const state = plan.start(2)
    for (let batch = 0; batch < batches; batch++) {
      const size = weighted.sizeBatch(batch)
      plan.observeMany(state, 0, size, random.binomial(size, mean), random)
    }
    const found = weighted.mean(state, 0)
    sum += found
    squares += (found - mean) ** 2
    plainSquares += (state.noisySum[0] / state.count[0] - mean) ** 2
  }
  const { rewards, noise } = weighted.computeWorth(batches)
  const variance = (mean * (1 - mean)) / rewards + noise
  expect(Math.abs(sum / runs - mean)).toBeLessThan(5 * Math.sqrt(variance / runs))
  expect(Math.abs(squares / runs / variance - 1)).toBeLessThan(5 * Math.sqrt(2 / runs))
  expect(plainSquares / squares).toBeGreaterThan(1.4)
})

test("worth grows with every batch", () => {
  const { computeWorth } = createWeightedBatches(0.1, 1.5, 8)
  for (let batches = 1; batches < 30; batches++) {
    expect(computeWorth(batches + 1).rewards).toBeGreaterThan(computeWorth(batches).rewards)
    expect(computeWorth(batches + 1).noise).toBeLessThan(computeWorth(batches).noise)
  }
})
