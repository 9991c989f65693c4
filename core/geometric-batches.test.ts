import { expect, test } from "vitest"
import { geometricBatch } from "./geometric-batches.ts"

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
