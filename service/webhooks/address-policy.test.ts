// Which addresses webhooks may go to: public ones, over TLS, and what the operator allows.

import type { LookupAddress } from "node:dns"
import { expect, test } from "vitest"
import { AddressPolicy, AddressRefused, isPublicAddress } from "./address-policy.ts"

const privateAddresses = [
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.255",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.7",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "::ffff:7f00:1",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b::808:808",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:10::1",
  "2001:db8::1",
  "2002:7f00:1::1",
  "2002:808:808::1",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "not an address",
]

test.each(privateAddresses)("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  "8.8.8.8",
  "1.1.1.1",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.255.255",
  "172.32.0.1",
  "192.0.1.1",
  "198.17.255.255",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00:1450::1",
  "2001:4860:4860::8888",
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

const family = (address: string): number => (address.includes(":") ? 6 : 4)

/** A policy for which names mean these addresses. */
const policyFor = (names: Record<string, readonly string[]>, allow: readonly string[] = []) =>
  new AddressPolicy(
    allow,
    async (host): Promise<LookupAddress[]> =>
      (names[host] ?? []).map((address) => ({ address, family: family(address) })),
  )

const outcome = async (policy: AddressPolicy, url: string): Promise<string> => {
  try {
    return (await policy.resolve(new URL(url))).addresses.map(({ address }) => address).join(" ")
  } catch (error) {
    if (error instanceof AddressRefused) return error.message
    throw error
  }
}

test("a public name over TLS is resolved to its addresses; without TLS it is refused", async () => {
  const policy = policyFor({ "hooks.example": ["8.8.8.8", "2606:4700::1"] })
  expect(await outcome(policy, "https://hooks.example/a?b")).toBe("8.8.8.8 2606:4700::1")
  expect(await outcome(policy, "http://hooks.example/")).toMatch(/without TLS/)
  expect(await outcome(policy, "ftp://hooks.example/")).toMatch(/https/)
})

test("a name is refused if any of its addresses is private, and so is an address in any form", async () => {
  const policy = policyFor({ "two.example": ["8.8.8.8", "10.0.0.1"], "mapped.example": ["::ffff:10.0.0.1"] })
  for (const host of [
    "two.example",
    "mapped.example",
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "127.1",
    "0177.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[fe80::1]",
  ])
    expect([host, await outcome(policy, `https://${host}/`)]).toEqual([host, expect.stringMatching(/private address/)])
})

test("the operator allows hosts by name, and addresses by network, also without TLS", async () => {
  const names = {
    "inside.example": ["10.0.0.1"],
    "other.example": ["10.9.0.1"],
    "half.example": ["10.9.0.1", "11.0.0.1"],
  }
  const policy = policyFor(names, ["Inside.example", "10.9.0.0/16", "::1", "fd00::/8"])
  expect(await outcome(policy, "http://inside.example/")).toBe("10.0.0.1")
  expect(await outcome(policy, "http://INSIDE.example./")).toBe("10.0.0.1")
  expect(await outcome(policy, "http://other.example/")).toBe("10.9.0.1")
  expect(await outcome(policy, "http://half.example/")).toMatch(/without TLS/)
  expect(await outcome(policy, "https://half.example/")).toBe("10.9.0.1 11.0.0.1")
  expect(await outcome(policy, "http://[::1]:8080/")).toBe("::1")
  expect(await outcome(policy, "http://[fd00::2]/")).toBe("fd00::2")
  expect(await outcome(policy, "https://10.8.0.1/")).toMatch(/private address/)
  // An allowed network of IPv4 does not open the ways around it.
  expect(await outcome(policy, "https://[::ffff:10.9.0.1]/")).toMatch(/private address/)
})

test.each(["", "10.0.0.0/33", "fd00::/129", "a b", "example.com/8", "http://example.com"])(
  "%j cannot be allowed",
  (entry) => {
    expect(() => new AddressPolicy([entry])).toThrow(/webhooks may be allowed/)
  },
)
