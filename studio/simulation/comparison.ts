// The state of a comparison as its events arrive.

import type { SimulationResult, UnavailableAlgorithm } from "@armistice/lab"
import type { ComparisonEvent, ComparisonRequest } from "./run-comparison.ts"

export interface SimulatedComparison {
  readonly eta: number | null
  /** The newest result of each algorithm that has one. */
  readonly results: readonly SimulationResult[]
  /** Algorithms whose result is still that of earlier settings. */
  readonly stale: readonly string[]
  readonly unable: readonly UnavailableAlgorithm[]
  /** Algorithms that take too long for one run. */
  readonly tooLong: readonly string[]
  /** Runs that every algorithm has; 0 until then. */
  readonly runs: number
  readonly isDone: boolean
  /** Why nothing could be simulated; the hook retries. */
  readonly failure: string | null
}

export const emptyComparison: SimulatedComparison = {
  eta: null,
  results: [],
  stale: [],
  unable: [],
  tooLong: [],
  runs: 0,
  isDone: false,
  failure: null,
}

export function applyEvent(
  now: SimulatedComparison,
  event: ComparisonEvent,
  { spec }: ComparisonRequest,
): SimulatedComparison {
  const names = spec.algorithms.map(({ algorithm }) => algorithm)
  switch (event.kind) {
    case "planned": {
      const isWanted = (name: string) =>
        names.includes(name) && !event.unable.some(({ algorithm }) => algorithm === name)
      const results = now.results.filter(({ algorithm }) => isWanted(algorithm))
      const stale = results.map(({ algorithm }) => algorithm)
      return { ...emptyComparison, results, stale, eta: event.eta, unable: event.unable }
    }
    case "result": {
      const others = withoutAlgorithm(now, event.result.algorithm)
      const results = [...others.results, event.result]
      return {
        ...others,
        results: results.sort((a, b) => names.indexOf(a.algorithm) - names.indexOf(b.algorithm)),
      }
    }
    case "timeout":
      return { ...withoutAlgorithm(now, event.algorithm), tooLong: [...now.tooLong, event.algorithm] }
    case "stage":
      return { ...now, runs: event.runs }
    case "done":
      return { ...now, isDone: true, failure: null }
    case "failed":
      return { ...now, isDone: true, failure: event.message }
  }
}

const withoutAlgorithm = (now: SimulatedComparison, name: string): SimulatedComparison => ({
  ...now,
  results: now.results.filter(({ algorithm }) => algorithm !== name),
  stale: now.stale.filter((algorithm) => algorithm !== name),
})
