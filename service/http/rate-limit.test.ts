// The key of a page is public: one visitor beyond the limit does not silence the others.

import { expect, test } from "vitest"
import { createKey } from "../keys/key.ts"
import { freezeTimer } from "../testing/frozen-timer.ts"
import { demo, testServer } from "../testing/test-service.ts"
import { findNetwork } from "./rate-limit.ts"

const flags = "/ofrep/v1/evaluate/flags"

async function sharedKey(rateLimit: number) {
  freezeTimer()
  const { call, create, store } = await testServer({ rateLimit, trustProxy: 1 })
  const id = await create({ ...demo, sticky: true, bulk: true })
  const { token } = createKey(store, { name: "page", role: "evaluate" })
  const send = (url: string, body: object, from: string) =>
    call("POST", url, body, { authorization: `Bearer ${token}`, "x-forwarded-for": from })
  const evaluate = (from: string, url = flags) => send(url, { context: { targetingKey: from } }, from)
  return { id, send, evaluate }
}

test("an address beyond its limit is refused with Retry-After, and another with the same key is served", async () => {
  const { id, evaluate, send } = await sharedKey(50)
  const answers = []
  for (let number = 0; number < 60; number++) answers.push(await evaluate("192.0.2.1"))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
  expect(answers.at(-1)).toMatchObject({ status: 429, headers: { "retry-after": "1" } })
  expect((await evaluate("192.0.2.2")).status).toBe(200)
  expect((await evaluate("192.0.2.2", `${flags}/demo`)).status).toBe(200)
  const subject = "192.0.2.2"
  expect((await send(`/v1/experiments/${id}/assignments`, { subject }, subject)).status).toBe(200)
  expect((await send(`/v1/experiments/${id}/exposures`, { subject }, subject)).status).toBe(200)
  expect((await send(`/v1/experiments/${id}/rewards`, { subject, value: 1 }, subject)).status).toBe(204)
})

test("one address uses up no more than a tenth of the key, however often it asks", async () => {
  const { evaluate } = await sharedKey(3)
  for (let number = 0; number < 40; number++) await evaluate("192.0.2.1")
  const others = []
  for (let number = 0; number < 30; number++) others.push((await evaluate(`198.51.100.${number}`)).status)
  expect(others).toEqual([...Array(27).fill(200), 429, 429, 429])
})

test("a refused action of a key uses up nothing of its limit for allowed ones", async () => {
  const { id, send, evaluate } = await sharedKey(3)
  const refused = []
  for (let number = 0; number < 40; number++)
    refused.push((await send(`/v1/experiments/${id}/decisions`, {}, "192.0.2.1")).status)
  expect(new Set(refused)).toEqual(new Set([403, 429]))
  expect((await evaluate("192.0.2.1")).status).toBe(200)
})

test("all addresses of an IPv6 network of 64 bits count as one", async () => {
  const { evaluate } = await sharedKey(2)
  const found = []
  for (const from of ["2001:db8::1", "2001:db8:0:0:1:2:3:4", "2001:db8::2", "2001:db8:0:1::1"])
    found.push((await evaluate(from)).status)
  expect(found).toEqual([200, 200, 429, 200])
})

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "::ffff:192.0.2.1"],
  ["::1", "0:0:0:0"],
  ["2001:0DB8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1::", "2001:db8:1:0"],
  ["not an address", "not an address"],
])("the network of %s is %s", (address, network) => {
  expect(findNetwork(address)).toBe(network)
})
