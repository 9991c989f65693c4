// Requests that wait for their transaction: those that arrive while one is under way share the next. Each is answered once it is durable, or
// refused when it has waited too long.

import { ServiceError } from "../service-error.ts"
import type { Ask } from "./transaction.ts"

export interface Waiting {
  readonly ask: Ask
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  readonly deadline: number
}

export interface QueueOptions {
  /** Answers every one of them. */
  readonly play: (taken: readonly Waiting[]) => Promise<void>
  /** Requests per transaction. */
  readonly largest: number
  /** Requests that may wait, and for how long. */
  readonly longest: number
  readonly timeoutMs: number
}

export class Queue {
  readonly #options: QueueOptions
  #waiting: Waiting[] = []
  #running: Promise<void> | undefined
  #watch: NodeJS.Timeout | undefined

  constructor(options: QueueOptions) {
    this.#options = options
  }

  submit<Result>(ask: Ask<Result>): Promise<Result> {
    const { longest, timeoutMs } = this.#options
    if (this.#waiting.length >= longest)
      return Promise.reject(new ServiceError("store_busy", `at most ${longest} requests may wait, got more: try again`))
    return new Promise<Result>((resolve, reject) => {
      const deadline = performance.now() + timeoutMs
      this.#waiting.push({ ask, resolve: resolve as (result: unknown) => void, reject, deadline })
      this.#running ??= this.#run()
      if (Number.isFinite(timeoutMs)) this.#watch ??= setInterval(() => this.#refuseOverdue(), 200)
    })
  }

  async drained(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        // Everything that came with the same turn of the event loop goes together.
        await new Promise((resolve) => setImmediate(resolve))
        this.#refuseOverdue()
        const taken = this.#waiting.splice(0, this.#options.largest)
        if (taken.length > 0) await this.#options.play(taken)
      }
    } finally {
      this.#running = undefined
      clearInterval(this.#watch)
      this.#watch = undefined
    }
  }

  /** Also while a transaction is stuck: nobody waits longer than was said. */
  #refuseOverdue(): void {
    const now = performance.now()
    if ((this.#waiting[0]?.deadline ?? now + 1) > now) return
    this.#waiting = this.#waiting.filter((waiting) => waiting.deadline > now || refuseLate(waiting))
  }
}

function refuseLate({ reject }: Waiting): false {
  reject(new ServiceError("store_busy", "a request must not wait longer than its time, got one that did: try again"))
  return false
}
