// One decision over a raw socket: every kind of request has its status, and log and metrics count
// it.

import { connect, type Socket } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { createKey } from "../keys/key.ts"
import type { Role } from "../keys/role.ts"
import { demo, testServer } from "../testing/test-service.ts"

interface Sent {
  readonly method?: string
  readonly id?: string
  /** The rest of the path after the id. */
  readonly end?: string
  readonly key?: string
  /** `null` omits the header. */
  readonly type?: string | null
  readonly host?: string | null
  readonly fields?: readonly string[]
  readonly version?: string
  readonly body?: string | Buffer
  /** Splits the body here and sends the second part later. */
  readonly cutAt?: number
}

const experiments: Readonly<Record<string, object>> = {
  plain: {},
  parts: { segments: ["new", "old"] },
  sticky: { sticky: true },
  counted: { subjectCap: 2 },
  foreign: { arms: ["ä", "漢字", '"quoted"'] },
  hidden: { arrivals: "private" },
  paused: {},
  finished: {},
  archived: {},
}

async function listen() {
  const lines: string[] = []
  const { app, store, call } = await testServer({
    bodyLimitBytes: 2000,
    allowHosts: ["shop.example"],
    log: { write: (line) => lines.push(line) },
  })
  const tokens: Record<string, string> = {}
  const addKey = (name: string, role: Role, change: object = {}): void => {
    const { row, token } = createKey(store, { name, role }, 0)
    store.putKey({ ...row, ...change })
    tokens[name] = token
  }
  addKey("decide", "decide")
  addKey("operate", "operate")
  addKey("audit", "audit")
  addKey("revoked", "decide", { revokedAt: 1 })
  addKey("expired", "decide", { expiresAt: 1 })
  addKey("others", "decide", { experiments: ["exp_other"] })
  const headers = { authorization: `Bearer ${tokens["operate"]}`, host: "localhost" }
  const ids: Record<string, string> = {}
  for (const [name, more] of Object.entries(experiments))
    ids[name] = (await call("POST", "/v1/experiments", { ...demo, ...more }, headers)).body.id as string
  const change = (name: string, action: string) => call("POST", `/v1/experiments/${ids[name]}/${action}`, {}, headers)
  await change("paused", "pause")
  await change("finished", "finish")
  await change("archived", "finish")
  await change("archived", "archive")
  const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }))
  lines.length = 0
  return { app, call, headers, ids, lines, port: Number(port), tokens }
}

type Listening = Awaited<ReturnType<typeof listen>>

/** The bytes of a request, in one or two pieces. */
function encode({ tokens, ids }: Pick<Listening, "tokens" | "ids">, sent: Sent): Buffer[] {
  const { method = "POST", id = "plain", end = "/decisions", key = "decide", type = "application/json" } = sent
  const { host = "localhost", fields = [], version = "1.1", body = "{}", cutAt } = sent
  const isChunked = fields.some((field) => /chunked/.test(field))
  const head = [
    `${method} /v1/experiments/${ids[id] ?? id}${end} HTTP/${version}`,
    ...(host === null ? [] : [`host: ${host}`]),
    ...(key === "" ? [] : [`authorization: Bearer ${tokens[key] ?? key}`]),
    ...(type === null ? [] : [`content-type: ${type}`]),
    ...(isChunked || method === "GET" || method === "HEAD" ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
    ...fields,
  ]
  const text = Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), Buffer.from(body)])
  if (cutAt === undefined) return [text]
  const at = text.length - Buffer.byteLength(body) + cutAt
  return [text.subarray(0, at), text.subarray(at)]
}

/** Sends the pieces and reads as many answers as are wanted. */
async function send(port: number, pieces: readonly Buffer[], wanted = 1, isHead = false): Promise<string[]> {
  const socket = connect(port, "127.0.0.1").setNoDelay(true)
  onTestFinished(() => void socket.destroy())
  const answers: string[] = []
  let text = ""
  const all = new Promise<void>((resolve) => {
    socket.on("close", resolve).on("data", (data) => {
      text += data.toString("latin1")
      for (let end = findEnd(text, isHead); end > 0; end = findEnd(text, isHead)) {
        answers.push(text.slice(0, end))
        text = text.slice(end)
      }
      if (answers.length >= wanted) resolve()
    })
  })
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    socket.write(piece)
  }
  await all
  return answers
}

/** Where the first answer ends; 0 while it is incomplete. */
function findEnd(text: string, isHead: boolean): number {
  const end = text.indexOf("\r\n\r\n")
  if (end < 0) return 0
  const [, length = "0"] = (isHead ? null : /content-length: (\d+)/i.exec(text)) ?? []
  return text.length < end + 4 + Number(length) ? 0 : end + 4 + Number(length)
}

const status = (answer: string | undefined): number => Number(answer?.slice(9, 12))

const subjectBody = (subject: string) => JSON.stringify({ subject })

const table: readonly (readonly [what: string, status: number, sent: Sent])[] = [
  ["an empty object", 201, {}],
  ["its own id", 201, { body: '{"decisionId":"mine"}' }],
  ["the same id again", 200, { body: '{"decisionId":"mine"}' }],
  ["the same id for another", 409, { body: '{"decisionId":"mine","subject":"you"}' }],
  ["a subject", 201, { body: '{"subject":"person ü"}' }],
  ["with spaces in its JSON", 201, { body: ' { "decisionId" : "spaced" } ' }],
  ["a charset", 201, { type: "application/json; charset=utf-8" }],
  ["a charset without a space", 201, { type: "application/json;charset=UTF-8" }],
  ["another charset", 201, { type: "application/json; charset=latin1" }],
  ["a segment", 201, { id: "parts", body: '{"segment":"new"}' }],
  ["a missing segment", 422, { id: "parts" }],
  ["an unknown segment", 422, { id: "parts", body: '{"segment":"none"}' }],
  ["a sticky subject", 201, { id: "sticky", body: '{"subject":"s"}' }],
  ["the sticky subject again", 201, { id: "sticky", body: '{"subject":"s"}' }],
  ["a sticky experiment without a subject", 422, { id: "sticky" }],
  ["a subject beyond its cap", 201, { id: "counted", body: '{"subject":"s"}' }],
  ["excluded arms", 201, { body: '{"excludeArms":["a","b"]}' }],
  ["all arms excluded", 422, { body: '{"excludeArms":["a","b","c"]}' }],
  ["an unknown arm excluded", 422, { body: '{"excludeArms":["z"]}' }],
  ["an arm with a letter of Latin-1", 201, { id: "foreign", body: '{"excludeArms":["漢字","\\"quoted\\""]}' }],
  ["an arm in letters of several bytes", 201, { id: "foreign", body: '{"excludeArms":["ä","\\"quoted\\""]}' }],
  ["an arm with quotes", 201, { id: "foreign", body: '{"excludeArms":["ä","漢字"]}' }],
  ["private arrivals", 201, { id: "hidden" }],
  ["paused", 201, { id: "paused" }],
  ["finished", 201, { id: "finished" }],
  ["archived", 410, { id: "archived" }],
  ["an unknown experiment", 404, { id: "exp_none" }],
  ["a malformed id", 400, { id: "none" }],
  ["HTTP/1.0", 201, { version: "1.0", fields: ["connection: keep-alive"] }],
  ["connection: close", 201, { fields: ["connection: close"] }],
  ["no key", 401, { key: "" }],
  ["an unknown key", 401, { key: "arm_000000000000_nothing" }],
  ["no Bearer", 401, { key: "", fields: ["authorization: Basic abc"] }],
  ["a revoked key", 401, { key: "revoked" }],
  ["an expired key", 401, { key: "expired" }],
  ["a key of another role", 403, { key: "audit" }],
  ["a key that operates", 403, { key: "operate" }],
  ["a key for other experiments", 403, { key: "others" }],
  ["a named host", 201, { host: "shop.example:443" }],
  ["a foreign host", 421, { host: "evil.example" }],
  ["two hosts", 421, { fields: ["host: localhost"] }],
  ["no host", 421, { host: null }],
  ["a foreign origin", 403, { fields: ["origin: https://evil.example"] }],
  ["the same origin", 201, { fields: ["origin: http://localhost"] }],
  ["another site", 403, { fields: ["sec-fetch-site: cross-site"] }],
  ["an Idempotency-Key", 201, { fields: ["idempotency-key: once"] }],
  ["the Idempotency-Key again", 200, { fields: ["idempotency-key: once"] }],
  ["truncated JSON", 400, { body: "{" }],
  ["a list", 400, { body: "[]" }],
  ["invalid UTF-8", 400, { body: Buffer.from([0x22, 0xff, 0x22]) }],
  ["__proto__", 400, { body: '{"__proto__":{"subject":"s"}}' }],
  ["an unknown field", 400, { body: '{"arm":"a"}' }],
  ["a field of another kind", 400, { body: '{"subject":1}' }],
  ["too long a subject", 400, { body: subjectBody("s".repeat(600)) }],
  ["a body above the limit", 413, { body: subjectBody("s".repeat(3000)) }],
  ["an empty body", 201, { body: "" }],
  ["no content type", 415, { type: null }],
  ["another content type", 415, { type: "text/plain" }],
  ["a chunked body", 201, { fields: ["transfer-encoding: chunked"], body: "2\r\n{}\r\n0\r\n\r\n" }],
  ["a body in two pieces", 201, { body: '{"decisionId":"cut"}', cutAt: 5 }],
  ["a body after its headers", 201, { body: '{"decisionId":"late"}', cutAt: 0 }],
  ["another method", 404, { method: "PUT" }],
  ["HEAD", 404, { method: "HEAD", body: "" }],
  ["GET", 404, { method: "GET", body: "" }],
  ["OPTIONS", 404, { method: "OPTIONS", body: "" }],
  ["a query", 201, { end: "/decisions?x=1" }],
  ["a slash at the end", 404, { end: "/decisions/" }],
  ["a percent-encoded path", 201, { end: "/%64ecisions" }],
]

test("each kind of request has its status, and the log and the metrics count it once", async () => {
  const server = await listen()
  const found: (readonly [string, number])[] = []
  for (const [what, , sent] of table) {
    const [answer] = await send(server.port, encode(server, sent), 1, sent.method === "HEAD")
    found.push([what, status(answer)])
  }
  expect(found).toEqual(table.map(([what, code]) => [what, code]))
  await expect.poll(() => server.app.underWay.size).toBe(0)
  // An OPTIONS request might ask for leave to send a reward, so no log counts it.
  const logged = server.lines.map((line) => (JSON.parse(line) as { status: number }).status)
  const shown = table.filter(([, , { method }]) => method !== "OPTIONS").map(([, code]) => code)
  expect(logged).toEqual(shown)
  const { text } = await server.call("GET", "/metrics", undefined, server.headers)
  const route = 'method="POST",route="/v1/experiments/:id/decisions"'
  const created = table.filter(([, code]) => code === 201).length
  expect(text).toContain(`armistice_request_seconds_count{${route},status="201"} ${created}`)
})

test("one connection carries several requests, one after the other and pipelined", async () => {
  const server = await listen()
  const [first, second, bad, last] = ["one", "two", "three", "four"].map((decisionId, index) =>
    encode(server, { body: JSON.stringify(index === 2 ? { unknown: 1 } : { decisionId }) }),
  ) as [Buffer[], Buffer[], Buffer[], Buffer[]]
  const answers = await send(server.port, [...first, Buffer.concat([...second, ...bad, ...last])], 4)
  expect(answers.map(status)).toEqual([201, 201, 400, 201])
})

test("a client that disconnects is not waited for, and a complete request is still carried out", async () => {
  const server = await listen()
  const whole = encode(server, { body: '{"decisionId":"gone"}' })[0] as Buffer
  const half = connect(server.port, "127.0.0.1")
  half.write(whole.subarray(0, whole.length - 3))
  await expect.poll(() => server.app.underWay.size).toBe(1)
  half.destroy()
  await expect.poll(() => server.app.underWay.size).toBe(0)
  await sendAndDisconnect(server.port, whole)
  const path = `/v1/experiments/${server.ids["plain"]}/decisions/gone`
  const headers = { authorization: `Bearer ${server.tokens["decide"]}`, host: "localhost" }
  await expect.poll(async () => (await server.call("GET", path, undefined, headers)).status).toBe(200)
  await expect.poll(() => server.app.underWay.size).toBe(0)
})

const sendAndDisconnect = (port: number, text: Buffer): Promise<void> =>
  new Promise((resolve) => {
    const socket: Socket = connect(port, "127.0.0.1", () => socket.write(text, () => socket.destroy()))
    socket.on("close", () => resolve())
  })

test("a revoked key is refused as soon as keys are read again", async () => {
  const { app, store, create } = await testServer({ keyRefreshMs: 50 })
  const id = await create()
  const { row, token } = createKey(store, { name: "d", role: "decide" })
  const port = Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port)
  const request = encode({ tokens: { decide: token }, ids: { plain: id } }, {})
  const ask = async () => status((await send(port, request))[0])
  await expect.poll(ask).toBe(201)
  store.putKey({ ...row, revokedAt: 1 })
  await expect.poll(ask).toBe(401)
})
