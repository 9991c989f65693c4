// At most so many requests in a window of time for each caller. Windows follow the clock and not the requests, and nobody is told how many
// are left: both would tell whoever shares a key or an address when rewards of others came, or how many. There are never more counts than
// requests that came in one window.

import type { FastifyRequest } from "fastify"
import { ServiceError } from "../service-error.ts"
import type { App } from "./app.ts"

export interface RateLimit {
  readonly perSecond: number
  /** How long a second is. */
  readonly windowMs: number
}

export function addRateLimit(app: App, { perSecond, windowMs }: RateLimit): void {
  const counts = new Map<string, number>()
  let until = performance.now() + windowMs
  app.addHook("onRequest", (request, reply, done) => {
    if (request.route.isUnlimited === true) {
      done()
      return
    }
    const now = performance.now()
    if (now >= until) {
      counts.clear()
      until += windowMs * (1 + Math.floor((now - until) / windowMs))
    }
    const name = countedUnder(request)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count <= perSecond) {
      done()
      return
    }
    void reply.header("retry-after", String(Math.ceil((until - now) / 1000)))
    done(new ServiceError("rate_limited", `at most ${perSecond} requests a second are allowed, got more`))
  })
}

/** Rewards are counted apart, and by address too, so that reaching the limit does not tell how many came from others. */
function countedUnder(request: FastifyRequest): string {
  const { keyId } = request
  const isArrival = request.route.isArrival === true
  if (keyId === "" || keyId === "local") return isArrival ? `rewards ${request.ip}` : request.ip
  return isArrival ? `rewards ${keyId} ${request.ip}` : keyId
}
