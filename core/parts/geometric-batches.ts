// Batches after which an arm's total count has grown by a fixed ratio, rounded to whole rewards:
// the sizes of DP-KLUCB and DP-IMED, whose paper fixes neither the first batch nor the ratio nor
// the rounding. Left open, they follow ε (dp-imed.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { requireParameter } from "../errors.ts"
import type { NumberSpec, ParameterValues } from "../parameters.ts"
import { epsilonSpec } from "../privacy/calibration.ts"
import { laplaceGuarantee } from "../privacy/guarantee.ts"
import type { BatchSize } from "./batches.ts"
import { createEpisodeBatches, type EpisodeBatches, type EpisodeBatchRule } from "./episode-batches.ts"

const geometricSpecs = {
  batchRatio: {
    kind: "number",
    about:
      "by how much an arm's count grows with each of its batches: near 1 adapts faster and adds more noise; 0 chooses 1 + min(0.75, 0.6/√epsilon)",
    min: 0,
    max: 100,
    default: 0,
  },
  firstBatch: {
    kind: "integer",
    about: "rewards in each arm's first batch; 0 chooses 20/epsilon, but at least one",
    min: 0,
    max: 1e9,
    default: 0,
  },
} as const satisfies Record<string, NumberSpec>

/** Ratio and first batch with what was left open filled in, as an experiment stores them. */
export function chooseBatches(
  epsilon: number,
  { batchRatio, firstBatch }: { readonly batchRatio: number; readonly firstBatch: number },
): { readonly batchRatio: number; readonly firstBatch: number } {
  checkBatchRatio(batchRatio)
  const { max } = geometricSpecs.firstBatch
  return {
    batchRatio: batchRatio === 0 ? 1 + Math.min(0.75, 0.6 / Math.sqrt(epsilon)) : batchRatio,
    firstBatch: firstBatch === 0 ? Math.min(max, Math.max(1, Math.round(20 / epsilon))) : firstBatch,
  }
}

export const checkBatchRatio = (given: number): void =>
  requireParameter(given > 1 || given === 0, "batchRatio must be greater than 1, or 0 to be chosen", given)

/** Sizes with totals ⌈first · ratio^m⌉ after batch m, and one reward where that does not grow. */
export function geometricBatch(first: number, ratio: number): BatchSize {
  const total = (batch: number): number => Math.ceil(first * ratio ** batch)
  return (batch) => (batch === 0 ? first : Math.max(1, total(batch) - total(batch - 1)))
}

export const geometricParameters = { epsilon: epsilonSpec, ...geometricSpecs } as const

/** Plays such batches of the arm whose noisy mean of all rewards has the largest index. */
export const createGeometricEpisodes =
  (shared: EpisodeBatchRule["shared"], index: (epsilon: number, mean: number, n: number, shared: number) => number) =>
  ({ epsilon, ...given }: ParameterValues<typeof geometricParameters>): AlgorithmBody<EpisodeBatches> => {
    const { batchRatio, firstBatch } = chooseBatches(epsilon, given)
    return {
      parameters: { epsilon, batchRatio, firstBatch },
      ...createEpisodeBatches({
        sizeBatch: geometricBatch(firstBatch, batchRatio),
        uses: "all",
        release: { mechanism: "laplace", epsilon },
        shared,
        index: (mean, n, level) => index(epsilon, mean, n, level),
      }),
      guarantee: () => laplaceGuarantee(epsilon),
    }
  }
