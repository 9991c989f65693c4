// Runs a simulation in this thread or on workers and collects its runs by number. Run i uses fork i
// of the seed, so results depend neither on the number of workers nor on the order they finish in.

import { invalidParameter } from "../check-parameters.ts"
import type { HeldWorker, WorkerPool } from "../workers/worker-pool.ts"
import { type PreparedSimulation, prepareSimulation } from "./prepare.ts"
import { runChunk, runWarm } from "./run-chunk.ts"
import { createRunLayout } from "./run-layout.ts"
import { RunTable } from "./run-table.ts"
import type { AnyAlgorithm, SimulationSpec } from "./simulation-spec.ts"

/** How far a simulation is. */
export interface Progress {
  readonly finished: number
  readonly runs: number
  readonly elapsedMs: number
  /** Null until there is something to estimate from. */
  readonly remainingMs: number | null
}

/** How to run a simulation: where, how to stop it, and who hears of progress. */
export interface ReplicationOptions {
  /** `threads` of @armistice/lab/node or `browserWorkers`; this thread by default. */
  readonly pool?: WorkerPool
  /** Workers; 0 runs in this thread. By default one, then the whole pool if it is worth it. */
  readonly jobs?: number
  /** Stops early and keeps finished runs. Without any it throws the signal's reason. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** Warms every thread up before timing, which takes up to half a second for short runs. */
  readonly warmUp?: boolean
}

/** Finished runs, with what they were runs of. */
export interface Replication {
  readonly simulation: PreparedSimulation
  readonly table: RunTable
  /** From start to end, workers' start included. */
  readonly totalMs: number
}

/** The time of a chunk: short enough to stop and to share evenly, long enough to cost nothing. */
const chunkMs = 15
/** Starting more workers than one is worth it from here on. */
const worthWorkersMs = 400

/** Runs a simulation and returns its single runs; {@link simulate} summarises them. */
export async function replicate(
  spec: SimulationSpec<AnyAlgorithm>,
  options: ReplicationOptions = {},
): Promise<Replication> {
  const { jobs, signal, pool } = options
  if (jobs !== undefined && !(Number.isInteger(jobs) && jobs >= 0 && jobs <= 1024))
    throw invalidParameter(`jobs must be a whole number in [0, 1024], got ${jobs}`)
  signal?.throwIfAborted()
  const work = new ReplicationWork(prepareSimulation(spec), options)
  const sent = cloneable(spec)
  if (pool === undefined || jobs === 0 || sent === null) await work.runInThisThread()
  else await work.runInWorkers(pool, sent, jobs ?? 1, jobs ?? pool.size)
  if (work.table.length === 0) signal?.throwIfAborted()
  return { simulation: work.simulation, table: work.table, totalMs: work.elapsedMs() }
}

/** The spec that workers are sent; null for an algorithm as an object, which cannot be sent. */
function cloneable(spec: SimulationSpec<AnyAlgorithm>): SimulationSpec | null {
  const { algorithm } = spec
  return typeof algorithm === "string" ? { ...spec, algorithm } : null
}

/** Yields to other events by a message, because browsers delay short timers by milliseconds. */
function yieldToEvents(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

class ReplicationWork {
  readonly simulation: PreparedSimulation
  readonly table: RunTable
  readonly #options: ReplicationOptions
  readonly #start = performance.now()
  #next = 0

  constructor(simulation: PreparedSimulation, options: ReplicationOptions) {
    this.simulation = simulation
    this.table = new RunTable(createRunLayout(simulation.environment.armCount, simulation.checkpoints.length))
    this.#options = options
  }

  get isOver(): boolean {
    return this.table.finished === this.simulation.spec.runs || this.#options.signal?.aborted === true
  }

  elapsedMs(): number {
    return performance.now() - this.#start
  }

  /** Estimated time inside the engine of the remaining runs, on one core. */
  estimateMs(): number {
    return (this.simulation.spec.runs - this.#next) * this.#runMs()
  }

  /** Runs in this thread until the end or the signal; yields to other events between chunks. */
  async runInThisThread(): Promise<void> {
    while (!this.isOver) {
      const isFirst = this.#next === 0
      const [from, to] = this.#take(1, isFirst ? 1 : this.#runsPerChunk())
      const isWarmUp = isFirst && this.#options.warmUp === true
      this.#keep(from, isWarmUp ? runWarm(this.simulation, from) : runChunk(this.simulation, from, to))
      if (!this.isOver) await yieldToEvents()
    }
  }

  /** Runs on `least` workers, and on up to `most` once the work is worth them. */
  async runInWorkers(pool: WorkerPool, spec: SimulationSpec, least: number, most: number): Promise<void> {
    const { signal } = this.#options
    const isStopped = () => signal?.aborted === true
    const workers: HeldWorker[] = []
    const running: Promise<void>[] = []
    let failure: { readonly error: unknown } | null = null
    const releaseAll = () => {
      for (const worker of workers) worker.release()
    }
    const stop = () => {
      if (this.#mayStop()) releaseAll()
    }
    const growTo = (count: number) => {
      while (workers.length < count && this.#next < spec.runs && !isStopped()) {
        const worker = pool.take()
        workers.push(worker)
        running.push(
          runOn(worker).catch((error: unknown) => {
            failure ??= { error }
            releaseAll()
          }),
        )
      }
    }
    const runOn = async (worker: HeldWorker): Promise<void> => {
      for (let isFirst = true; this.#next < spec.runs && !isStopped(); isFirst = false) {
        const [from, to] = this.#take(workers.length, isFirst ? 1 : this.#runsPerChunk())
        const first = isFirst ? { spec, warmUp: this.#options.warmUp === true } : {}
        const rows = await worker.run("runs", { ...first, from, to })
        if (rows === undefined) return
        this.#keep(from, rows)
        if (isStopped()) stop()
        else if (this.estimateMs() > worthWorkersMs) growTo(most)
      }
      worker.release()
    }
    signal?.addEventListener("abort", stop)
    growTo(least)
    // The first run alone may take longer than it is worth waiting for.
    const longRun = setTimeout(() => growTo(most), 2 * worthWorkersMs)
    for (let index = 0; index < running.length; index++) await running[index]
    clearTimeout(longRun)
    signal?.removeEventListener("abort", stop)
    if (failure !== null) throw (failure as { readonly error: unknown }).error
  }

  /** Results need runs from 0 on: stopping during run 0 would lose what others finished. */
  #mayStop(): boolean {
    return this.table.length > 0 || this.table.finished === 0
  }

  /** The next runs: at most `most`, fewer near the end so that `jobs` threads finish together. */
  #take(jobs: number, most: number): readonly [number, number] {
    const from = this.#next
    const share = jobs === 1 ? most : Math.ceil((this.simulation.spec.runs - from) / (2 * jobs))
    this.#next = Math.min(from + Math.min(most, share), this.simulation.spec.runs)
    return [from, this.#next]
  }

  #runsPerChunk(): number {
    return Math.max(1, Math.floor(chunkMs / this.#runMs()))
  }

  #runMs(): number {
    const { length, layout } = this.table
    if (length === 0) return chunkMs
    // A few runs spread over what there is: enough for an estimate.
    const sample = Math.min(length, 16)
    let sum = 0
    for (let k = 0; k < sample; k++) sum += this.table.get(Math.floor((k * length) / sample), layout.milliseconds)
    return Math.max(sum / sample, 1e-3)
  }

  #keep(from: number, rows: Float64Array): void {
    this.table.put(from, rows)
    const { finished } = this.table
    const { runs } = this.simulation.spec
    const elapsedMs = this.elapsedMs()
    const remainingMs = finished === 0 ? null : (elapsedMs / finished) * (runs - finished)
    this.#options.onProgress?.({ finished, runs, elapsedMs, remainingMs })
  }
}
