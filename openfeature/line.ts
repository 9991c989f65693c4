// Whether the service serves, as a provider's events tell it: ready; stale once a call was not served; error while it stays so. It is then
// asked again by itself, with growing pauses, and only its answer to that makes it ready again.

import { isRefusal } from "./refusal.ts"

export type LineState = "ready" | "stale" | "error"

export interface LineOptions {
  /** Resolves if the service serves. */
  readonly probe: () => Promise<unknown>
  readonly tell: (state: LineState, message: string) => void
  /** Pause before the first probe; each is twice as long, up to 30 seconds. */
  readonly pauseMs?: number
}

/** Probes that were not served, after which it is not a passing matter. */
const patience = 3

export class Line {
  readonly #options: LineOptions
  #state: LineState | null = null
  #misses = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isProbing = false
  #isClosed = false

  constructor(options: LineOptions) {
    this.#options = options
  }

  /** What OpenFeature itself has told about the start. */
  begin(state: LineState): void {
    this.#state = state
    if (state !== "ready") this.#probeLater()
  }

  /** A call was served: reason enough to ask at once whether everything is there again. */
  up(): void {
    if (this.#state !== null && this.#state !== "ready") void this.#probe()
  }

  /** A call failed. A refusal is an answer, too, and says nothing about the line. */
  failed(error: unknown): void {
    if (this.#state === null || isRefusal(error)) return
    if (this.#state === "ready") this.#become("stale", messageOf(error))
    this.#probeLater()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #become(state: LineState, message: string): void {
    if (state === this.#state || this.#isClosed) return
    this.#state = state
    this.#options.tell(state, message)
  }

  #probeLater(): void {
    if (this.#isClosed || this.#timer !== undefined) return
    const pause = Math.min(30_000, (this.#options.pauseMs ?? 500) * 2 ** this.#misses)
    this.#timer = setTimeout(() => void this.#probe(), pause)
    // A program that is done must not wait for a service that is away.
    ;(this.#timer as { unref?: () => void }).unref?.()
  }

  async #probe(): Promise<void> {
    if (this.#isProbing || this.#isClosed) return
    this.#isProbing = true
    const failure = await this.#options.probe().then(
      () => null,
      (error: unknown) => ({ error }),
    )
    this.#isProbing = false
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (failure === null) {
      this.#misses = 0
      this.#become("ready", "the service answers")
    } else {
      this.#misses += 1
      if (this.#misses >= patience) this.#become("error", messageOf(failure.error))
      this.#probeLater()
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
