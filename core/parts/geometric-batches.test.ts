import { expect, test } from "vitest"
import { dpImed } from "../algorithms/dp-imed.ts"
import { dpKlUcb } from "../algorithms/dp-kl-ucb.ts"
import { chooseBatches, geometricBatch } from "./geometric-batches.ts"

const sizes = (first: number, ratio: number) =>
  Array.from({ length: 8 }, (_, batch) => geometricBatch(first, ratio)(batch))

test("ratio 2 doubles the arm's count with each batch", () => {
  expect(sizes(1, 2)).toEqual([1, 1, 2, 4, 8, 16, 32, 64])
  expect(sizes(8, 2)).toEqual([8, 8, 16, 32, 64, 128, 256, 512])
})

test("other ratios round the total up, and no batch is empty", () => {
  // Totals ⌈1.5^m⌉: 1, 2, 3, 4, 6, 8, 12, 18.
  expect(sizes(1, 1.5)).toEqual([1, 1, 1, 1, 2, 2, 4, 6])
  expect(sizes(1, 1.0001)).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
  expect(sizes(4, 1.5)).toEqual([4, 2, 3, 5, 7, 10, 15, 23])
})

test("the free parameters follow epsilon, and given ones stay", () => {
  const open = { batchRatio: 0, firstBatch: 0 }
  expect(chooseBatches(0.1, open)).toEqual({ batchRatio: 1.75, firstBatch: 200 })
  expect(chooseBatches(4, open)).toEqual({ batchRatio: 1.3, firstBatch: 5 })
  expect(chooseBatches(100, open)).toEqual({ batchRatio: 1.06, firstBatch: 1 })
  expect(chooseBatches(1e-9, open).firstBatch).toBe(1e9)
  expect(chooseBatches(0.1, { batchRatio: 2, firstBatch: 1 })).toEqual({ batchRatio: 2, firstBatch: 1 })
  expect(() => chooseBatches(1, { batchRatio: 0.5, firstBatch: 1 })).toThrow(
    "batchRatio must be greater than 1, or 0 to be chosen, got 0.5",
  )
})

test("an algorithm reports all its parameters, so that a stored one continues alike after defaults change", () => {
  for (const entry of [dpImed, dpKlUcb]) {
    const taken = entry.create({ epsilon: 0.5 }).parameters
    expect(taken).toEqual({ epsilon: 0.5, batchRatio: 1.75, firstBatch: 40 })
    expect(entry.create(taken).parameters).toEqual(taken)
    // As stored before the defaults followed epsilon.
    const before = { epsilon: 0.5, batchRatio: 2, firstBatch: 1 }
    expect(entry.create(before).parameters).toEqual(before)
  }
})
