// Web pages of others are refused before anything is done: the rule as a table, and the rule in
// front of every route of both stores.

import { connect } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { createKey } from "../keys/key.ts"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { listRoutes } from "../testing/list-routes.ts"
import { testServer } from "../testing/test-service.ts"
import { findRefusal, type GuardedRequest, parseAllowed } from "./web-guard.ts"

/** The code of the refusal of a request with these headers, in order and as often as given. */
function verdict(
  headers: readonly (readonly [string, string])[],
  given: {
    allowHosts?: string[]
    corsOrigins?: string[]
    checksHost?: boolean
    isPage?: boolean
    method?: string
    url?: string
    httpVersion?: string
  } = {},
): string {
  const { checksHost = true, isPage = false, method = "GET", url = "/v1/experiments", httpVersion = "1.1" } = given
  // As Node has it: of several Hosts the first counts, other headers are joined.
  const joined: Record<string, string> = {}
  for (const [name, value] of headers) {
    const before = joined[name.toLowerCase()]
    joined[name.toLowerCase()] = before === undefined ? value : name === "Host" ? before : `${before}, ${value}`
  }
  const asked: GuardedRequest = { method, url, httpVersion, headers: joined, rawHeaders: headers.flat() }
  return findRefusal(asked, parseAllowed(given), checksHost, isPage)?.code ?? "answered"
}

test.each([
  ["localhost", "answered"],
  ["localhost:4600", "answered"],
  ["LocalHost:1", "answered"],
  ["127.0.0.1", "answered"],
  ["127.0.0.1:4600", "answered"],
  ["127.255.255.255:65535", "answered"],
  ["[::1]", "answered"],
  ["[::1]:4600", "answered"],
  ["", "refused"],
  ["evil.example", "refused"],
  ["evil.example:4600", "refused"],
  ["localhost.", "refused"],
  ["localhost.evil.example", "refused"],
  ["evil.localhost", "refused"],
  ["localhost:", "refused"],
  ["localhost:4600:4600", "refused"],
  ["localhost:46 00", "refused"],
  ["localhost:4600x", "refused"],
  ["localhost:-1", "refused"],
  ["localhost@evil.example", "refused"],
  ["evil.example@localhost", "refused"],
  ["localhost, evil.example", "refused"],
  ["localhost/evil", "refused"],
  ["localhost#.evil.example", "refused"],
  ["localhost\u0000", "refused"],
  ["localhost\n", "refused"],
  [" localhost", "refused"],
  ["127.0.0.1.", "refused"],
  ["127.0.0.1.evil.example", "refused"],
  ["127.0.0.256", "refused"],
  ["127.0.0", "refused"],
  ["127.1", "refused"],
  ["127.0.0.01", "refused"],
  ["0127.0.0.1", "refused"],
  ["0x7f.0.0.1", "refused"],
  ["2130706433", "refused"],
  ["128.0.0.1", "refused"],
  ["0.0.0.0", "refused"],
  ["10.0.0.1", "refused"],
  ["::1", "refused"],
  ["[::1", "refused"],
  ["[::1].evil.example", "refused"],
  ["[0:0:0:0:0:0:0:1]", "refused"],
  ["[::ffff:127.0.0.1]", "refused"],
  ["[::]", "refused"],
  ["[::1%25lo]", "refused"],
  ["ⅼocalhost", "refused"],
  ["127。0。0。1", "refused"],
])("without keys the Host %j is %s", (host, expected) => {
  expect(verdict([["Host", host]])).toBe(expected === "answered" ? "answered" : "host_not_allowed")
  // With keys, any.
  expect(verdict([["Host", host]], { checksHost: false })).toBe("answered")
})

test("only the one raw Host counts: not a second one, not what a proxy forwards, not none", () => {
  const own = ["Host", "127.0.0.1:4600"] as const
  const evil = ["Host", "evil.example"] as const
  expect(verdict([])).toBe("host_not_allowed")
  expect(verdict([], { httpVersion: "1.0" })).toBe("host_not_allowed")
  for (const two of [
    [own, evil],
    [evil, own],
    [own, own],
    [own, ["hOsT", "evil.example"] as const],
  ]) {
    expect(verdict(two)).toBe("host_not_allowed")
    expect(verdict(two, { checksHost: false })).toBe("invalid_request")
  }
  expect(verdict([evil, ["X-Forwarded-Host", "localhost"]])).toBe("host_not_allowed")
  expect(verdict([own, ["X-Forwarded-Host", "evil.example"]])).toBe("answered")
  // HTTP/1.1 needs one, whatever it is; HTTP/1.0 did not know it.
  expect(verdict([], { checksHost: false })).toBe("invalid_request")
  expect(verdict([], { checksHost: false, httpVersion: "1.0" })).toBe("answered")
})

test.each([
  ["http://127.0.0.1:4600/v1/experiments", "answered"],
  ["http://localhost", "answered"],
  ["*", "answered"],
  ["//evil.example/v1/experiments", "answered"],
  ["http://evil.example/v1/experiments", "host_not_allowed"],
  ["HTTP://EVIL.EXAMPLE/v1/experiments", "host_not_allowed"],
  ["http://evil.example?/localhost", "host_not_allowed"],
  ["http://localhost@evil.example/", "host_not_allowed"],
  ["http://evil.example@localhost/", "host_not_allowed"],
  ["http:///v1/experiments", "host_not_allowed"],
])("the target %s under an allowed Host is %s", (url, expected) => {
  expect(verdict([["Host", "127.0.0.1:4600"]], { url })).toBe(expected)
  expect(verdict([["Host", "evil.example"]], { url })).toBe("host_not_allowed")
})

test("a Host that is named is allowed, with its port alone if it has one", () => {
  const given = { allowHosts: ["Shop.Example", "box:4600", "[fe80::1]"] }
  for (const host of ["shop.example", "SHOP.example:99", "box:4600", "[fe80::1]", "[FE80::1]:80", "localhost"])
    expect(verdict([["Host", host]], given), host).toBe("answered")
  for (const host of ["box", "box:80", "a.shop.example", "shop.example.", "fe80::1", "shop.example:", "[fe80::1"])
    expect(verdict([["Host", host]], given), host).toBe("host_not_allowed")
})

test.each([
  "",
  " ",
  "*",
  "http://shop.example",
  "shop.example/",
  "a@b",
  "a b",
  "::1",
  ".",
  "shop.example.",
  "shop.example:port",
])("%j is not a host that can be allowed", (host) => {
  expect(() => parseAllowed({ allowHosts: [host] })).toThrow(/must be names such as .*, got "/)
})

test.each([
  "",
  "shop.example",
  "https://shop.example/",
  "https://Shop.Example",
  "https://shop.example:443",
  "https://",
])("%j is not an origin that can be allowed", (origin) => {
  expect(() => parseAllowed({ corsOrigins: [origin] })).toThrow(/must be such as https:\/\/shop\.example, got "/)
})

test.each([
  ["http://127.0.0.1:4600", "127.0.0.1:4600", "answered"],
  ["https://127.0.0.1:4600", "127.0.0.1:4600", "answered"],
  ["https://shop.example", "shop.example", "answered"],
  ["https://shop.example", "shop.example:443", "answered"],
  ["http://shop.example", "shop.example:80", "answered"],
  ["https://shop.example", "SHOP.example", "answered"],
  ["https://shop.example", "shop.example:80", "origin_not_allowed"],
  ["http://shop.example", "shop.example:443", "origin_not_allowed"],
  ["http://127.0.0.1:4601", "127.0.0.1:4600", "origin_not_allowed"],
  ["http://127.0.0.1", "127.0.0.1:4600", "origin_not_allowed"],
  ["http://localhost:4600", "127.0.0.1:4600", "origin_not_allowed"],
  ["http://evil.example", "127.0.0.1:4600", "origin_not_allowed"],
  ["http://127.0.0.1:4600.evil.example", "127.0.0.1:4600", "origin_not_allowed"],
  ["http://evil.example://127.0.0.1:4600", "127.0.0.1:4600", "origin_not_allowed"],
  ["http://127.0.0.1:4600://evil.example", "127.0.0.1:4600", "origin_not_allowed"],
  ["http://evil.example@127.0.0.1:4600", "127.0.0.1:4600", "origin_not_allowed"],
  ["http://127.0.0.1:4600/", "127.0.0.1:4600", "origin_not_allowed"],
  ["http://127.0.0.1:4600, http://evil.example", "127.0.0.1:4600", "origin_not_allowed"],
  ["127.0.0.1:4600", "127.0.0.1:4600", "origin_not_allowed"],
  ["null", "127.0.0.1:4600", "origin_not_allowed"],
  ["null", "null", "origin_not_allowed"],
  ["", "127.0.0.1:4600", "origin_not_allowed"],
  ["://", "", "origin_not_allowed"],
  ["http://", "", "origin_not_allowed"],
  ["file://", "127.0.0.1:4600", "origin_not_allowed"],
])("a page of %j at the Host %j is %s", (origin, host, expected) => {
  const headers = [["Host", host] as const, ["Origin", origin] as const]
  for (const method of ["GET", "POST", "PUT", "OPTIONS"])
    expect(verdict(headers, { method, checksHost: false })).toBe(expected)
  // The browser's other headers do not help.
  const more = [...headers, ["Sec-Fetch-Site", "none"] as const]
  expect(verdict(more, { checksHost: false })).toBe(expected)
})

test("an origin is allowed by name, as it is written", () => {
  const ask = (origin: string, corsOrigins: string[]) =>
    verdict(
      [
        ["Host", "localhost"],
        ["Origin", origin],
      ] as const,
      { corsOrigins },
    )
  expect(ask("https://shop.example", ["https://shop.example"])).toBe("answered")
  expect(ask("http://shop.example", ["https://shop.example"])).toBe("origin_not_allowed")
  expect(ask("https://shop.example:8443", ["https://shop.example"])).toBe("origin_not_allowed")
  expect(ask("https://a.shop.example", ["https://shop.example"])).toBe("origin_not_allowed")
  expect(ask("null", ["https://shop.example"])).toBe("origin_not_allowed")
  expect(ask("null", ["null"])).toBe("answered")
  expect(ask("https://any.example", ["*"])).toBe("answered")
})

test.each([
  [undefined, "answered"],
  ["none", "answered"],
  ["same-origin", "answered"],
  ["same-site", "origin_not_allowed"],
  ["cross-site", "origin_not_allowed"],
  ["none, cross-site", "origin_not_allowed"],
])("without Origin, Sec-Fetch-Site %s is %s", (site, expected) => {
  const fetched = site === undefined ? [] : [["Sec-Fetch-Site", site] as const]
  for (const corsOrigins of [[], ["https://shop.example"]])
    expect(verdict([["Host", "localhost"], ...fetched], { corsOrigins })).toBe(expected)
})

test("a link from elsewhere may lead to a page of the studio, and to nothing else", () => {
  const link = (mode: string, dest: string, more: object) =>
    verdict(
      [
        ["Host", "localhost"],
        ["Sec-Fetch-Site", "cross-site"],
        ["Sec-Fetch-Mode", mode],
        ["Sec-Fetch-Dest", dest],
      ] as const,
      { isPage: true, ...more },
    )
  expect(link("navigate", "document", {})).toBe("answered")
  expect(link("navigate", "document", { isPage: false })).toBe("origin_not_allowed")
  for (const method of ["POST", "HEAD", "PUT"])
    expect(link("navigate", "document", { method })).toBe("origin_not_allowed")
  for (const dest of ["iframe", "frame", "embed", "object", "image", "empty"])
    expect(link("navigate", dest, {})).toBe("origin_not_allowed")
  for (const mode of ["no-cors", "cors", "same-origin", "websocket"])
    expect(link(mode, "document", {})).toBe("origin_not_allowed")
})

const foreign = [
  { headers: { host: "evil.example:4600" }, status: 421, code: "host_not_allowed" },
  { headers: { host: "127.0.0.1:4600", origin: "http://evil.example" }, status: 403, code: "origin_not_allowed" },
  { headers: { host: "127.0.0.1:4600", origin: "null" }, status: 403, code: "origin_not_allowed" },
  { headers: { host: "127.0.0.1:4600", "sec-fetch-site": "cross-site" }, status: 403, code: "origin_not_allowed" },
  { headers: { host: "127.0.0.1:4600", "sec-fetch-site": "same-site" }, status: 403, code: "origin_not_allowed" },
] as const

test.each(storeKinds)("on %s a page of others reaches no route and changes nothing", async (kind) => {
  const { app, create, call, everyRow } = await anyServer(kind)
  const id = await create()
  await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "known" })
  const before = JSON.stringify(await everyRow())
  const routes = listRoutes(app)
  expect(routes.length).toBeGreaterThan(30)
  for (const { method, url } of [...routes, { method: "GET", url: "/nothing" }, { method: "OPTIONS", url: "/v1/x" }])
    for (const { headers, status, code } of foreign) {
      const path = url.replace(":id", id).replace(":decisionId", "known")
      const answer = await app.inject({ method: method as "GET", url: path, headers, payload: "" })
      const isWatched = status === 421 && (path === "/healthz" || path === "/readyz")
      expect([method, path, answer.statusCode]).toEqual([method, path, isWatched ? 200 : status])
      const refusal = path.startsWith("/ofrep/") ? { errorCode: "GENERAL" } : { code, status }
      if (method !== "HEAD" && !isWatched) expect(answer.json()).toMatchObject(refusal)
    }
  expect(JSON.stringify(await everyRow())).toBe(before)
})

test.each(storeKinds)("on %s with keys every Host is answered, unless some are named", async (kind) => {
  const ask = async (app: Awaited<ReturnType<typeof anyServer>>["app"], url: string, headers: Record<string, string>) =>
    (await app.inject({ method: "GET", url, headers: { host: "evil.example", ...headers } })).statusCode
  const open = await anyServer(kind)
  expect(await ask(open.app, "/metrics", {})).toBe(421)
  expect(await ask(open.app, "/openapi.json", {})).toBe(421)
  const key = await open.newKey("first")
  expect(await ask(open.app, "/openapi.json", {})).toBe(200)
  expect(await ask(open.app, "/v1/experiments/exp_x", {})).toBe(401)
  expect(await ask(open.app, "/v1/experiments/exp_x", key)).toBe(404)
  const named = await anyServer(kind, { allowHosts: ["shop.example"] })
  const other = await named.newKey("first")
  expect(await ask(named.app, "/v1/experiments/exp_x", other)).toBe(421)
  expect(await ask(named.app, "/v1/experiments/exp_x", { ...other, host: "shop.example" })).toBe(404)
  expect(await ask(named.app, "/v1/experiments/exp_x", { ...other, host: "localhost:1" })).toBe(404)
  for (const path of ["/healthz", "/readyz"]) expect(await ask(named.app, path, {})).toBe(200)
  // Where a key protects them, numbers may be asked for under any name.
  expect(await ask(named.app, "/metrics", other)).toBe(403)
  expect(await ask(named.app, "/metrics", {})).toBe(401)
})

test("a store whose only key was revoked has keys: any Host is answered, and told that a key is missing", async () => {
  const { app, store } = await testServer()
  const { row } = createKey(store, { name: "gone", role: "audit" })
  store.putKey({ ...row, revokedAt: 1 })
  const answer = await app.inject({ method: "GET", url: "/v1/experiments", headers: { host: "evil.example" } })
  expect(answer.statusCode).toBe(401)
})

test("a preflight is refused like its request, and an allowed origin may do everything", async () => {
  const { app } = await testServer({ corsOrigins: ["https://shop.example"] })
  const preflight = (origin: string, host = "127.0.0.1") =>
    app.inject({
      method: "OPTIONS",
      url: "/v1/experiments/exp_x/decisions/d/reward",
      headers: {
        host,
        origin,
        "access-control-request-method": "PUT",
        "access-control-request-headers": "authorization",
      },
    })
  const refused = await preflight("https://evil.example")
  expect([refused.statusCode, refused.json().code]).toEqual([403, "origin_not_allowed"])
  expect(refused.headers["access-control-allow-origin"]).toBeUndefined()
  expect((await preflight("https://shop.example", "evil.example")).statusCode).toBe(421)
  const allowed = await preflight("https://shop.example")
  expect(allowed.statusCode).toBe(204)
  expect(allowed.headers).toMatchObject({
    "access-control-allow-origin": "https://shop.example",
    "access-control-allow-methods": expect.stringContaining("PUT"),
    "access-control-allow-headers": "authorization",
    "access-control-max-age": "600",
  })
})

test("a page of an allowed origin asks before each reward, and can send one by nothing but JSON", async () => {
  const origin = "https://shop.example"
  const { app, create } = await testServer({ corsOrigins: [origin] })
  const url = `/v1/experiments/${await create()}/rewards`
  const asked = await app.inject({
    method: "OPTIONS",
    url,
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    },
  })
  expect([asked.statusCode, asked.headers["access-control-max-age"]]).toEqual([204, "600"])
  expect(asked.headers["access-control-allow-headers"]).toBe("authorization,content-type")
  // The content types that browsers send without asking first.
  for (const type of [
    "text/plain",
    "text/plain;charset=UTF-8",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
  ]) {
    const payload = JSON.stringify({ decisionId: "d", value: 1 })
    const answer = await app.inject({ method: "POST", url, headers: { origin, "content-type": type }, payload })
    expect([type, answer.statusCode, answer.json().code]).toEqual([type, 415, "unsupported_media_type"])
  }
})

/** Sends these very bytes and reads until the other side or a pause ends it. */
async function raw(port: number, text: string): Promise<{ status: number; code: string }> {
  const answer = await new Promise<string>((resolve, reject) => {
    let said = ""
    const line = connect(port, "127.0.0.1", () => line.write(text))
    line.setEncoding("utf8").on("data", (part) => {
      said += part
      if (/\r\n\r\n[\s\S]/.test(said)) line.destroy()
    })
    line.on("close", () => resolve(said))
    line.on("error", reject)
  })
  return { status: Number(answer.split(" ")[1]), code: /"code":"(\w+)"/.exec(answer)?.[1] ?? "none" }
}

const byHand: readonly (readonly [text: string, status: number, code: string])[] = [
  ["GET /v1/experiments HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421, "host_not_allowed"],
  ["GET /v1/experiments HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", 421, "host_not_allowed"],
  ["GET /v1/experiments HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\n\r\n", 421, "host_not_allowed"],
  ["GET /v1/experiments HTTP/1.1\r\n\r\n", 421, "host_not_allowed"],
  ["GET /v1/experiments HTTP/1.1\r\nHost:\r\n\r\n", 421, "host_not_allowed"],
  ["GET /v1/experiments HTTP/1.0\r\n\r\n", 421, "host_not_allowed"],
  ["GET /v1/experiments HTTP/1.0\r\nHost: evil.example\r\n\r\n", 421, "host_not_allowed"],
  ["GET http://evil.example/v1/experiments HTTP/1.1\r\nHost: localhost\r\n\r\n", 421, "host_not_allowed"],
  ["GET http://localhost/v1/experiments HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421, "host_not_allowed"],
  ["GET /v1/experiments HTTP/1.1\r\nHost: localhost\r\n evil.example\r\n\r\n", 400, "invalid_request"],
  ["GET /v1/experiments HTTP/1.1\r\nHost : localhost\r\n\r\n", 400, "invalid_request"],
  ["GET /v1/experiments HTTP/1.1\r\nHost: localhost\r\nOrigin: null\r\n\r\n", 403, "origin_not_allowed"],
  ["POST /v1/experiments HTTP/1.1\r\nHost: localhost\r\norigin: http://x\r\n\r\n", 403, "origin_not_allowed"],
]

test("by hand, whatever tricks the bytes have, the answer is a problem document and nothing is read", async () => {
  const { app } = await testServer()
  const address = await app.listen({ port: 0, host: "127.0.0.1" })
  onTestFinished(() => app.server.closeAllConnections())
  const port = Number(new URL(address).port)
  for (const [text, status, code] of byHand) expect([text, await raw(port, text)]).toEqual([text, { status, code }])
  expect((await raw(port, "GET /readyz HTTP/1.0\r\n\r\n")).status).toBe(200)
  expect((await raw(port, `GET ${address}/v1/experiments HTTP/1.1\r\nhost: LOCALHOST\r\n\r\n`)).status).toBe(200)
})
