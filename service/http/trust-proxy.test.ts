// The trust in X-Forwarded-For: a value that a client writes at its front passes no limit.

import { expect, test } from "vitest"
import { freezeTimer } from "../testing/frozen-timer.ts"
import { demo, testServer } from "../testing/test-service.ts"
import { parseTrustedProxies, type TrustedProxies } from "./trust-proxy.ts"

async function statuses(trustProxy: TrustedProxies | undefined, forwarded: readonly string[], remoteAddress?: string) {
  freezeTimer()
  const { app } = await testServer({ rateLimit: 2, ...(trustProxy === undefined ? {} : { trustProxy }) })
  const found: number[] = []
  for (const addresses of forwarded) {
    const headers = { "x-forwarded-for": addresses }
    const from = remoteAddress === undefined ? {} : { remoteAddress }
    found.push((await app.inject({ method: "GET", url: "/v1/experiments", headers, ...from })).statusCode)
  }
  return found
}

const forged = ["1.1.1.1, 203.0.113.9", "2.2.2.2, 203.0.113.9", "3.3.3.3, 203.0.113.9", "9.9.9.9, 203.0.113.10"]

test("behind one proxy the last address counts, whatever the client wrote before it", async () => {
  expect(await statuses(1, forged)).toEqual([200, 200, 429, 200])
})

test("behind two proxies the address before the last counts", async () => {
  const chain = forged.map((addresses) => `${addresses}, 10.0.0.2`)
  expect(await statuses(2, chain)).toEqual([200, 200, 429, 200])
})

test("only named proxies are trusted", async () => {
  const chain = forged.map((addresses) => `${addresses}, 10.0.0.2`)
  expect(await statuses(["10.0.0.0/8"], chain, "10.1.2.3")).toEqual([200, 200, 429, 200])
  expect(await statuses(["10.0.0.0/8"], chain, "::ffff:10.1.2.3")).toEqual([200, 200, 429, 200])
  expect(await statuses(["10.0.0.0/8", "::1"], chain, "192.0.2.1")).toEqual([200, 200, 429, 429])
})

test.each([undefined, 0, []])("without a proxy (%j) the header is ignored", async (trustProxy) => {
  expect(await statuses(trustProxy, forged)).toEqual([200, 200, 429, 429])
})

test("decisions without keys are limited alike", async () => {
  freezeTimer()
  const { app, create } = await testServer({ rateLimit: 3, trustProxy: 1 })
  const id = await create(demo)
  const address = await app.listen({ port: 0, host: "127.0.0.1" })
  const found: number[] = []
  for (const addresses of [...forged, "4.4.4.4, 203.0.113.9"]) {
    const headers = { "x-forwarded-for": addresses, "content-type": "application/json" }
    found.push(
      (await fetch(`${address}/v1/experiments/${id}/decisions`, { method: "POST", headers, body: "{}" })).status,
    )
  }
  expect(found).toEqual([201, 201, 201, 201, 429])
})

test.each([-1, 1.5, 101, Number.NaN, ["localhost"], ["10.0.0.0/33"], ["::1/129"], [""], ["10.0.0.1", "1"]])(
  "%j is refused",
  (trusted) => {
    expect(() => parseTrustedProxies(trusted)).toThrow("trusted proxies must be a number of hops")
  },
)
