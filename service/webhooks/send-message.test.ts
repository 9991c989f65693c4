// One try over real connections: what counts as taken, and what is not done however a receiver
// answers.

import { expect, test } from "vitest"
import { webhookReceiver } from "../testing/webhook-receiver.ts"
import { AddressPolicy } from "./address-policy.ts"
import { type SendLimits, sendMessage } from "./send-message.ts"

const loopback = new AddressPolicy(["127.0.0.0/8"])

const send = (url: string, more: Partial<SendLimits> = {}) =>
  sendMessage(
    { url, headers: { "webhook-id": "msg_1" }, body: '{"a":"ü"}' },
    { policy: loopback, timeoutMs: 5000, signal: new AbortController().signal, ...more },
  )

test("a 2xx is taken, anything else is not", async () => {
  const receiver = await webhookReceiver()
  for (const status of [200, 202, 204]) {
    receiver.answer = () => status
    expect(await send(`${receiver.url}/hook?x=1`)).toEqual({ status, problem: null })
  }
  expect(receiver.received[0]).toMatchObject({ path: "/hook?x=1", body: '{"a":"ü"}' })
  expect(receiver.received[0]?.headers).toMatchObject({
    "webhook-id": "msg_1",
    "content-type": "application/json",
    host: new URL(receiver.url).host,
  })
  for (const status of [400, 404, 410, 429, 500, 503]) {
    receiver.answer = () => status
    expect(await send(receiver.url)).toEqual({ status, problem: `answered ${status}` })
  }
})

test("a redirect is not followed", async () => {
  const [first, second] = [await webhookReceiver(), await webhookReceiver()]
  for (const status of [301, 302, 303, 307, 308]) {
    first.answer = (_message, response) => {
      response.setHeader("location", second.url)
      return status
    }
    expect(await send(first.url)).toEqual({ status, problem: `answered ${status}: redirects are not followed` })
  }
  expect(second.received).toEqual([])
})

test("an endless answer is cut off, and its status counts", async () => {
  const receiver = await webhookReceiver()
  let written = 0
  receiver.answer = (_message, response) => {
    response.writeHead(200)
    const part = Buffer.alloc(16_384, "x")
    const more = (): void => {
      if (response.destroyed || written > 50_000_000) return
      written += part.length
      if (response.write(part)) setImmediate(more)
      else response.once("drain", more)
    }
    more()
    return null
  }
  expect(await send(receiver.url)).toEqual({ status: 200, problem: null })
  expect(written).toBeLessThan(50_000_000)
})

test("a receiver that does not answer has its time, and no more", async () => {
  const receiver = await webhookReceiver()
  receiver.answer = () => null
  expect(await send(receiver.url, { timeoutMs: 100 })).toEqual({ status: null, problem: "no answer within 0.1 s" })
  // Nor one whose name is not looked up in time.
  const policy = new AddressPolicy([], () => new Promise(() => undefined))
  expect(await send("https://slow.example/", { policy, timeoutMs: 100 })).toMatchObject({
    problem: expect.stringMatching(/no answer/),
  })
})

test("nothing is sent to a private address that was not allowed, also not under a name", async () => {
  const receiver = await webhookReceiver()
  const { port } = new URL(receiver.url)
  const policy = new AddressPolicy()
  for (const host of ["127.0.0.1", "localhost", "2130706433"])
    for (const scheme of ["http", "https"]) {
      const { status, problem } = await send(`${scheme}://${host}:${port}/`, { policy })
      expect([host, status, problem]).toEqual([host, null, expect.stringMatching(/^a private address/)])
    }
  expect(receiver.received).toEqual([])
})

test("a name is looked up once, and the connection uses the checked addresses", async () => {
  const receiver = await webhookReceiver()
  const { port } = new URL(receiver.url)
  let lookups = 0
  // The first answer is allowed here; a second question would be answered with an address where
  // nobody listens.
  const policy = new AddressPolicy(["127.0.0.1"], async () => [
    { address: lookups++ === 0 ? "127.0.0.1" : "127.0.0.2", family: 4 },
  ])
  expect(await send(`http://rebinding.example:${port}/`, { policy })).toEqual({ status: 204, problem: null })
  expect(lookups).toBe(1)
  expect(receiver.received[0]?.headers.host).toBe(`rebinding.example:${port}`)
})

test("problems are described without the address, which may be a secret", async () => {
  const receiver = await webhookReceiver()
  receiver.answer = (_message, response) => {
    response.socket?.destroy()
    return null
  }
  const { problem } = await send(`${receiver.url}/secret`)
  expect(problem).toBe("could not be sent: ECONNRESET")
})

test("a name that cannot be looked up is reported with the code of the lookup", async () => {
  const policy = new AddressPolicy([], async () => {
    throw Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" })
  })
  const { problem } = await send("https://hooks.example/secret", { policy })
  expect(problem).toBe("could not be sent: ENOTFOUND")
})
