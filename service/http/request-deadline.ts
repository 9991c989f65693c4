// One time limit for a whole request. Its turn, a connection, a lock, a statement or a restore each
// have a limit of their own, and a request may meet several of them.

import type { FastifyRequest } from "fastify"
import { ServiceError } from "../service-error.ts"
import type { App } from "./app.ts"

class DeadlineError extends ServiceError {}

export class RequestDeadline {
  readonly #limitMs: number

  /** `Infinity`: the store never makes a request wait. */
  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  /** Rejects once the request has waited longer than the limit; `waitedMs`: before. */
  hold<Result>(work: Promise<Result>, waitedMs: number): Promise<Result> {
    const limitMs = this.#limitMs
    if (!Number.isFinite(limitMs)) return work
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(deadlineError(limitMs)), Math.max(0, limitMs - waitedMs))
      work.finally(() => clearTimeout(timer)).then(resolve, reject)
    })
  }

  /** Counts a wait before the handler is called. */
  async count(request: FastifyRequest, work: Promise<void>): Promise<void> {
    const started = performance.now()
    await this.hold(work, request.waitedMs)
    request.waitedMs += performance.now() - started
  }

  /** Limits every route that is added later. The time to receive a body does not count. */
  limitRoutes(app: App): void {
    app.decorateRequest("waitedMs", 0)
    if (!Number.isFinite(this.#limitMs)) return
    const hold = this.hold.bind(this)
    const silent = app.log.child({}, { level: "silent" })
    app.addHook("onRoute", (route) => {
      const { handler } = route
      route.handler = async function (request, reply) {
        try {
          return await hold(Promise.resolve(handler.call(this, request, reply)), request.waitedMs)
        } catch (error) {
          // The framework would log the dropped answer of the handler with its address, which may
          // reveal a reward.
          if (error instanceof DeadlineError) Object.assign(reply, { log: silent })
          throw error
        }
      }
    })
  }
}

const deadlineError = (limitMs: number): DeadlineError =>
  new DeadlineError(
    "store_busy",
    `the store did not answer within ${limitMs / 1000} s, and a change may or may not be stored: repeat the request`,
  )
