// Batches after which an arm's total count has grown by a fixed ratio, rounded to whole rewards: the sizes of DP-KLUCB and
// DP-IMED, whose paper fixes neither the first batch nor the rounding.

import type { BatchSize } from "./batches.ts"
import type { NumberSpec } from "./parameters.ts"

export const geometricSpecs = {
  batchRatio: {
    kind: "number",
    about: "by how much an arm's count grows with each of its batches: near 1 adapts faster and adds more noise",
    min: 1,
    aboveMin: true,
    max: 100,
    default: 2,
  },
  firstBatch: {
    kind: "integer",
    about: "rewards in each arm's first batch",
    min: 1,
    max: 1e9,
    default: 1,
  },
} as const satisfies Record<string, NumberSpec>

/** Sizes with totals ⌈first · ratio^m⌉ after batch m, and one reward where that does not grow. */
export function geometricBatch(first: number, ratio: number): BatchSize {
  const total = (batch: number): number => Math.ceil(first * ratio ** batch)
  return (batch) => (batch === 0 ? first : Math.max(1, total(batch) - total(batch - 1)))
}
