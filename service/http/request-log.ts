// One line per request: method, route pattern, status, time, key; ids only as hashes; no address, no body. And the same for metrics. Nothing of
// requests that tell of private arrivals.

import { createHash } from "node:crypto"
import type { FastifyContextConfig } from "fastify"
import { ServiceError } from "../service-error.ts"
import type { App } from "./app.ts"
import type { HiddenArrivals } from "./hidden-arrivals.ts"
import type { Metrics } from "./metrics.ts"
import { UnderWay } from "./under-way.ts"

export interface Answered {
  readonly method: string
  /** The pattern of the address. */
  readonly route: string
  readonly status: number
  readonly ms: number
  /** The id of the key, or "local"; "": nobody was let in. */
  readonly key: string
  readonly experiment: string | undefined
}

export class RequestLog {
  readonly #app: App
  readonly #metrics: Metrics
  readonly #isLogging: boolean
  /** The service is stopping: whoever still asks is told so. */
  isStopping = false

  constructor(app: App, metrics: Metrics) {
    this.#app = app
    this.#metrics = metrics
    this.#isLogging = app.log.level !== undefined && app.log.level !== "silent"
  }

  note({ method, route, status, ms, key, experiment }: Answered): void {
    this.#metrics.addRequest(method, route, status, ms / 1000)
    if (!this.#isLogging) return
    const hashed =
      experiment === undefined ? undefined : createHash("sha256").update(experiment).digest("hex").slice(0, 12)
    this.#app.log.info({ method, route, status, ms: Math.round(ms * 100) / 100, key, experiment: hashed }, "request")
  }

  /** Not in the request's own log, whose numbers would count the requests that are in no log. */
  noteFault(error: unknown): void {
    this.#app.log.error({ code: "internal", kind: error instanceof Error ? error.name : typeof error }, "fault")
  }
}

export function addRequestLog(app: App, log: RequestLog, arrivals: HiddenArrivals): void {
  app.decorate("underWay", new UnderWay())
  app.decorateRequest("leave", null as unknown as () => void)
  app.decorateRequest("route", null as unknown as FastifyContextConfig)
  app.addHook("preClose", (done) => {
    log.isStopping = true
    done()
  })
  app.addHook("onRequest", (request, reply, done) => {
    request.leave = app.underWay.begin()
    // Also of those who go away before they have an answer.
    reply.raw.on("close", request.leave)
    request.route = request.routeOptions.config
    // Lines that are open may still bring requests.
    if (log.isStopping) done(new ServiceError("shutting_down", "the service is shutting down"))
    else done()
  })
  app.addHook("onResponse", (request, reply, done) => {
    request.leave()
    const { elapsedTime: ms, statusCode: status } = reply
    const note = (isHidden: boolean): void => {
      if (isHidden) return
      const { method, routeOptions, params, keyId: key } = request
      const { id: experiment } = (params ?? {}) as { id?: string }
      log.note({ method, route: routeOptions.url ?? "unknown", status, ms, key, experiment })
    }
    const isHidden = arrivals.isHidden(request)
    if (typeof isHidden === "boolean") note(isHidden)
    else void isHidden.then(note)
    done()
  })
}
