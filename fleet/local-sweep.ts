// A sweep on the cores of this machine, without a database.

import { availableParallelism } from "node:os"
import { ShardPlayer } from "./shard-player.ts"
import { mergeShards, type SweepResult } from "./sweep-result.ts"
import { type Shard, type SweepSpec, shardsOf } from "./sweep-spec.ts"

export interface SweepProgress {
  readonly finished: number
  readonly shards: number
}

export interface SweepOptions {
  readonly jobs?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: SweepProgress) => void
}

export async function sweepHere(spec: SweepSpec, options: SweepOptions = {}): Promise<SweepResult> {
  const { jobs = availableParallelism(), signal, onProgress } = options
  const shards = shardsOf(spec)
  const results: Uint8Array[] = []
  let next = 0
  let finished = 0
  const work = async (): Promise<void> => {
    const player = new ShardPlayer()
    try {
      while (next < shards.length && signal?.aborted !== true) {
        const number = next++
        results[number] = await player.play(spec, shards[number] as Shard)
        finished += 1
        onProgress?.({ finished, shards: shards.length })
      }
    } finally {
      player.close()
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, shards.length) }, work))
  signal?.throwIfAborted()
  return mergeShards(spec, results)
}
