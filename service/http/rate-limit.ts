// Limits the requests of each caller in fixed windows of a second. Windows follow the clock and
// answers never say how many requests are left: both would reveal the rewards of others who share a
// key or an address.

import type { FastifyReply, FastifyRequest } from "fastify"
import { ServiceError } from "../service-error.ts"
import type { App } from "./app.ts"

const windowMs = 1000

/** Counts requests of the current window by name. */
export class RateCounts {
  readonly perSecond: number
  readonly #counts = new Map<string, number>()
  #until = performance.now() + windowMs

  constructor(perSecond: number) {
    this.perSecond = perSecond
  }

  /** Counts one request; beyond the limit, returns the seconds to wait before the next one. */
  take(name: string): number | null {
    const now = performance.now()
    if (now >= this.#until) {
      this.#counts.clear()
      this.#until += windowMs * (1 + Math.floor((now - this.#until) / windowMs))
    }
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    return count <= this.perSecond ? null : Math.ceil((this.#until - now) / 1000)
  }
}

export function addRateLimit(app: App, counts: RateCounts): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { isUnlimited, isArrival } = request.route
    if (isUnlimited === true) done()
    else done(countRequest(counts, nameCount(request, isArrival === true), reply) ?? undefined)
  })
}

/** Counts one request; beyond the limit, returns its refusal and sets Retry-After. */
export function countRequest(counts: RateCounts, name: string, reply: FastifyReply): ServiceError | null {
  const wait = counts.take(name)
  if (wait === null) return null
  void reply.header("retry-after", String(wait))
  return new ServiceError("rate_limited", `more than ${counts.perSecond} requests in a second`)
}

/**
 * Rewards count apart and by address, so that reaching the limit does not reveal how many others
 * sent.
 */
export function nameCount(request: Pick<FastifyRequest, "keyLineage" | "ip">, isArrival: boolean): string {
  const { keyLineage } = request
  if (keyLineage === "" || keyLineage === "local") return isArrival ? `rewards ${request.ip}` : request.ip
  return isArrival ? `rewards ${keyLineage} ${request.ip}` : keyLineage
}
