// A comparison that follows its settings: a first picture at once, refined for about two seconds while nothing changes. What an
// algorithm had before stays until it has been played with the new settings.

import type { ComparisonSpec, SimulationResult, UnavailableAlgorithm } from "@armistice/lab"
import { useEffect, useMemo, useState } from "preact/hooks"
import { isSlow } from "./cost.ts"
import type { Answer, Order } from "./follow-order.ts"
import { Pace } from "./pace.ts"
import { Pursuit } from "./pursuit.ts"

export interface Comparison {
  readonly eta: number | null
  /** The newest result of each algorithm that has one. */
  readonly results: readonly SimulationResult[]
  /** Algorithms whose result is still that of earlier settings. */
  readonly stale: readonly string[]
  readonly unable: readonly UnavailableAlgorithm[]
  /** Algorithms of which one run takes longer than anyone waits. */
  readonly tooLong: readonly string[]
  /** Runs that every algorithm has; 0 until then. */
  readonly runs: number
  readonly isDone: boolean
  /** Why nothing could be simulated; it is tried again. */
  readonly failure: string | null
}

const nothingYet: Comparison = {
  eta: null,
  results: [],
  stale: [],
  unable: [],
  tooLong: [],
  runs: 0,
  isDone: false,
  failure: null,
}

const refiningMs = 1200
/** How long one run may take: where as many as fit are wanted, and where a number is asked for. */
const patienceMs = { fitting: 2000, asked: 20_000 }

/** How long after a failure it is tried again: mostly the service that sends the worker's program was away. */
const againMs = 2000

/** `runs` null: as many as fit. */
export function useComparison(
  spec: Omit<ComparisonSpec, "runs">,
  runs: number | null,
  stages: readonly number[] = [1, 4, 20, 100, 400, 2000],
): Comparison {
  const [{ comparison, order: played }, setShown] = useState<Shown>({ comparison: nothingYet, order: null })
  const [attempt, setAttempt] = useState(0)
  const hasFailed = comparison.failure !== null
  useEffect(() => {
    if (!hasFailed) return
    const timer = setInterval(() => setAttempt((count) => count + 1), againMs)
    return () => clearInterval(timer)
  }, [hasFailed])
  const [pursuit] = useState(() => pursue(setShown))
  useEffect(() => () => pursuit.stop(), [])
  const wanted = useMemo(() => {
    const order: Order = {
      spec,
      stages: runs === null ? stages : [...stages.filter((stage) => stage < runs && stage < 10), runs],
      budgetMs: runs === null ? refiningMs : Number.POSITIVE_INFINITY,
      patienceMs: runs === null ? patienceMs.fitting : patienceMs.asked,
    }
    // Here and not in an effect: the worker plays while the page is gone through for the new settings.
    if (spec.algorithms.length === 0) pursuit.stop()
    else pursuit.follow(order)
    return order
  }, [JSON.stringify({ spec, runs, stages }), attempt])
  if (spec.algorithms.length === 0) return { ...nothingYet, isDone: true }
  return comparison.isDone && played !== wanted ? { ...comparison, isDone: false } : comparison
}

interface Shown {
  readonly comparison: Comparison
  /** What was played for it. */
  readonly order: Order | null
}

function pursue(show: (shown: Shown) => void): { follow(order: Order): void; stop(): void } {
  let shown: Shown = { comparison: nothingYet, order: null }
  const pace = new Pace(() => {
    show(shown)
    const { runs, stale } = shown.comparison
    // The slow ones keep what they had until one pauses.
    if (runs > 0 || stale.every(isSlow)) pursuit.shown()
  })
  const pursuit = new Pursuit((answer, order) => {
    shown = { comparison: withAnswer(shown.comparison, answer, order.spec), order }
    if (answer.kind === "planned") pace.restart()
    else if (answer.kind === "result") pace.soon()
    else pace.now()
  })
  return {
    follow: (order) => pursuit.follow(order),
    stop: () => {
      pace.stop()
      pursuit.stop()
    },
  }
}

function withAnswer(now: Comparison, answer: Answer, { algorithms }: Omit<ComparisonSpec, "runs">): Comparison {
  const names = algorithms.map(({ algorithm }) => algorithm)
  if (answer.kind === "planned") {
    const isWanted = (name: string) =>
      names.includes(name) && !answer.unable.some(({ algorithm }) => algorithm === name)
    const kept = now.results.filter(({ algorithm }) => isWanted(algorithm))
    const stale = kept.map(({ algorithm }) => algorithm)
    return { ...nothingYet, results: kept, stale, eta: answer.eta, unable: answer.unable }
  }
  if (answer.kind === "result") {
    const { algorithm } = answer.result
    const results = [...now.results.filter((one) => one.algorithm !== algorithm), answer.result]
    return {
      ...now,
      results: results.sort((a, b) => names.indexOf(a.algorithm) - names.indexOf(b.algorithm)),
      stale: now.stale.filter((name) => name !== algorithm),
    }
  }
  if (answer.kind === "stuck") {
    const isOther = (name: string) => name !== answer.algorithm
    return {
      ...now,
      results: now.results.filter(({ algorithm }) => isOther(algorithm)),
      stale: now.stale.filter(isOther),
      tooLong: [...now.tooLong, answer.algorithm],
    }
  }
  if (answer.kind === "stage") return { ...now, runs: answer.runs }
  return { ...now, isDone: true, failure: answer.kind === "failed" ? answer.message : null }
}
