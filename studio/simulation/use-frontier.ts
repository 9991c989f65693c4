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
  const { value, ...state } = useSimulation(key, mayBegin, initial, (report) =>
    startFrontier(settings, asked === null ? stages : [asked], report),
  )
  return { ...value, ...state }
}

/** Simulates the grid once for each stage, after a pause. The function that it returns stops it. */
function startFrontier(
  settings: ExplorerSettings,
  allRuns: readonly number[],
  report: (value: FrontierResults, isDone: boolean) => void,
): () => void {
  let algorithms = settings.algorithms.filter((name) => !isSlowest(name) && !isTooLong(name, settings.horizon))
  let isStopped = false
  let stopRunning = () => {}
  const compareAt = (eta: number, runs: number): Promise<SimulationResult[]> =>
    new Promise((resolve) => {
      const results: SimulationResult[] = []
      const spec = createComparisonSpec(settings, algorithms, eta)
      const request = { spec, stages: [runs], budgetMs: Number.POSITIVE_INFINITY, runTimeoutMs }
      stopRunning = runComparison(request, (event) => {
        if (event.kind === "timeout") algorithms = algorithms.filter((name) => name !== event.algorithm)
        if (event.kind === "result") results.push(event.result)
        if (event.kind === "done" || event.kind === "failed") resolve(results)
      })
    })
  const runStages = async () => {
    for (const [stage, runs] of allRuns.entries()) {
      const startedAt = performance.now()
      const found: SimulationResult[] = []
      for (const eta of algorithms.length === 0 ? [] : frontierEtas) {
        found.push(...(await compareAt(eta, runs)))
        if (isStopped) return
      }
      const next = allRuns[stage + 1]
      const limit = runs < enoughRuns ? budgetMs.fewRuns : budgetMs.enoughRuns
      const isDone = next === undefined || ((performance.now() - startedAt) * next) / runs > limit
      report({ results: found.filter(({ algorithm }) => algorithms.includes(algorithm)), runs }, isDone)
      if (isDone) return
    }
  }
  const timer = setTimeout(() => void runStages(), delayMs)
  return () => {
    clearTimeout(timer)
    isStopped = true
    stopRunning()
  }
}
