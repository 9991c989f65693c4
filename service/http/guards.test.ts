// The guards in front of the routes: rate limit, CORS, security headers, TLS, refusals of invalid
// requests; and the order of shutting down.

import { execFileSync } from "node:child_process"
import { request } from "node:https"
import { connect } from "node:net"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createKey } from "../keys/key.ts"
import { startService } from "../start-service.ts"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { freezeTimer } from "../testing/frozen-timer.ts"
import { demo, temporaryFolder, testServer } from "../testing/test-service.ts"

test("a request that never ends does not hold its connection for ever", async () => {
  const { app } = await testServer()
  expect(app.server.requestTimeout).toBe(60_000)
})

test("beyond the rate limit requests are refused with 429 and Retry-After", async () => {
  freezeTimer()
  const { call } = await testServer({ rateLimit: 5 })
  const answers = []
  for (let number = 0; number < 8; number++) answers.push(await call("GET", "/v1/experiments"))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  expect(answers[6]?.body).toMatchObject({ code: "rate_limited", status: 429 })
  expect(answers[6]?.headers["retry-after"]).toBeDefined()
})

test.each(storeKinds)(
  "on %s no answer tells how many other requests came, and rewards are counted apart",
  async (kind) => {
    freezeTimer()
    const { call, create } = await anyServer(kind, { rateLimit: 6 })
    const id = await create({ ...demo, arrivals: "private" })
    for (let number = 0; number < 3; number++)
      await call("PUT", `/v1/experiments/${id}/decisions/d${number}/reward`, { value: 1 })
    const answers = []
    for (let number = 0; number < 8; number++) answers.push(await call("GET", `/v1/experiments/${id}`))
    for (const { headers } of answers)
      expect(Object.keys(headers).filter((name) => name.startsWith("x-ratelimit"))).toEqual([])
    // One was used up by creating it; the three rewards took nothing of the rest.
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    const limited = await Promise.all(
      Array.from({ length: 8 }, () => call("PUT", `/v1/experiments/${id}/decisions/d/reward`, { value: 1 })),
    )
    expect(limited.map(({ status }) => status)).toContain(429)
  },
)

test("wrong keys are limited by address, and lock out no right key", async () => {
  freezeTimer()
  const { app, create, store } = await testServer({ rateLimit: 3, trustProxy: 1 })
  const id = await create()
  const { token } = createKey(store, { name: "shop", role: "decide" })
  const ask = async (authorization: string | undefined, from: string, path = "decisions") => {
    const headers = { "x-forwarded-for": from, ...(authorization === undefined ? {} : { authorization }) }
    const url = `/v1/experiments/${id}/${path}`
    return app.inject({ method: "POST", url, headers, ...(path === "decisions" ? { payload: {} } : {}) })
  }
  const statuses = async (...asked: Parameters<typeof ask>[]) => {
    const found: number[] = []
    for (const one of asked) found.push((await ask(...one)).statusCode)
    return found
  }
  const wrong = ["Bearer arm_a_b", "Bearer arm_c_d", undefined, "Basic eA==", "Bearer arm_e_f"]
  expect(await statuses(...wrong.map((key) => [key, "192.0.2.1"] as [string | undefined, string]))).toEqual([
    401, 401, 401, 429, 429,
  ])
  expect((await ask("Bearer arm_a_b", "192.0.2.1")).headers["retry-after"]).toBeDefined()
  expect(await statuses(["Bearer arm_a_b", "192.0.2.2"], [`Bearer ${token}`, "192.0.2.1"])).toEqual([401, 201])
  // Nor do they use up what pages without a key may ask for from that address.
  const open = { url: "/openapi.json", headers: { "x-forwarded-for": "192.0.2.1" } }
  expect((await app.inject(open)).statusCode).toBe(200)
  // A forbidden request with a valid key counts for that key.
  const refused = [1, 2, 3].map(() => [`Bearer ${token}`, "192.0.2.1", "pause"] as [string, string, string])
  expect(await statuses(...refused)).toEqual([403, 403, 429])
})

test("health checks are answered beyond the rate limit", async () => {
  freezeTimer()
  const { call } = await testServer({ rateLimit: 2 })
  const answers = await Promise.all(Array.from({ length: 10 }, () => call("GET", "/healthz")))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
})

test("the log says which key was refused", async () => {
  const lines: string[] = []
  const { call, create, store } = await testServer({ log: { write: (line) => lines.push(line) } })
  const id = await create()
  const weak = createKey(store, { name: "weak", role: "audit" })
  const other = createKey(store, { name: "other", role: "operate", experiments: ["exp_other"] })
  lines.length = 0
  for (const { token } of [weak, other])
    await call("POST", `/v1/experiments/${id}/pause`, undefined, { authorization: `Bearer ${token}` })
  await call("POST", `/v1/experiments/${id}/pause`, undefined, { authorization: "Bearer arm_unknown_key" })
  const logged = lines.map((line) => JSON.parse(line) as { status: number; key: string })
  expect(logged.map(({ status, key }) => [status, key])).toEqual([
    [403, weak.row.id],
    [403, other.row.id],
    [401, ""],
  ])
})

test("browsers of other origins are refused unless they are named", async () => {
  const ask = async (corsOrigins: readonly string[], origin: string) => {
    const { app } = await testServer({ corsOrigins })
    const answer = await app.inject({ method: "GET", url: "/healthz", headers: { origin } })
    return answer.headers["access-control-allow-origin"]
  }
  expect(await ask([], "https://shop.example")).toBeUndefined()
  expect(await ask(["https://shop.example"], "https://shop.example")).toBe("https://shop.example")
  expect(await ask(["https://shop.example"], "https://evil.example")).not.toBe("https://evil.example")
})

test("answers have security headers", async () => {
  const { call } = await testServer()
  const { headers } = await call("GET", "/healthz")
  expect(headers["x-content-type-options"]).toBe("nosniff")
  expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers["cross-origin-resource-policy"]).toBe("same-origin")
  expect(headers["strict-transport-security"]).toContain("max-age=31536000")
})

test("pages have the headers of documents, and refusals the headers of all answers", async () => {
  const { call } = await testServer({
    extend: (app) => void app.get("/page", { config: { isPage: true } }, async () => "page"),
  })
  const page = await call("GET", "/page")
  expect(page.headers).toMatchObject({
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-frame-options": "SAMEORIGIN",
    "x-content-type-options": "nosniff",
  })
  for (const path of ["/v1/experiments/exp_unknown", "/nowhere"]) {
    const refused = await call("GET", path)
    expect([refused.status, refused.headers["x-content-type-options"]]).toEqual([404, "nosniff"])
  }
})

test("requests are accepted again in the next window of the rate limit", async () => {
  const timer = freezeTimer()
  const { call } = await testServer({ rateLimit: 2 })
  const ask = async () => (await call("GET", "/v1/experiments")).status
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429])
  timer.forward(999)
  expect(await ask()).toBe(429)
  timer.forward(1)
  expect(await ask()).toBe(200)
})

const hasOpenssl = (() => {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

test.skipIf(!hasOpenssl)("with a certificate it serves over TLS", async () => {
  const folder = temporaryFolder()
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")]
  const subject = ["-subj", "/CN=localhost", "-days", "1", "-keyout", key, "-out", cert]
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject], { stdio: "ignore" })
  const service = await startService({ store: join(folder, "a.db"), port: 0, tls: { key, cert } })
  expect(service.address).toMatch(/^https:/)
  const status = await new Promise((resolve, reject) => {
    const asked = request(`${service.address}/healthz`, { rejectUnauthorized: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asked.on("error", reject)
    asked.end()
  })
  expect(status).toBe(200)
  await service.stop()
})

test("a stop answers accepted requests, and the next start has them", async () => {
  const folder = temporaryFolder()
  const first = await startService({ store: join(folder, "a.db"), port: 0, rateLimit: null })
  const post = (path: string, body: object) =>
    fetch(`${first.address}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  const { id } = (await (await post("/v1/experiments", demo)).json()) as { id: string }
  const asked = Array.from({ length: 50 }, (_, number) =>
    post(`/v1/experiments/${id}/decisions`, { decisionId: `d${number}` }).then(
      (answer) => (answer.status === 201 ? `d${number}` : null),
      () => null,
    ),
  )
  await new Promise((resolve) => setTimeout(resolve, 5))
  await first.stop()
  const answered = (await Promise.all(asked)).filter((decision) => decision !== null)
  const second = await startService({ store: join(folder, "a.db"), port: 0 })
  for (const decision of answered)
    expect((await fetch(`${second.address}/v1/experiments/${id}/decisions/${decision}`)).status).toBe(200)
  await second.stop()
})

test("the largest number of experiments is a limit", async () => {
  const { call } = await testServer({ experimentLimit: 2 })
  for (const expected of [201, 201, 409]) expect((await call("POST", "/v1/experiments", demo)).status).toBe(expected)
})

/** Writes parts one after another and reads until the other side hangs up or `isEnough`. */
const talk = (address: string, text: string, isEnough: (said: string) => boolean = () => false) =>
  new Promise<string>((resolve, reject) => {
    let said = ""
    const { port, hostname } = new URL(address)
    const line = connect(Number(port), hostname, () => line.write(text))
    line.setEncoding("utf8").on("data", (part) => {
      said += part
      if (isEnough(said)) line.destroy()
    })
    line.on("close", () => resolve(said))
    line.on("error", reject)
  })

const hasBody = (said: string) => /\r\n\r\n[\s\S]+\}/.test(said)

test.each([
  [
    "an encoding of the transfer",
    "POST /v1/experiments HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: gzip\r\n\r\nxx",
    400,
    "invalid_request",
  ],
  [
    "a chunk without length",
    "POST /v1/experiments HTTP/1.1\\r\\nhost: localhost\\r\\ntransfer-encoding: chunked\r\n\r\nxx\r\n",
    400,
    "invalid_request",
  ],
  ["an expectation", "GET /v1/experiments HTTP/1.1\r\nhost: localhost\r\nexpect: x\r\n\r\n", 417, "expectation_failed"],
  [
    "long headers",
    `GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ${"y".repeat(20_000)}\r\n\r\n`,
    431,
    "headers_too_large",
  ],
  ["nonsense", "nonsense\r\n\r\n", 400, "invalid_request"],
  ["another protocol", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "invalid_request"],
  ["an OPTIONS that is no preflight", "OPTIONS /v1/experiments HTTP/1.1\r\nhost: localhost\r\n\r\n", 404, "not_found"],
])("what is no request is answered with a problem document too: %s", async (_what, text, status, code) => {
  const { app } = await testServer()
  const said = await talk(await app.listen({ port: 0, host: "127.0.0.1" }), text, hasBody)
  expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(said.toLowerCase()).toContain("content-type: application/problem+json")
  expect(JSON.parse(said.slice(said.indexOf("{"), said.lastIndexOf("}") + 1))).toMatchObject({ status, code })
})

test("a complete request is not answered with the refusal of the bytes after it", async () => {
  const { app, create, store } = await testServer()
  const id = await create()
  const address = await app.listen({ port: 0, host: "127.0.0.1" })
  const whole = `POST /v1/experiments/${id}/decisions HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`
  expect(await talk(address, `${whole}nonsense\r\n\r\n`)).not.toContain("invalid_request")
  await expect.poll(() => store.rowsAfter("decisions", id, 0, 10).length).toBe(1)
})

test("while it shuts down, a request on an open connection is refused with Retry-After", async () => {
  const [asked, held] = [signal(), signal()]
  const { app } = await testServer({
    extend: (extended) => {
      extended.get("/slow", async () => {
        asked.give()
        await held.given
        return {}
      })
    },
  })
  const address = await app.listen({ port: 0, host: "127.0.0.1" })
  const { port, hostname } = new URL(address)
  const said: string[] = []
  const line = connect(Number(port), hostname, () => line.write("GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n"))
  const ended = new Promise((resolve) =>
    line
      .setEncoding("utf8")
      .on("data", (part) => said.push(String(part)))
      .on("close", resolve),
  )
  await asked.given
  const closed = app.close()
  line.write("POST /v1/experiments HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n")
  await expect.poll(() => app.underWay.size).toBe(2)
  held.give()
  await Promise.all([closed, ended])
  const [first, second = ""] = said.join("").split(/(?=HTTP\/1\.1 503)/)
  expect(first).toMatch(/^HTTP\/1\.1 200 /)
  expect(second).toMatch(/^HTTP\/1\.1 503 /)
  expect(second.toLowerCase()).toMatch(/retry-after: 1\r\n/)
  expect(second.toLowerCase()).toContain("content-type: application/problem+json")
  expect(second).toContain('"code":"shutting_down"')
})

function signal() {
  let give = (): void => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

test("rewards are limited by key and address: callers who share a key cannot tell how many others sent", async () => {
  freezeTimer()
  const { app, create, store } = await testServer({ rateLimit: 3, trustProxy: 1 })
  const id = await create({ ...demo, arrivals: "private" })
  const { token } = createKey(store, { name: "shop", role: "decide" })
  const send = async (from: string) => {
    const headers = { "x-forwarded-for": from, authorization: `Bearer ${token}` }
    const url = `/v1/experiments/${id}/decisions/d1/reward`
    return (await app.inject({ method: "PUT", url, headers, payload: { value: 1 } })).statusCode
  }
  const statuses: number[] = []
  for (const last of [1, 1, 1, 1, 2]) statuses.push(await send(`192.0.2.${last}`))
  expect(statuses).toEqual([404, 404, 404, 429, 404])
})
