// A comparison that follows its settings: a first picture at once, then refined for about two
// seconds. An algorithm keeps its earlier result until it has one for the new settings.

import type { ComparisonSpec } from "@armistice/lab"
import { useEffect, useMemo, useState } from "preact/hooks"
import { applyEvent, emptyComparison, type SimulatedComparison } from "./comparison.ts"
import { isSlow } from "./cost.ts"
import { LatestWinsScheduler } from "./latest-wins-scheduler.ts"
import type { ComparisonRequest } from "./run-comparison.ts"

const stages = [1, 4, 20, 100, 400, 2000]
const refiningMs = 1200
/** How long one run may take: if as many as fit are wanted, and if the user asks for a number. */
const runTimeoutMs = { fitting: 2000, asked: 20_000 }
/** After a failure, most often because the service that sends the worker's program was away. */
const retryMs = 2000

/** If `runs` is null, as many as fit. */
export function useComparison(spec: Omit<ComparisonSpec, "runs">, runs: number | null): SimulatedComparison {
  const [{ comparison, request: shown }, show] = useState<Shown>({ comparison: emptyComparison, request: null })
  const [attempt, setAttempt] = useState(0)
  const hasFailed = comparison.failure !== null
  useEffect(() => {
    if (!hasFailed) return
    const timer = setInterval(() => setAttempt((count) => count + 1), retryMs)
    return () => clearInterval(timer)
  }, [hasFailed])
  const [follower] = useState(() => followRequests(show))
  useEffect(() => () => follower.stop(), [])
  const wanted = useMemo(() => {
    const request: ComparisonRequest = {
      spec,
      stages: runs === null ? stages : [...stages.filter((stage) => stage < runs && stage < 10), runs],
      budgetMs: runs === null ? refiningMs : Number.POSITIVE_INFINITY,
      runTimeoutMs: runs === null ? runTimeoutMs.fitting : runTimeoutMs.asked,
    }
    // Not in an effect: the worker runs while the page renders the new settings.
    if (spec.algorithms.length === 0) follower.stop()
    else follower.request(request)
    return request
  }, [JSON.stringify({ spec, runs }), attempt])
  if (spec.algorithms.length === 0) return { ...emptyComparison, isDone: true }
  return comparison.isDone && shown !== wanted ? { ...comparison, isDone: false } : comparison
}

interface Shown {
  readonly comparison: SimulatedComparison
  readonly request: ComparisonRequest | null
}

function followRequests(show: (shown: Shown) => void): { request(next: ComparisonRequest): void; stop(): void } {
  let latest: Shown = { comparison: emptyComparison, request: null }
  const throttle = new Throttle(() => {
    show(latest)
    const { runs, stale } = latest.comparison
    // Slow algorithms keep their earlier results until the settings rest.
    if (runs > 0 || stale.every(isSlow)) scheduler.firstPictureShown()
  })
  const scheduler = new LatestWinsScheduler((event, request) => {
    latest = { comparison: applyEvent(latest.comparison, event, request), request }
    if (event.kind === "planned") throttle.reset()
    else if (event.kind === "result") throttle.schedule()
    else throttle.flush()
  })
  return {
    request: (next) => scheduler.request(next),
    stop: () => {
      throttle.cancel()
      scheduler.stop()
    },
  }
}

const delayMs = 60

class Throttle {
  readonly #show: () => void
  #isFirst = true
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(show: () => void) {
    this.#show = show
  }

  /** The next result counts as a first one again. */
  reset(): void {
    this.cancel()
    this.#isFirst = true
  }

  schedule(): void {
    if (this.#isFirst) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), delayMs)
  }

  flush(): void {
    this.cancel()
    this.#isFirst = false
    this.#show()
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
