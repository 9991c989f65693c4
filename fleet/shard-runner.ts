// Runs shards one after the other in a thread of its own, so that this thread can send heartbeats.

import { createAlgorithm } from "@armistice/core"
import { audit, createRunLayout, type HeldWorker, prepareSimulation, type SimulationSpec } from "@armistice/lab"
import { threads } from "@armistice/lab/node"
import { encodeNumbers } from "./sweep-result.ts"
import type { AuditSpec, Shard, SweepSpec } from "./sweep-spec.ts"

export class ShardRunner {
  #prepared: SimulationSpec | undefined
  #worker: HeldWorker | undefined

  async run(sweep: SweepSpec, shard: Shard): Promise<Uint8Array> {
    if (shard.kind === "audit") return runAudit(sweep.audits[shard.index] as AuditSpec)
    const spec = sweep.simulations[shard.index] as SimulationSpec
    const rows = await this.#simulate(spec, shard.from, shard.to)
    return encodeNumbers(withoutTimes(spec, rows))
  }

  close(): void {
    this.#worker?.release()
    this.#worker = undefined
  }

  async #simulate(spec: SimulationSpec, from: number, to: number): Promise<Float64Array> {
    this.#worker ??= threads.take()
    const isNew = this.#prepared !== spec
    this.#prepared = spec
    const rows = await this.#worker.run("runs", isNew ? { spec, from, to } : { from, to })
    if (rows === undefined) throw new Error("the worker was released during a shard")
    return rows
  }
}

/** Drops the times of runs, which depend on the machine. */
function withoutTimes(spec: SimulationSpec, rows: Float64Array): Float64Array {
  const { environment, checkpoints } = prepareSimulation(spec)
  const { width, milliseconds } = createRunLayout(environment.armCount, checkpoints.length)
  for (let at = milliseconds; at < rows.length; at += width) rows[at] = 0
  return rows
}

async function runAudit({ algorithm, parameters = {}, runs, seed }: AuditSpec): Promise<Uint8Array> {
  const { milliseconds: _time, ...result } = await audit({
    algorithm: createAlgorithm(algorithm, parameters),
    pool: threads,
    jobs: 1,
    ...(runs === undefined ? {} : { runs }),
    ...(seed === undefined ? {} : { seed }),
  })
  return new TextEncoder().encode(JSON.stringify(result))
}
