// The regret of the same method without privacy, or if everyone answers at once.

import type { SimulationResult } from "@armistice/lab"
import { createComparisonSpec } from "../explorer/comparison-spec.ts"
import type { ExplorerSettings } from "../explorer/settings.ts"
import { runComparison } from "./run-comparison.ts"
import { useSimulation } from "./use-simulation.ts"

/** At this η the noise is too small to change anything. */
const noPrivacy = { eta: 1000 }
const budgetMs = 1500
const runTimeoutMs = 2000

export interface Baseline {
  /** Null until it is known for these settings, and if one run takes too long. */
  readonly result: SimulationResult | null
  readonly isDone: boolean
}

export function useBaseline(settings: ExplorerSettings, algorithm: string, mayBegin: boolean): Baseline {
  return useVariant({ ...settings, target: noPrivacy }, algorithm, mayBegin)
}

/** Null if the settings have no late answers: then there is nothing to compare with. */
export function useAtOnce(settings: ExplorerSettings, algorithm: string, mayBegin: boolean): Baseline {
  return useVariant({ ...settings, late: null }, algorithm, mayBegin && settings.late !== null)
}

function useVariant(settings: ExplorerSettings, algorithm: string, mayBegin: boolean): Baseline {
  const { runs, algorithms: _, ...rest } = settings
  const key = JSON.stringify([algorithm, runs, rest])
  const { value, isCurrent, isDone } = useSimulation<SimulationResult | null>(key, mayBegin, null, (report) => {
    let result: SimulationResult | null = null
    return runComparison(
      {
        spec: createComparisonSpec(settings, [algorithm]),
        stages: runs === null ? [4, 20, 100, 400, 2000] : [runs],
        budgetMs: runs === null ? budgetMs : Number.POSITIVE_INFINITY,
        runTimeoutMs,
      },
      (event) => {
        if (event.kind === "result") result = event.result
        const isOver = event.kind === "done" || event.kind === "failed"
        if (isOver || event.kind === "result") report(result, isOver)
      },
    )
  })
  return { result: isCurrent ? value : null, isDone }
}
