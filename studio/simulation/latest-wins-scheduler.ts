// Runs the newest request only. A newer request interrupts refinement at once, but lets a first
// picture finish for a moment, so that pictures keep coming while someone drags a slider.

import { type ComparisonEvent, type ComparisonRequest, runComparison } from "./run-comparison.ts"
import { workers } from "./workers.ts"

/** How long a newer request waits for the first picture of the running one. */
const graceMs = 80

export class LatestWinsScheduler {
  readonly #onEvent: (event: ComparisonEvent, request: ComparisonRequest) => void
  #next: ComparisonRequest | null = null
  /** When the running request began; null once its first picture is shown. */
  #startedAt: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopRunning = () => {}

  constructor(onEvent: (event: ComparisonEvent, request: ComparisonRequest) => void) {
    this.#onEvent = onEvent
    // Start a worker now, so that the first request does not wait for it.
    workers.take().release()
  }

  request(request: ComparisonRequest): void {
    clearTimeout(this.#timer)
    const waitMs = this.#startedAt === null ? 0 : this.#startedAt + graceMs - performance.now()
    if (waitMs <= 0) this.#start(request)
    else {
      this.#next = request
      this.#timer = setTimeout(() => this.#start(request), waitMs)
    }
  }

  /** Tells the scheduler that the first picture of the running request is shown. */
  firstPictureShown(): void {
    this.#startedAt = null
    if (this.#next !== null) this.#start(this.#next)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#next = null
    this.#startedAt = null
    this.#stopRunning()
  }

  #start(request: ComparisonRequest): void {
    this.stop()
    this.#startedAt = performance.now()
    this.#stopRunning = runComparison(request, (event) => {
      // Warm up a second worker: the next drag begins while the first is still in a run.
      if (event.kind === "done" && workers.idle === 0)
        runComparison({ ...request, stages: [1, 4, 20], budgetMs: 600 }, () => {})
      this.#onEvent(event, request)
    })
  }
}
