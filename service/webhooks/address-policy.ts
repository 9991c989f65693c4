// Where webhooks may be sent. A name is resolved once, all its addresses must be public, and the
// connection uses the checked addresses, so that a changed name cannot lead elsewhere (DNS
// rebinding). The operator may allow hosts and networks.

import type { LookupAddress } from "node:dns"
import { lookup as systemLookup } from "node:dns/promises"
import { BlockList, isIP, isIPv4 } from "node:net"
import { ServiceError } from "../service-error.ts"
import { quoted } from "../text.ts"

/** The address may not be used now; a later try may find another one. */
export class AddressRefused extends Error {}

/** The lookup of a name failed; its error is the cause. */
export class NameNotFound extends Error {}

export interface CheckedTarget {
  readonly url: URL
  /** A name, or an address without brackets. */
  readonly host: string
  /** All of them are allowed. */
  readonly addresses: readonly LookupAddress[]
}

export type Lookup = (host: string) => Promise<LookupAddress[]>

const lookupAll: Lookup = (host) => systemLookup(host, { all: true, verbatim: true })

/**
 * This network, private, shared, loopback, link-local, protocols, documentation, 6to4 relays,
 * benchmarks, multicast, reserved.
 */
const notPublic4 = blockList("ipv4", [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
])

/**
 * Global unicast; everything else (loopback, mapped IPv4, NAT64, unique local, link-local,
 * multicast) is not public.
 */
const global6 = blockList("ipv6", ["2000::/3"])

/** Parts of global unicast: protocols with Teredo, documentation, 6to4. */
const notPublic6 = blockList("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"])

function blockList(family: "ipv4" | "ipv6", networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [net = "", bits] = network.split("/")
    list.addSubnet(net, Number(bits), family)
  }
  return list
}

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic4.check(address, "ipv4")
  // An address with a zone is never global.
  if (isIP(address) !== 6 || address.includes("%")) return false
  return global6.check(address, "ipv6") && !notPublic6.check(address, "ipv6")
}

const hostPattern = /^[a-z0-9_]([a-z0-9._-]{0,251}[a-z0-9_])?$/

export class AddressPolicy {
  readonly #hosts = new Set<string>()
  readonly #networks4 = new BlockList()
  readonly #networks6 = new BlockList()
  readonly #lookup: Lookup

  /** `allow`: hosts, addresses and networks (10.0.0.0/8) beside public ones. */
  constructor(allow: readonly string[] = [], lookup: Lookup = lookupAll) {
    this.#lookup = lookup
    for (const entry of allow) this.#add(entry)
  }

  /** Throws AddressRefused, or NameNotFound if the lookup fails. */
  async resolve(url: URL): Promise<CheckedTarget> {
    if (url.protocol !== "https:" && url.protocol !== "http:")
      throw new AddressRefused("an address that does not begin with https://")
    const host = bareHost(url)
    const family = isIP(host)
    const addresses = family === 0 ? await this.#lookUp(host) : [{ address: host, family }]
    const target = { url, host, addresses }
    if (addresses.length === 0) throw new AddressRefused("a name without an address")
    if (this.#hosts.has(host) || addresses.every(({ address }) => this.#isAllowed(address))) return target
    if (!addresses.every(({ address }) => this.#isAllowed(address) || isPublicAddress(address)))
      throw new AddressRefused("a private address: use a public https address, or allow it (serve --webhook-allow)")
    if (url.protocol === "http:")
      throw new AddressRefused("an address without TLS: use https, or allow the host (serve --webhook-allow)")
    return target
  }

  async #lookUp(host: string): Promise<LookupAddress[]> {
    try {
      return await this.#lookup(host)
    } catch (cause) {
      throw new NameNotFound("a name that cannot be looked up", { cause })
    }
  }

  #isAllowed(address: string): boolean {
    const [plain = ""] = address.split("%")
    return isIPv4(plain) ? this.#networks4.check(plain, "ipv4") : this.#networks6.check(plain, "ipv6")
  }

  #add(entry: string): void {
    const [, net = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry.toLowerCase()) ?? []
    const family = isIP(net)
    const widest = family === 4 ? 32 : 128
    if (family === 0 && bits === undefined && hostPattern.test(net)) this.#hosts.add(net)
    else if (family !== 0 && Number(bits ?? widest) <= widest)
      (family === 4 ? this.#networks4 : this.#networks6).addSubnet(
        net,
        Number(bits ?? widest),
        family === 4 ? "ipv4" : "ipv6",
      )
    else
      throw new ServiceError(
        "invalid_parameter",
        `webhooks may be allowed to a host, an address or a network such as 10.0.0.0/8, got ${quoted(entry)}`,
      )
  }
}

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
