// A sweep on the cores of this machine, without a database. Finished shards can be kept in a
// folder: then a second start goes on, and several machines can each run a part.

import { availableParallelism } from "node:os"
import { invalidParameter } from "@armistice/lab/internal"
import { type KeptShards, ShardFolder } from "./shard-folder.ts"
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
  /** A folder for finished shards, which are not run again. In memory only if left out. */
  readonly kept?: KeptShards
}

/** One of several equal parts of a sweep, counted from 1. */
export interface SweepPart {
  readonly number: number
  readonly count: number
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
  const { kept } = options
  if (kept !== undefined) {
    await runSweepPart(spec, { number: 1, count: 1 }, { ...options, kept })
    return mergeSweep(spec, kept)
  }
  const results: Uint8Array[] = []
  await runMissing(spec, [...listShards(spec).keys()], new Set(), options, (number, bytes) => {
    results[number] = bytes
  })
  return mergeShards(spec, results)
}

/** Runs one part of a sweep and keeps its shards; {@link mergeSweep} merges all parts. */
export async function runSweepPart(
  spec: SweepSpec,
  { number, count }: SweepPart,
  options: SweepOptions & { readonly kept: KeptShards },
): Promise<SweepProgress> {
  const folder = new ShardFolder(options.kept, spec)
  // Neighbouring shards are of one simulation and cost alike, so parts take turns.
  const own = [...listShards(spec).keys()].filter((shard) => shard % count === number - 1)
  await runMissing(spec, own, folder.list(), options, (shard, bytes) => folder.write(shard, bytes))
  return { finished: own.length, shards: own.length }
}

/** Merges a sweep whose parts were all run. Gives the same bytes as {@link runLocalSweep}. */
export function mergeSweep(spec: SweepSpec, kept: KeptShards): SweepResult {
  const folder = new ShardFolder(kept, spec)
  const there = folder.list()
  const shards = [...listShards(spec).keys()]
  const missing = shards.filter((number) => !there.has(number))
  if (missing.length > 0)
    throw invalidParameter(
      `${missing.length} of ${shards.length} shards are missing in ${kept.keepIn}: run the parts that have not finished`,
    )
  return mergeShards(
    spec,
    shards.map((number) => folder.read(number)),
  )
}

/** Removes what was kept of a sweep. */
export function discardShards(spec: SweepSpec, kept: KeptShards): void {
  new ShardFolder(kept, spec).remove()
}

/** Runs those of `numbers` that are not `kept`, and throws the signal's reason if that stops it. */
async function runMissing(
  spec: SweepSpec,
  numbers: readonly number[],
  kept: ReadonlySet<number>,
  { jobs = availableParallelism(), signal, onProgress }: SweepOptions,
  save: (number: number, bytes: Uint8Array) => void,
): Promise<void> {
  const shards = listShards(spec)
  const waiting = numbers.filter((number) => !kept.has(number))
  let finished = numbers.length - waiting.length
  const work = async (): Promise<void> => {
    const runner = new ShardRunner()
    try {
      for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
        if (signal?.aborted === true) return
        save(number, await runner.run(spec, shards[number] as Shard))
        finished += 1
        onProgress?.({ finished, shards: numbers.length })
      }
    } finally {
      runner.close()
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, waiting.length) }, work))
  if (finished < numbers.length) signal?.throwIfAborted()
}
