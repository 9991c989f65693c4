// Runs a comparison in one worker in growing stages, and reports every result at once.

import type {
  ComparisonSpec,
  HeldWorker,
  planComparison,
  SimulationResult,
  SimulationSpec,
  UnavailableAlgorithm,
} from "@armistice/lab"
import { isAffordable, isLastStage } from "./affordable.ts"
import { byCost } from "./cost.ts"
import { workers } from "./workers.ts"

export interface ComparisonRequest {
  readonly spec: Omit<ComparisonSpec, "runs">
  /** Numbers of runs, smallest first; each stage is a whole simulation. */
  readonly stages: readonly number[]
  /** No stage begins after this many milliseconds; `Infinity` runs them all. */
  readonly budgetMs: number
  /** An algorithm is left out if one run of it takes longer than this. */
  readonly runTimeoutMs: number
}

export type ComparisonEvent =
  | { readonly kind: "planned"; readonly eta: number | null; readonly unable: readonly UnavailableAlgorithm[] }
  | { readonly kind: "result"; readonly result: SimulationResult }
  /** Every algorithm that can afford it has this many runs. */
  | { readonly kind: "stage"; readonly runs: number }
  /** The algorithm takes too long and is left out. */
  | { readonly kind: "timeout"; readonly algorithm: string }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string }

type Plan = ReturnType<typeof planComparison<string>>

/** Starts at once. The function it returns stops it; no event follows. */
export function runComparison(request: ComparisonRequest, onEvent: (event: ComparisonEvent) => void): () => void {
  const running = new RunningComparison(request, onEvent)
  void running.run()
  return () => running.stop()
}

class RunningComparison {
  readonly #request: ComparisonRequest
  readonly #onEvent: (event: ComparisonEvent) => void
  /** Milliseconds that one run of an algorithm took. */
  readonly #runMs = new Map<string, number>()
  #worker: HeldWorker = workers.take()
  #isStopped = false

  constructor(request: ComparisonRequest, onEvent: (event: ComparisonEvent) => void) {
    this.#request = request
    this.#onEvent = onEvent
  }

  stop(): void {
    this.#isStopped = true
    this.#worker.release()
  }

  async run(): Promise<void> {
    try {
      await this.#runStages()
    } catch (error) {
      this.#emit({ kind: "failed", message: error instanceof Error ? error.message : String(error) })
    }
    this.#worker.release()
  }

  async #runStages(): Promise<void> {
    const { spec, stages, budgetMs } = this.#request
    const start = performance.now()
    const algorithms = [...spec.algorithms].sort(byCost)
    const first = this.#begin({ ...spec, algorithms, runs: stages[0] ?? 1 })
    const plan = await first.plan
    if (plan === undefined) return
    const places = spec.algorithms.map(({ algorithm }) => algorithm)
    const unable = [...plan.unable].sort((a, b) => places.indexOf(a.algorithm) - places.indexOf(b.algorithm))
    this.#emit({ kind: "planned", eta: plan.eta, unable })
    const remaining = new Set(plan.simulations)
    const left = () => budgetMs - (performance.now() - start)
    for (const runs of stages) {
      for (const simulation of remaining) {
        const { algorithm } = simulation
        // A slow algorithm keeps the runs it has instead of delaying the others.
        if (!isAffordable({ runs, leftMs: left(), budgetMs }, this.#runMs.get(algorithm) ?? 0)) continue
        const isFirst = runs === stages[0] && simulation === plan.simulations[0]
        const result = isFirst ? await first.result : await this.#simulate({ ...simulation, runs })
        if (this.#isStopped) return
        if (result === undefined) remaining.delete(simulation)
        this.#emit(result === undefined ? { kind: "timeout", algorithm } : { kind: "result", result })
      }
      this.#emit({ kind: "stage", runs })
      if (isLastStage({ runs, leftMs: left(), budgetMs })) break
    }
    this.#emit({ kind: "done" })
  }

  /** Plans and runs the first simulation in one message: the first picture needs both. */
  #begin(spec: ComparisonSpec): { plan: Promise<Plan | undefined>; result: Promise<SimulationResult | undefined> } {
    let onPlan = (_plan: Plan) => {}
    const planned = new Promise<Plan>((resolve) => {
      onPlan = resolve
    })
    const result = this.#withTimeout(spec.runs, (worker, onProgress) =>
      worker.run("beginComparison", spec, (part) => {
        if (part !== undefined) onPlan(part as Plan)
        onProgress()
      }),
    )
    return { plan: Promise.race([planned, result.then(() => undefined)]), result }
  }

  #simulate(simulation: SimulationSpec): Promise<SimulationResult | undefined> {
    return this.#withTimeout(simulation.runs, (worker, onProgress) => {
      onProgress()
      return worker.run("simulate", simulation, onProgress)
    })
  }

  /** Gives undefined if the worker makes no progress in time; another worker then takes over. */
  async #withTimeout(
    runs: number,
    ask: (worker: HeldWorker, onProgress: () => void) => Promise<SimulationResult | null | undefined>,
  ): Promise<SimulationResult | undefined> {
    const worker = this.#worker
    let startedAt: number | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const result = await ask(worker, () => {
      startedAt ??= performance.now()
      clearTimeout(timer)
      timer = setTimeout(() => worker.end(), this.#request.runTimeoutMs)
    })
    clearTimeout(timer)
    if (result === undefined && !this.#isStopped) this.#worker = workers.take()
    if (result === undefined || result === null) return undefined
    this.#runMs.set(result.algorithm, (performance.now() - (startedAt ?? 0)) / runs)
    return result
  }

  #emit(event: ComparisonEvent): void {
    if (!this.#isStopped) this.#onEvent(event)
  }
}
