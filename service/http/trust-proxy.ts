// Which hops of X-Forwarded-For are trusted. A client can write anything at the front of that
// header; only the part that trusted proxies append shows where a request came from.

import { isIP } from "node:net"
import type { FastifyServerOptions } from "fastify"
import { ServiceError } from "../service-error.ts"

/** The number of proxies in front, or their addresses and networks such as 10.0.0.0/8. */
export type TrustedProxies = number | readonly string[]

const mostHops = 100

/** For Fastify, which trusts no hop by a number alone: that becomes a function. */
export function parseTrustedProxies(trusted: TrustedProxies = 0): NonNullable<FastifyServerOptions["trustProxy"]> {
  if (typeof trusted === "number") {
    if (!Number.isInteger(trusted) || trusted < 0 || trusted > mostHops) throw invalidProxies(trusted)
    return trusted === 0 ? false : (_address: string, hop: number) => hop < trusted
  }
  for (const network of trusted) if (!isNetwork(network)) throw invalidProxies(network)
  return trusted.length === 0 ? false : [...trusted]
}

function isNetwork(text: string): boolean {
  const [, address = "", prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  return version !== 0 && (prefix === undefined || Number(prefix) <= (version === 4 ? 32 : 128))
}

const invalidProxies = (given: unknown): ServiceError =>
  new ServiceError(
    "invalid_parameter",
    `trusted proxies must be a number of hops up to ${mostHops}, or addresses such as 10.0.0.0/8, got ${JSON.stringify(given)}`,
  )
