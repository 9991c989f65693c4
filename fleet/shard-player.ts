// Plays shards one after the other in a thread of its own, so that whoever holds it stays free to say that it is alive.

import { createAlgorithm } from "@armistice/core"
import { errorOf, layoutOf, prepareSimulation, type SimulationSpec, type WorkerLink } from "@armistice/lab"
import { audit, startNodeWorker } from "@armistice/lab/node"
import { bytesOf } from "./sweep-result.ts"
import type { AuditSpec, Shard, SweepSpec } from "./sweep-spec.ts"

export class ShardPlayer {
  #prepared: SimulationSpec | undefined
  #link: WorkerLink | undefined
  #settle: { resolve: (rows: Float64Array) => void; reject: (error: Error) => void } | undefined

  async play(sweep: SweepSpec, shard: Shard): Promise<Uint8Array> {
    if (shard.kind === "audit") return playAudit(sweep.audits[shard.index] as AuditSpec)
    const spec = sweep.simulations[shard.index] as SimulationSpec
    const rows = await this.#playRuns(spec, shard.from, shard.to)
    return bytesOf(withoutTimes(spec, rows))
  }

  close(): void {
    this.#link?.close()
    this.#link = undefined
  }

  #playRuns(spec: SimulationSpec, from: number, to: number): Promise<Float64Array> {
    this.#link ??= startNodeWorker((message) => {
      if (message.kind === "played") this.#settle?.resolve(message.rows)
      else this.#settle?.reject(errorOf(message))
    })
    const link = this.#link
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      if (this.#prepared !== spec) link.send({ kind: "prepare", spec, warmUp: false })
      this.#prepared = spec
      link.send({ kind: "play", from, to })
    })
  }
}

/** How long a run took depends on the machine, and is left out. */
function withoutTimes(spec: SimulationSpec, rows: Float64Array): Float64Array {
  const { environment, checkpoints } = prepareSimulation(spec)
  const { width, milliseconds } = layoutOf(environment.armCount, checkpoints.length)
  for (let at = milliseconds; at < rows.length; at += width) rows[at] = 0
  return rows
}

async function playAudit({ algorithm, parameters = {}, runs, seed }: AuditSpec): Promise<Uint8Array> {
  const { milliseconds: _time, ...result } = await audit({
    algorithm: createAlgorithm(algorithm, parameters),
    jobs: 1,
    ...(runs === undefined ? {} : { runs }),
    ...(seed === undefined ? {} : { seed }),
  })
  return new TextEncoder().encode(JSON.stringify(result))
}
