// Replication on all cores of this machine, with worker threads. Node only.

import { availableParallelism } from "node:os"
import {
  type ComparisonOptions,
  type ComparisonResult,
  type ComparisonSpec,
  compare as compareWith,
} from "./compare.ts"
import { startNodeWorker } from "./node-workers.ts"
import { type Replication, type ReplicationOptions, replicate as replicateWith } from "./replicate.ts"
import { type SimulationResult, summarise } from "./simulation-result.ts"
import type { SimulationSpec } from "./simulation-spec.ts"

const workers = { startWorker: startNodeWorker, cores: availableParallelism(), warmUp: true }

export function replicate(spec: SimulationSpec, options: ReplicationOptions = {}): Promise<Replication> {
  return replicateWith(spec, { ...workers, ...options })
}

export async function simulate(spec: SimulationSpec, options: ReplicationOptions = {}): Promise<SimulationResult> {
  return summarise(await replicate(spec, options))
}

export function compare(spec: ComparisonSpec, options: ComparisonOptions = {}): Promise<ComparisonResult> {
  return compareWith(spec, { ...workers, ...options })
}
