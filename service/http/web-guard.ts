// Refuses requests of foreign web pages before anything else runs. Host reveals DNS rebinding;
// Origin and Sec-Fetch-Site, which browsers add and no script can change, reveal pages of other
// sites.

import type { IncomingMessage } from "node:http"
import type { FastifyRequest } from "fastify"
import type { KeyRing } from "../keys/key-ring.ts"
import { ServiceError } from "../service-error.ts"
import type { App } from "./app.ts"
import type { RequestDeadline } from "./request-deadline.ts"

export interface WebGuardOptions {
  /** Names under which the service answers besides loopback; with a port, only under that port. */
  readonly allowHosts?: readonly string[]
  /** Origins allowed to call from a browser; none by default. */
  readonly corsOrigins?: readonly string[]
}

export interface Allowed {
  readonly hosts: ReadonlySet<string>
  readonly origins: ReadonlySet<string>
}

export type GuardedRequest = Pick<IncomingMessage, "method" | "url" | "httpVersion" | "headers" | "rawHeaders">

/** As browsers write them; other spellings of the same address are refused. */
const loopback = /^(localhost|127(\.(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}|\[::1\])(:\d{1,5})?$/i
const hostText = /^([a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i
const port = /:\d{1,5}$/

export function parseAllowed({ allowHosts = [], corsOrigins = [] }: WebGuardOptions): Allowed {
  for (const host of allowHosts)
    if (!hostText.test(host))
      throw refused("allowed hosts must be names such as shop.example or shop.example:443", host)
  for (const origin of corsOrigins)
    if (!isOrigin(origin)) throw refused("allowed origins must be such as https://shop.example", origin)
  return { hosts: new Set(allowHosts.map((host) => host.toLowerCase())), origins: new Set(corsOrigins) }
}

const refused = (rule: string, given: string): ServiceError =>
  new ServiceError("invalid_parameter", `${rule}, got ${JSON.stringify(given)}`)

/** As in the header Origin; "*" stands for all, "null" for pages without an origin. */
const isOrigin = (text: string): boolean =>
  text === "*" || text === "null" || (URL.canParse(text) && new URL(text).origin === text)

export function addWebGuard(app: App, keys: KeyRing, options: WebGuardOptions, deadline: RequestDeadline): void {
  const allowed = parseAllowed(options)
  const check = ({ raw, route }: FastifyRequest): ServiceError | undefined => {
    const { anyHost, isPage = false } = route
    const checksHost =
      anyHost !== "always" && (keys.isOpen || (allowed.hosts.size > 0 && anyHost !== "where a key is needed"))
    return findRefusal(raw, allowed, checksHost, isPage) ?? undefined
  }
  app.addHook("onRequest", (request, _reply, done) => {
    // A store that has keys keeps them for good, so keys that were read once need not be read again
    // here.
    const refreshing = request.route.anyHost !== "always" && keys.isOpen ? keys.refresh() : undefined
    if (refreshing === undefined) done(check(request))
    else deadline.count(request, refreshing).then(() => done(check(request)), done)
  })
}

/** Returns the refusal of a request, or null. */
export function findRefusal(
  request: GuardedRequest,
  allowed: Allowed,
  checksHost: boolean,
  isPage: boolean,
): ServiceError | null {
  const { headers, url = "" } = request
  const hosts = hostCount(request.rawHeaders)
  if (checksHost) {
    const host = hosts === 1 ? headers.host : undefined
    if (!isAllowedHost(host, allowed.hosts)) return unknownHost(host)
    // An absolute request target names a host, too.
    const named = url.startsWith("/") ? undefined : /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1]
    if (named !== undefined && !isAllowedHost(named, allowed.hosts)) return unknownHost(named)
  } else if (hosts !== 1 && !(hosts === 0 && request.httpVersion === "1.0"))
    return new ServiceError("invalid_request", `a request must have one header Host, got ${hosts}`)
  const { origin } = headers
  const site = headers["sec-fetch-site"]
  if (origin === undefined ? isOwnSite(site) : isOwn(origin, headers.host) || isNamed(origin, allowed)) return null
  // A link from another site may open a page, since the other site learns nothing by it.
  const isLink =
    request.method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document"
  if (isPage && isLink) return null
  return new ServiceError(
    "origin_not_allowed",
    `a web page must be the service's own or of an origin that --cors names, got ${shown(origin)}`,
  )
}

const unknownHost = (host: string | undefined): ServiceError =>
  new ServiceError(
    "host_not_allowed",
    `the Host of a request must be localhost, an address of 127.0.0.0/8, [::1] or one that --allow-host names, got ${shown(host)}`,
  )

function hostCount(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === "host") count += 1
  }
  return count
}

function isAllowedHost(host: string | undefined, allowed: ReadonlySet<string>): boolean {
  if (host === undefined) return false
  if (loopback.test(host)) return true
  if (allowed.size === 0) return false
  const name = host.toLowerCase()
  return allowed.has(name) || allowed.has(name.replace(port, ""))
}

const isNamed = (origin: string, { origins }: Allowed): boolean => origins.has(origin) || origins.has("*")

/** Programs other than browsers leave it out; "none" is an address that was typed. */
const isOwnSite = (site: string | string[] | undefined): boolean =>
  site === undefined || site === "same-origin" || site === "none"

/** Compares host and port, but not the scheme, since a proxy may end TLS. */
function isOwn(origin: string, host = ""): boolean {
  const end = origin.indexOf("://")
  if (end < 0 || host === "") return false
  const authority = origin.slice(end + 3)
  if (authority === host) return true
  const ending = origin.startsWith("https") ? ":443" : ":80"
  const full = (text: string): string => (port.test(text) ? text : `${text}${ending}`).toLowerCase()
  return full(authority) === full(host)
}

const shown = (text: string | undefined): string =>
  text === undefined ? "another" : JSON.stringify(text.slice(0, 100))
