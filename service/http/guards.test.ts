// What stands in front of the routes: rate limit, CORS, security headers, TLS; and what shutting down does.

import { execFileSync } from "node:child_process"
import { request } from "node:https"
import { join } from "node:path"
import { expect, test } from "vitest"
import { startService } from "../start-service.ts"
import { demo, temporaryFolder, testServer } from "../testing/test-service.ts"

test("a request that never ends does not hold its line for ever", async () => {
  const { app } = await testServer()
  expect(app.server.requestTimeout).toBe(60_000)
})

test("beyond the rate limit requests are refused with 429 and told when to come back", async () => {
  const { call } = await testServer({ rateLimit: 5 })
  const answers = []
  for (let number = 0; number < 8; number++) answers.push(await call("GET", "/v1/experiments"))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  expect(answers[6]?.body).toMatchObject({ code: "rate_limited", status: 429 })
  expect(answers[6]?.headers["retry-after"]).toBeDefined()
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
  expect(headers["content-security-policy"]).toBeDefined()
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

test("a stop answers what was accepted, and the next start has it", async () => {
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
