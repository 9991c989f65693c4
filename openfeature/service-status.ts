// Whether the service answers, as a provider's events tell it: ready, stale after a failed call,
// error while it stays so. Once it is not ready it is probed with growing pauses, and only a probe
// makes it ready again.

import { isRefusal } from "./is-refusal.ts"

export type ServiceState = "ready" | "stale" | "error"

interface ServiceStatusOptions {
  /** Resolves if the service answers. */
  readonly probe: () => Promise<unknown>
  readonly onChange: (state: ServiceState, message: string) => void
}

/** After so many failed probes the state is an error. */
const probesUntilError = 3
const firstPauseMs = 500
const longestPauseMs = 30_000

export class ServiceStatus {
  readonly #options: ServiceStatusOptions
  #state: ServiceState | null = null
  #failedProbes = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isProbing = false
  #isClosed = false

  constructor(options: ServiceStatusOptions) {
    this.#options = options
  }

  /** Sets the first state, which OpenFeature itself has announced. */
  start(state: ServiceState): void {
    this.#state = state
    if (state !== "ready") this.#scheduleProbe()
  }

  /** A call succeeded: reason enough to probe at once. */
  reportSuccess(): void {
    if (this.#state !== null && this.#state !== "ready") void this.#probe()
  }

  /** A call failed. A refusal is an answer, too, and says nothing about the service's state. */
  reportFailure(error: unknown): void {
    if (this.#state === null || isRefusal(error)) return
    if (this.#state === "ready") this.#change("stale", toMessage(error))
    this.#scheduleProbe()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #change(state: ServiceState, message: string): void {
    if (state === this.#state || this.#isClosed) return
    this.#state = state
    this.#options.onChange(state, message)
  }

  #scheduleProbe(): void {
    if (this.#isClosed || this.#timer !== undefined) return
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#failedProbes)
    this.#timer = setTimeout(() => void this.#probe(), pause)
    // In Node the timer must not keep a finished program alive.
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
      this.#failedProbes = 0
      this.#change("ready", "the service answers")
    } else {
      this.#failedProbes += 1
      if (this.#failedProbes >= probesUntilError) this.#change("error", toMessage(failure.error))
      this.#scheduleProbe()
    }
  }
}

export const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
