// A sweep on the cores of this machine, without a database.

import { availableParallelism } from "node:os"
import { ShardRunner } from "./shard-runner.ts"
import { mergeShards, type SweepResult } from "./sweep-result.ts"
import { listShards, type Shard, type SweepSpec } from "./sweep-spec.ts"

/** How many shards of a sweep are finished. */
export interface SweepProgress {
  readonly finished: number
  readonly shards: number
}

/** How to run a sweep on this machine. */
export interface SweepOptions {
  readonly jobs?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: SweepProgress) => void
}

/**
 * Runs a sweep on the cores of this machine.
 *
 * @example
 * ```ts
 * const grid = { algorithm: "gdp-imed", eta: [0.5, 1], horizon: 1e4, environment: "paper" }
 * const { simulations } = await runLocalSweep(readSweep({ grid }))
 * ```
 */
export async function runLocalSweep(spec: SweepSpec, options: SweepOptions = {}): Promise<SweepResult> {
  const { jobs = availableParallelism(), signal, onProgress } = options
  const shards = listShards(spec)
  const results: Uint8Array[] = []
  let next = 0
  let finished = 0
  const work = async (): Promise<void> => {
    const runner = new ShardRunner()
    try {
      while (next < shards.length && signal?.aborted !== true) {
        const number = next++
        results[number] = await runner.run(spec, shards[number] as Shard)
        finished += 1
        onProgress?.({ finished, shards: shards.length })
      }
    } finally {
      runner.close()
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, shards.length) }, work))
  signal?.throwIfAborted()
  return mergeShards(spec, results)
}
