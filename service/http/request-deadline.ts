// One time limit for a whole request, whatever it waits for: its turn, a connection, a lock, a statement, a restore. Each of these has a limit
// of its own, and a request may meet several of them.

import type { FastifyRequest } from "fastify"
import { ServiceError } from "../service-error.ts"
import type { App } from "./app.ts"

class LateError extends ServiceError {}

export class RequestDeadline {
  readonly #limitMs: number

  /** Infinity: there is none, as the store never makes a request wait for others. */
  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  /** The result of `work`, or a refusal once the request has waited for the store as long as it may; `waitedMs`: before this call. */
  hold<Result>(work: Promise<Result>, waitedMs = 0): Promise<Result> {
    const limitMs = this.#limitMs
    if (!Number.isFinite(limitMs)) return work
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(lateError(limitMs)), Math.max(0, limitMs - waitedMs))
      work.finally(() => clearTimeout(timer)).then(resolve, reject)
    })
  }

  /** For what a request waits before its handler is called. */
  async count(request: FastifyRequest, work: Promise<void>): Promise<void> {
    const started = performance.now()
    await this.hold(work, request.waitedMs)
    request.waitedMs += performance.now() - started
  }

  /** Limits every route that is added later. The time in which a body comes in does not count. */
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
          // The handler may still send something, which is dropped. The framework would log that with the address, and so tell that a
          // reward came.
          if (error instanceof LateError) Object.assign(reply, { log: silent })
          throw error
        }
      }
    })
  }
}

const lateError = (limitMs: number): LateError =>
  new LateError(
    "store_busy",
    `the store did not answer within ${limitMs / 1000} s, and a change may or may not be kept: repeat the request`,
  )
