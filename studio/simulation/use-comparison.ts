// A comparison that follows its settings: a first picture at once, refined for about two seconds while nothing changes.

import type { ComparisonSpec, SimulationResult, Unable } from "@armistice/lab"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { Lane } from "./lane.ts"
import { Pace } from "./pace.ts"

export interface Comparison {
  readonly eta: number | null
  /** The newest result of each algorithm that has one for these settings. */
  readonly results: readonly SimulationResult[]
  readonly unable: readonly Unable[]
  /** Runs that every algorithm has; 0 until then. */
  readonly runs: number
  readonly isDone: boolean
  readonly failure: string | null
}

const nothingYet: Comparison = { eta: null, results: [], unable: [], runs: 0, isDone: false, failure: null }

const refiningMs = 1200

/** `runs` null: as many as fit. `spec` null: nothing to do. */
export function useComparison(
  spec: Omit<ComparisonSpec, "runs"> | null,
  runs: number | null,
  stages: readonly number[] = [1, 4, 20, 100, 400],
): Comparison {
  const lane = useRef<Lane>(null)
  const [comparison, setComparison] = useState(nothingYet)
  const order = JSON.stringify({ spec, runs, stages })
  useLayoutEffect(() => {
    lane.current = new Lane()
    lane.current.prepare()
    return () => lane.current?.close()
  }, [])
  useLayoutEffect(() => {
    if (spec === null || spec.algorithms.length === 0) return setComparison({ ...nothingYet, isDone: true })
    const names = spec.algorithms.map(({ algorithm }) => algorithm)
    let now: Comparison = nothingYet
    const pace = new Pace(() => setComparison(now))
    lane.current?.follow(
      {
        spec,
        stages: runs === null ? stages : [...stages.filter((stage) => stage < runs && stage < 10), runs],
        budgetMs: runs === null ? refiningMs : Number.POSITIVE_INFINITY,
      },
      (answer) => {
        if (answer.kind === "planned") now = { ...nothingYet, eta: answer.eta, unable: answer.unable }
        else if (answer.kind === "result") now = { ...now, results: withResult(now.results, answer.result, names) }
        else if (answer.kind === "stage") now = { ...now, runs: answer.runs }
        else if (answer.kind === "done") now = { ...now, isDone: true }
        else now = { ...now, isDone: true, failure: answer.message }
        if (answer.kind === "stage" || answer.kind === "done" || answer.kind === "failed") pace.now()
        else if (answer.kind === "result") pace.soon()
      },
    )
    return () => pace.stop()
  }, [order])
  return comparison
}

function withResult(
  results: readonly SimulationResult[],
  result: SimulationResult,
  names: readonly string[],
): SimulationResult[] {
  const others = results.filter(({ algorithm }) => algorithm !== result.algorithm)
  return [...others, result].sort((a, b) => names.indexOf(a.algorithm) - names.indexOf(b.algorithm))
}
