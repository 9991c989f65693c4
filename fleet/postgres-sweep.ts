// Runs a sweep on the workers of a database: waits, frees lost shards and merges results.

import { setTimeout as sleep } from "node:timers/promises"
import { FleetDatabase } from "./fleet-database.ts"
import { startFleetWorker } from "./fleet-worker.ts"
import type { SweepProgress } from "./local-sweep.ts"
import type { OwnModules } from "./portable-modules.ts"
import { mergeShards, type SweepResult } from "./sweep-result.ts"
import type { SweepSpec } from "./sweep-spec.ts"

/** How to run a sweep on the workers of a database. */
export interface FleetSweepOptions {
  readonly url: string
  /** Shards that this process runs at once; none if left out. */
  readonly jobs?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: SweepProgress & { readonly workers: number }) => void
}

const pollMs = 250

/** The modules that this process has loaded for the sweep. */
const listModules = ({ simulations }: SweepSpec): OwnModules => ({
  algorithms: [...new Set(simulations.flatMap(({ module }) => module ?? []))],
  environments: [...new Set(simulations.flatMap(({ environment: one }) => (one.kind === "module" ? one.module : [])))],
})

/** Submits a sweep, waits until the workers have finished it, and returns its result. */
export async function runFleetSweep(spec: SweepSpec, options: FleetSweepOptions): Promise<SweepResult> {
  const { url, jobs = 0, signal, onProgress } = options
  const database = await FleetDatabase.open(url)
  const own = jobs > 0 ? await startFleetWorker({ url, jobs, modules: listModules(spec) }) : undefined
  try {
    const sweep = await database.submit(spec)
    for (;;) {
      signal?.throwIfAborted()
      const { finished, shards, workers, failure } = await database.progress(sweep)
      onProgress?.({ finished, shards, workers })
      if (finished === shards) break
      if (failure !== null) throw new Error(`a shard failed after several attempts: ${failure}`)
      await database.freeLostJobs()
      await sleep(pollMs)
    }
    return mergeShards(spec, await database.results(sweep))
  } finally {
    await own?.stop()
    await database.close()
  }
}
