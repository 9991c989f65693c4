// Distributes the runs of an audit over workers, or runs them in this thread. Numbers arrive in the
// order of the runs, so that a stopped audit can be continued.

import type { Algorithm } from "@armistice/core"
import { invalidParameter } from "../check-parameters.ts"
import type { HeldWorker, WorkerPool } from "../workers/worker-pool.ts"
import type { AuditedAlgorithm } from "./attack-task.ts"
import type { AuditPart, AuditRuns, Discard } from "./boxes/audit-runs.ts"

/** Runs one part at a time. */
export type RunWorker = (part: AuditPart) => Promise<Float64Array>

export interface AuditWorkerOptions {
  /** Where to run: `threads` of @armistice/lab/node; this thread if left out. Changes no result. */
  readonly pool?: WorkerPool
  /** Workers; all of the pool if left out. */
  readonly jobs?: number | undefined
  /** The URL of the module that a custom algorithm was loaded from: workers load it too. */
  readonly module?: string | undefined
  /** How a restored copy discards rewards; core's rule by default. It keeps runs in this thread. */
  readonly discard?: Discard
}

/** Takes workers for the duration of `work`. */
export async function withRunWorkers(
  runs: AuditRuns,
  { name, parameters }: Algorithm,
  seed: number | string,
  { pool, jobs = pool?.size ?? 1, module, discard }: AuditWorkerOptions,
  work: (workers: readonly RunWorker[]) => Promise<void>,
): Promise<void> {
  if (!(Number.isInteger(jobs) && jobs >= 1 && jobs <= 1024))
    throw invalidParameter(`jobs must be a whole number in [1, 1024], got ${jobs}`)
  if (pool === undefined || discard !== undefined) return work([runInThisThread(runs)])
  const audited = module === undefined ? { name, parameters, seed } : { module, parameters, seed }
  const workers = Array.from({ length: jobs }, () => pool.take())
  try {
    await work(workers.map((worker) => runInWorker(worker, audited)))
  } finally {
    for (const worker of workers) worker.release()
  }
}

function runInWorker(worker: HeldWorker, audited: AuditedAlgorithm): RunWorker {
  let isFirst = true
  return async (part) => {
    const numbers = await worker.run("attack", isFirst ? { audited, part } : { part })
    if (numbers === undefined) throw new Error("the worker was released during a run")
    isFirst = false
    return numbers
  }
}

/** Runs in this thread, and yields to other events between chunks. */
const runInThisThread =
  (runs: AuditRuns): RunWorker =>
  async (part) => {
    await new Promise((resolve) => setTimeout(resolve, 0))
    return runs.run(part)
  }

export interface SharingOptions {
  readonly signal?: AbortSignal | undefined
  /** Called with the numbers of the next runs. */
  readonly onRows: (numbers: Float64Array) => void
}

const chunkMs = 80

export async function distributeRuns(
  workers: readonly RunWorker[],
  part: AuditPart,
  { signal, onRows }: SharingOptions,
): Promise<void> {
  const waiting = new Map<number, { readonly numbers: Float64Array; readonly to: number }>()
  let next = part.from
  let delivered = part.from
  let perRunMs = chunkMs / 8
  await Promise.all(
    workers.map(async (run) => {
      while (next < part.to && signal?.aborted !== true) {
        const share = Math.ceil((part.to - next) / (2 * workers.length))
        const from = next
        const to = Math.min(part.to, from + Math.max(1, Math.min(share, Math.floor(chunkMs / perRunMs))))
        next = to
        const start = performance.now()
        const numbers = await run({ ...part, from, to })
        perRunMs = Math.max(1e-4, (performance.now() - start) / (to - from))
        waiting.set(from, { numbers, to })
        for (let chunk = waiting.get(delivered); chunk !== undefined; chunk = waiting.get(delivered)) {
          waiting.delete(delivered)
          onRows(chunk.numbers)
          delivered = chunk.to
        }
      }
    }),
  )
}
