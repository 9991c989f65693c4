// Limits the requests of one key, beside the limit of the service. A key and its successors count
// together; rewards count apart and by address, for the reason that rate-limit.ts gives.

import type { FastifyReply, FastifyRequest } from "fastify"
import { ServiceError } from "../service-error.ts"
import type { App } from "./app.ts"
import { findNetwork, RateCounts } from "./rate-limit.ts"

/** An address gets this share of a key that pages share, and at least so many requests. */
const addressShare = 0.1
const leastOfAddress = 10

const forAddress = "of one address with this key"

export function addKeyLimit(app: App): void {
  const counts = new RateCounts(Number.POSITIVE_INFINITY)
  app.addHook("onRequest", (request, reply, done) => {
    const limit = request.keyRequestsPerSecond
    if (limit === null || request.route.isUnlimited === true) done()
    else done(countOfKey(counts, limit, request, reply) ?? undefined)
  })
}

function countOfKey(counts: RateCounts, limit: number, request: FastifyRequest, reply: FastifyReply) {
  const { keyLineage: key, ip, route } = request
  const { task, isArrival = false } = route
  const count = (name: string, most: number, what: string): ServiceError | null => {
    const wait = counts.take(name, most)
    if (wait === null) return null
    void reply.header("retry-after", String(wait))
    return new ServiceError("rate_limited", `more than ${most} requests in a second ${what}`)
  }
  const address = `${key} ${findNetwork(ip)}`
  if (isArrival) return count(`rewards ${address}`, limit, forAddress)
  if (task !== "evaluate") return count(key, limit, "with this key")
  // Everyone can read the key of a page, so one of its visitors must not use it up.
  const most = Math.min(limit, Math.max(leastOfAddress, Math.ceil(limit * addressShare)))
  return count(address, most, forAddress) ?? count(key, limit, "with this key")
}
