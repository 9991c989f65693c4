// Limits the requests of each caller in fixed windows of a second. Windows follow the clock and
// answers never say how many requests are left: both would reveal the rewards of others who share a
// key or an address.

import { isIPv6 } from "node:net"
import type { FastifyReply, FastifyRequest } from "fastify"
import { ServiceError } from "../service-error.ts"
import type { App } from "./app.ts"

const windowMs = 1000

/** How many addresses at their limit it takes to use up a key that pages share. */
const addressesPerKey = 10

/** Counts requests of the current window by name. */
export class RateCounts {
  readonly perSecond: number
  readonly #counts = new Map<string, number>()
  #until = performance.now() + windowMs

  constructor(perSecond: number) {
    this.perSecond = perSecond
  }

  /** Counts one request; beyond the limit, returns the seconds to wait before the next one. */
  take(name: string, limit: number): number | null {
    const now = performance.now()
    if (now >= this.#until) {
      this.#counts.clear()
      this.#until += windowMs * (1 + Math.floor((now - this.#until) / windowMs))
    }
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    return count <= limit ? null : Math.ceil((this.#until - now) / 1000)
  }
}

export function addRateLimit(app: App, counts: RateCounts): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (request.route.isUnlimited === true) done()
    else done(countRequest(counts, request, reply) ?? undefined)
  })
}

/** Counts one request; beyond a limit, returns its refusal and sets Retry-After. */
export function countRequest(counts: RateCounts, request: FastifyRequest, reply: FastifyReply): ServiceError | null {
  const { task, isArrival = false } = request.route
  const key = hasKey(request) ? request.keyLineage : null
  // Everyone can read the key of a page, so its requests count by address, too.
  const isShared = key !== null && task === "evaluate" && !isArrival
  const refusal = countByName(counts, nameCount(request, isShared, isArrival), reply)
  // Requests that are refused by address do not count for the key, or one address could use it up.
  if (refusal !== null || !isShared) return refusal
  return countByName(counts, `all of ${key}`, reply, addressesPerKey * counts.perSecond)
}

export function countByName(
  counts: RateCounts,
  name: string,
  reply: FastifyReply,
  limit = counts.perSecond,
  what = "",
): ServiceError | null {
  const wait = counts.take(name, limit)
  if (wait === null) return null
  void reply.header("retry-after", String(wait))
  return new ServiceError("rate_limited", `more than ${limit} requests in a second${what}`)
}

/** An address gets this share of a key that pages share, and at least so many requests. */
const addressShare = 0.1
const leastPerAddress = 10

const forAddress = "of one address with this key"

/**
 * Limits the requests of one key, beside the limit of the service. A key and its successors count
 * together; rewards count apart, as they do there.
 */
export function addKeyLimit(app: App): void {
  const counts = new RateCounts(Number.POSITIVE_INFINITY)
  app.addHook("onRequest", (request, reply, done) => {
    const limit = request.keyRequestsPerSecond
    if (limit === null || request.route.isUnlimited === true) done()
    else done(countForKey(counts, limit, request, reply) ?? undefined)
  })
}

function countForKey(counts: RateCounts, limit: number, request: FastifyRequest, reply: FastifyReply) {
  const { keyLineage: key, ip, route } = request
  const { task, isArrival = false } = route
  const count = (name: string, most: number, what: string) => countByName(counts, name, reply, most, ` ${what}`)
  const address = `${key} ${findNetwork(ip)}`
  if (isArrival) return count(`rewards ${address}`, limit, forAddress)
  if (task !== "evaluate") return count(key, limit, "with this key")
  // Everyone can read the key of a page, so one of its visitors must not use it up.
  const most = Math.min(limit, Math.max(leastPerAddress, Math.ceil(limit * addressShare)))
  return count(address, most, forAddress) ?? count(key, limit, "with this key")
}

type Caller = Pick<FastifyRequest, "keyLineage" | "ip">

const hasKey = ({ keyLineage }: Caller): boolean => keyLineage !== "" && keyLineage !== "local"

/** Rewards count apart, so that reaching the limit tells nothing about those of others. */
function nameCount(request: Caller, isShared: boolean, isArrival: boolean): string {
  const { keyLineage: key } = request
  const isKnown = hasKey(request)
  if (isKnown && !isArrival && !isShared) return key
  const address = findNetwork(request.ip)
  if (!isKnown) return isArrival ? `rewards ${address}` : address
  return isArrival ? `rewards ${key} ${address}` : `evaluations ${key} ${address}`
}

/** The address; with IPv6 its network of 64 bits, because one client has all addresses in it. */
export function findNetwork(address: string): string {
  // With a dot it holds an IPv4 address.
  if (!isIPv6(address) || address.includes(".")) return address
  const [left = [], right = []] = address.split("::").map((half) => half.split(":").filter((group) => group !== ""))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0")
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")
}
