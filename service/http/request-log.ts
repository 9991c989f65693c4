// Logs and counts each answered request: method, route pattern, status, time and key; ids only as
// hashes, no address, no body. Requests that reveal private arrivals are in neither the log nor the
// metrics.

import { createHash } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import { ServiceError } from "../service-error.ts"
import type { App } from "./app.ts"
import type { HiddenArrivals } from "./hidden-arrivals.ts"
import type { Metrics } from "./metrics.ts"
import { UnderWay } from "./under-way.ts"

export class RequestLog {
  readonly #app: App
  readonly #metrics: Metrics
  readonly #isLogging: boolean
  /** While the service shuts down, further requests are refused. */
  isStopping = false

  constructor(app: App, metrics: Metrics) {
    this.#app = app
    this.#metrics = metrics
    this.#isLogging = app.log.level !== undefined && app.log.level !== "silent"
  }

  /** Notes an answered request. */
  note({ method, route: { url: route = "unknown" }, params, keyId: key }: FastifyRequest, reply: FastifyReply): void {
    const { elapsedTime: ms, statusCode: status } = reply
    this.#metrics.addRequest(method, route, status, ms / 1000)
    if (!this.#isLogging) return
    const { id: experiment } = (params ?? {}) as { id?: string }
    const hashed =
      experiment === undefined ? undefined : createHash("sha256").update(experiment).digest("hex").slice(0, 12)
    this.#app.log.info({ method, route, status, ms: Math.round(ms * 100) / 100, key, experiment: hashed }, "request")
  }

  /** Logged without a request number: numbers would count the requests that are hidden. */
  noteFault(error: unknown): void {
    this.#app.log.error({ code: "internal", kind: error instanceof Error ? error.name : typeof error }, "fault")
  }
}

export function addRequestLog(app: App, log: RequestLog, arrivals: HiddenArrivals): void {
  app.decorate("underWay", new UnderWay())
  app.decorateRequest("leave", null as unknown as () => void)
  app.decorateRequest("route", null as unknown as FastifyRequest["route"])
  app.addHook("preClose", (done) => {
    log.isStopping = true
    done()
  })
  app.addHook("onRequest", (request, reply, done) => {
    request.leave = app.underWay.begin()
    // Covers clients that disconnect before the answer.
    reply.raw.on("close", request.leave)
    request.route = request.routeOptions.config
    // Open connections may still bring requests.
    if (log.isStopping) done(new ServiceError("shutting_down", "the service is shutting down"))
    else done()
  })
  app.addHook("onResponse", (request, reply, done) => {
    request.leave()
    const isHidden = arrivals.isHidden(request)
    if (isHidden === false) log.note(request, reply)
    else if (isHidden !== true)
      void isHidden.then((hidden) => {
        if (!hidden) log.note(request, reply)
      })
    done()
  })
}
