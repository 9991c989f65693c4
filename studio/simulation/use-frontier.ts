// Regret over a grid of privacy targets. It begins when the main comparison is done, because both
// need the same cores.

import type { SimulationResult } from "@armistice/lab"
import { createComparisonSpec } from "../explorer/comparison-spec.ts"
import type { ExplorerSettings } from "../explorer/settings.ts"
import { isSlowest, isTooLong } from "./cost.ts"
import { frontierEtas } from "./frontier-etas.ts"
import { runComparison } from "./run-comparison.ts"
import { useSimulation } from "./use-simulation.ts"

interface FrontierResults {
  readonly results: readonly SimulationResult[]
  readonly runs: number
}

export interface Frontier extends FrontierResults {
  readonly isCurrent: boolean
  readonly isDone: boolean
}

/** The pause after the main comparison. */
const delayMs = 300
const stages = [2, 10, 40, 200, 1000]
/** The most runs that a user may ask for: there are nine points for each algorithm. */
const mostAsked = 200
const runTimeoutMs = 1500
/** The longest that the next stage may take; curves of few runs zigzag and get more time. */
const budgetMs = { fewRuns: 20_000, enoughRuns: 6000 }
const enoughRuns = 40

export function useFrontier(settings: ExplorerSettings, mayBegin: boolean): Frontier {
  const { means, rewards, horizon, algorithms, seed, late } = settings
  const asked = settings.runs === null ? null : Math.min(settings.runs, mostAsked)
  const key = JSON.stringify([means, rewards, horizon, algorithms, seed, asked, late])
  const initial: FrontierResults = { results: [], runs: 0 }
  const { value, ...state } = useSimulation(key, mayBegin, initial, (report) => {
    const run = new FrontierRun(settings)
    const timer = setTimeout(() => void run.runStages(asked === null ? stages : [asked], report), delayMs)
    return () => {
      clearTimeout(timer)
      run.stop()
    }
  })
  return { ...value, ...state }
}

class FrontierRun {
  readonly #settings: ExplorerSettings
  #algorithms: readonly string[]
  #isStopped = false
  #stopRunning = () => {}

  constructor(settings: ExplorerSettings) {
    this.#settings = settings
    const { algorithms, horizon } = settings
    this.#algorithms = algorithms.filter((name) => !isSlowest(name) && !isTooLong(name, horizon))
  }

  stop(): void {
    this.#isStopped = true
    this.#stopRunning()
  }

  async runStages(all: readonly number[], report: (value: FrontierResults, isDone: boolean) => void): Promise<void> {
    for (const [place, runs] of all.entries()) {
      const startedAt = performance.now()
      const found: SimulationResult[] = []
      for (const eta of this.#algorithms.length === 0 ? [] : frontierEtas) {
        found.push(...(await this.#compareAt(eta, runs)))
        if (this.#isStopped) return
      }
      const next = all[place + 1]
      const limit = runs < enoughRuns ? budgetMs.fewRuns : budgetMs.enoughRuns
      const isDone = next === undefined || ((performance.now() - startedAt) * next) / runs > limit
      const results = found.filter(({ algorithm }) => this.#algorithms.includes(algorithm))
      report({ results, runs }, isDone)
      if (isDone) return
    }
  }

  #compareAt(eta: number, runs: number): Promise<SimulationResult[]> {
    const spec = createComparisonSpec(this.#settings, this.#algorithms, eta)
    return new Promise((resolve) => {
      const results: SimulationResult[] = []
      this.#stopRunning = runComparison(
        { spec, stages: [runs], budgetMs: Number.POSITIVE_INFINITY, runTimeoutMs },
        (event) => {
          if (event.kind === "timeout") this.#algorithms = this.#algorithms.filter((name) => name !== event.algorithm)
          if (event.kind === "result") results.push(event.result)
          if (event.kind === "done" || event.kind === "failed") resolve(results)
        },
      )
    })
  }
}
