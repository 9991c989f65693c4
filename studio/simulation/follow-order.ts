// Plays a comparison in stages of growing numbers of runs, in one worker, and tells every result at once.

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

export interface Order {
  readonly spec: Omit<ComparisonSpec, "runs">
  /** Numbers of runs to play one after the other; each is a whole simulation. */
  readonly stages: readonly number[]
  /** No stage is begun after this many milliseconds; Infinity: play them all. */
  readonly budgetMs: number
  /** An algorithm whose one run takes longer than this is left out. */
  readonly patienceMs: number
}

export type Answer =
  | { readonly kind: "planned"; readonly eta: number | null; readonly unable: readonly UnavailableAlgorithm[] }
  | { readonly kind: "result"; readonly result: SimulationResult }
  /** All algorithms have this many runs. */
  | { readonly kind: "stage"; readonly runs: number }
  /** Takes too long and is left out. */
  | { readonly kind: "stuck"; readonly algorithm: string }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string }

type Plan = ReturnType<typeof planComparison<string>>

/** Begins at once; the function it returns stops it, and nothing more is heard. */
export function followOrder(order: Order, receive: (answer: Answer) => void): () => void {
  const following = new Following(order, receive)
  void following.play()
  return () => following.stop()
}

class Following {
  readonly #order: Order
  readonly #receive: (answer: Answer) => void
  readonly #runMs = new Map<string, number>()
  #worker: HeldWorker = workers.take()
  #isStopped = false

  constructor(order: Order, receive: (answer: Answer) => void) {
    this.#order = order
    this.#receive = receive
  }

  stop(): void {
    this.#isStopped = true
    this.#worker.release()
  }

  async play(): Promise<void> {
    try {
      await this.#playStages()
    } catch (error) {
      this.#tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) })
    }
    this.#worker.release()
  }

  async #playStages(): Promise<void> {
    const { spec, stages, budgetMs } = this.#order
    const start = performance.now()
    const algorithms = [...spec.algorithms].sort(byCost)
    const begun = this.#begin({ ...spec, algorithms, runs: stages[0] ?? 1 })
    const plan = await begun.plan
    if (plan === undefined) return
    const places = spec.algorithms.map(({ algorithm }) => algorithm)
    const unable = [...plan.unable].sort((a, b) => places.indexOf(a.algorithm) - places.indexOf(b.algorithm))
    this.#tell({ kind: "planned", eta: plan.eta, unable })
    const playable = new Set(plan.simulations)
    const left = () => budgetMs - (performance.now() - start)
    for (const runs of stages) {
      for (const simulation of playable) {
        const { algorithm } = simulation
        // A slow algorithm keeps the runs it has rather than hold up the others.
        if (!isAffordable({ runs, leftMs: left(), budgetMs }, this.#runMs.get(algorithm) ?? 0)) continue
        const isBegun = runs === stages[0] && simulation === plan.simulations[0]
        const result = isBegun ? await begun.first : await this.#playPatiently({ ...simulation, runs })
        if (this.#isStopped) return
        if (result === undefined) playable.delete(simulation)
        this.#tell(result === undefined ? { kind: "stuck", algorithm } : { kind: "result", result })
      }
      this.#tell({ kind: "stage", runs })
      if (isLastStage({ runs, leftMs: left(), budgetMs })) break
    }
    this.#tell({ kind: "done" })
  }

  /** Plans, and plays the first of the plan: in one question, since a first picture waits for both. */
  #begin(spec: ComparisonSpec): { plan: Promise<Plan | undefined>; first: Promise<SimulationResult | undefined> } {
    let planned = (_plan: Plan) => {}
    const told = new Promise<Plan>((resolve) => {
      planned = resolve
    })
    const first = this.#patiently(spec.runs, (worker, onProgress) =>
      worker.run("beginComparison", spec, (part) => {
        if (part !== undefined) planned(part as Plan)
        onProgress()
      }),
    )
    return { plan: Promise.race([told, first.then(() => undefined)]), first }
  }

  #playPatiently(simulation: SimulationSpec): Promise<SimulationResult | undefined> {
    return this.#patiently(simulation.runs, (worker, onProgress) => {
      onProgress()
      return worker.run("simulate", simulation, onProgress)
    })
  }

  /**
   * Undefined if the worker has said nothing for too long after it began: one run takes it longer than anyone waits, and another worker
   * goes on.
   */
  async #patiently(
    runs: number,
    ask: (worker: HeldWorker, onProgress: () => void) => Promise<SimulationResult | null | undefined>,
  ): Promise<SimulationResult | undefined> {
    const worker = this.#worker
    let begun: number | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const result = await ask(worker, () => {
      begun ??= performance.now()
      clearTimeout(timer)
      timer = setTimeout(() => worker.end(), this.#order.patienceMs)
    })
    clearTimeout(timer)
    if (result === undefined && !this.#isStopped) this.#worker = workers.take()
    if (result === undefined || result === null) return undefined
    this.#runMs.set(result.algorithm, (performance.now() - (begun ?? 0)) / runs)
    return result
  }

  #tell(answer: Answer): void {
    if (!this.#isStopped) this.#receive(answer)
  }
}
