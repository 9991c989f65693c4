// Whether the service answers, as a provider's events tell it: ready; stale once a call had no answer; error while it stays away. While it is
// away it is asked again by itself, with growing pauses, until it answers.

import { ClientError } from "@armistice/client"

export type LineState = "ready" | "stale" | "error"

export interface LineOptions {
  /** Resolves if the service answers. */
  readonly probe: () => Promise<unknown>
  readonly tell: (state: LineState, message: string) => void
  /** Pause before the first probe; each is twice as long, up to 30 seconds. */
  readonly pauseMs?: number
}

/** Probes without an answer after which it is not a passing matter. */
const patience = 3

export class Line {
  readonly #options: LineOptions
  #state: LineState | null = null
  #misses = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  constructor(options: LineOptions) {
    this.#options = options
  }

  /** What OpenFeature itself has told about the start. */
  begin(state: LineState): void {
    this.#state = state
    if (state !== "ready") this.#probeLater()
  }

  /** A call had an answer. */
  up(): void {
    this.#misses = 0
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#state !== null) this.#become("ready", "the service answers")
  }

  /** A call failed. A refusal is an answer, too. */
  failed(error: unknown): void {
    if (error instanceof ClientError && !error.isTemporary && error.isOfService) this.up()
    else if (this.#state !== null) {
      if (this.#state === "ready") this.#become("stale", messageOf(error))
      this.#probeLater()
    }
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #become(state: LineState, message: string): void {
    if (state === this.#state) return
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
    try {
      await this.#options.probe()
      this.#timer = undefined
      if (!this.#isClosed) this.up()
    } catch (error) {
      this.#timer = undefined
      this.#misses += 1
      if (this.#misses >= patience && !this.#isClosed) this.#become("error", messageOf(error))
      this.#probeLater()
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
