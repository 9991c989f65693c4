// Both ways give the same answers, byte for byte, and tell metrics and log the same: two services with the same keys and experiments, one with
// the short way and one without, are asked the same over sockets.

import { request } from "node:http"
import { connect, type Socket } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { createKey, rotateKey } from "../keys/key.ts"
import type { Role } from "../keys/role.ts"
import type { KeyRow } from "../store/rows.ts"
import { demo, testServer } from "../testing/test-service.ts"
import type { ServerOptions } from "./server.ts"

type Way = "short" | "long"

interface Sent {
  readonly method?: string
  readonly id?: string
  /** After the id. */
  readonly end?: string
  readonly key?: string
  /** Null: without. */
  readonly type?: string | null
  readonly host?: string | null
  readonly fields?: readonly string[]
  readonly version?: string
  readonly body?: string | Buffer
  /** Where the body is cut in two, which come one after the other. */
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

interface KeyGiven {
  readonly role: Role
  readonly experiments?: readonly string[]
  readonly change?: Partial<KeyRow>
}

/** The same on both, but for the door. */
async function bothWays(options: ServerOptions = {}) {
  const rows: KeyRow[] = []
  const put = { putKey: (row: KeyRow) => rows.push(row) } as never
  const tokens: Record<string, string> = {}
  const addKey = (name: string, { role, experiments: only, change }: KeyGiven): void => {
    tokens[name] = createKey(put, { name, role, ...(only === undefined ? {} : { experiments: only }) }, 0).token
    if (change !== undefined) rows.push({ ...(rows.pop() as KeyRow), ...change })
  }
  addKey("decide", { role: "decide" })
  addKey("operate", { role: "operate" })
  addKey("audit", { role: "audit" })
  addKey("revoked", { role: "decide", change: { revokedAt: 1 } })
  addKey("expired", { role: "decide", change: { expiresAt: 1 } })
  addKey("others", { role: "decide", experiments: ["exp_other"] })
  const open = async (frontDoor: boolean) => {
    let long = 0
    const lines: string[] = []
    const { app, store, call } = await testServer({
      // Keys are read again on the long way alone; here they never are.
      keyRefreshMs: 1e9,
      bodyLimitBytes: 2000,
      allowHosts: ["shop.example"],
      log: { write: (line) => lines.push(line) },
      ...options,
      frontDoor,
      extend: (given) =>
        void given.addHook("onSend", (_request, _reply, payload, done) => {
          long += 1
          done(null, payload)
        }),
    })
    for (const row of rows) store.putKey(row)
    const headers = { authorization: `Bearer ${tokens["operate"]}`, host: "localhost" }
    const ids: Record<string, string> = {}
    for (const [name, more] of Object.entries(experiments)) {
      const made = await call("POST", "/v1/experiments", { ...demo, ...more }, { ...headers, "idempotency-key": name })
      ids[name] = made.body.id as string
    }
    const change = (name: string, what: string) => call("POST", `/v1/experiments/${ids[name]}/${what}`, {}, headers)
    await change("paused", "pause")
    await change("finished", "finish")
    await change("archived", "finish")
    await change("archived", "archive")
    const address = new URL(await app.listen({ port: 0, host: "127.0.0.1" }))
    lines.length = 0
    return { app, call, headers, ids, lines, port: Number(address.port), longWays: () => long }
  }
  const [short, long] = [await open(true), await open(false)]
  expect(short.ids).toEqual(long.ids)
  return { short, long, tokens, ids: short.ids }
}

type Both = Awaited<ReturnType<typeof bothWays>>

/** What goes over the line, in one or two pieces. */
function piecesOf({ tokens, ids }: Both, sent: Sent): Buffer[] {
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

/** Sends it and gives as many answers as are wanted, without what differs from one moment to the next. */
async function answersTo(port: number, pieces: readonly Buffer[], wanted = 1, isHead = false): Promise<string[]> {
  const line = connect(port, "127.0.0.1").setNoDelay(true)
  onTestFinished(() => void line.destroy())
  const answers: string[] = []
  let text = ""
  const all = new Promise<void>((resolve) => {
    line.on("close", resolve).on("data", (data) => {
      text += data.toString("latin1")
      for (let end = endOf(text, isHead); end > 0; end = endOf(text, isHead)) {
        answers.push(steady(text.slice(0, end)))
        text = text.slice(end)
      }
      if (answers.length >= wanted) resolve()
    })
  })
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    line.write(piece)
  }
  await all
  return answers
}

/** Where the first answer ends; 0: it is not all there. */
function endOf(text: string, isHead: boolean): number {
  const end = text.indexOf("\r\n\r\n")
  if (end < 0) return 0
  const [, length = "0"] = (isHead ? null : /content-length: (\d+)/i.exec(text)) ?? []
  return text.length < end + 4 + Number(length) ? 0 : end + 4 + Number(length)
}

/** Without what is drawn for each, or of the clock. */
const steady = (answer: string): string =>
  answer
    .replace(/^Date: .*$/m, "Date: now")
    .replace(/^retry-after: .*$/m, "retry-after: soon")
    .replace(/(dec_[0-9a-z]{8})[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/, "$1")

const status = (answer: string | undefined): number => Number(answer?.slice(9, 12))

const long = (text: string) => JSON.stringify({ subject: text })

const table: readonly (readonly [what: string, way: Way, status: number, sent: Sent])[] = [
  ["nothing but who asks", "short", 201, {}],
  ["its own id", "short", 201, { body: '{"decisionId":"mine"}' }],
  ["the same id again", "short", 200, { body: '{"decisionId":"mine"}' }],
  ["the same id for another", "short", 409, { body: '{"decisionId":"mine","subject":"you"}' }],
  ["a subject", "short", 201, { body: '{"subject":"person ü"}' }],
  ["with spaces in its JSON", "short", 201, { body: ' { "decisionId" : "spaced" } ' }],
  ["a charset", "short", 201, { type: "application/json; charset=utf-8" }],
  ["a charset without a space", "short", 201, { type: "application/json;charset=UTF-8" }],
  ["another charset", "long", 201, { type: "application/json; charset=latin1" }],
  ["a segment", "short", 201, { id: "parts", body: '{"segment":"new"}' }],
  ["a segment too few", "short", 422, { id: "parts" }],
  ["a segment that is not there", "short", 422, { id: "parts", body: '{"segment":"none"}' }],
  ["a sticky subject", "short", 201, { id: "sticky", body: '{"subject":"s"}' }],
  ["the sticky subject again", "short", 201, { id: "sticky", body: '{"subject":"s"}' }],
  ["a sticky experiment without a subject", "short", 422, { id: "sticky" }],
  ["a subject beyond its cap", "short", 201, { id: "counted", body: '{"subject":"s"}' }],
  ["excluded arms", "short", 201, { body: '{"excludeArms":["a","b"]}' }],
  ["all arms excluded", "short", 422, { body: '{"excludeArms":["a","b","c"]}' }],
  ["an arm that is not there excluded", "short", 422, { body: '{"excludeArms":["z"]}' }],
  [
    "an arm in letters of one byte elsewhere",
    "short",
    201,
    { id: "foreign", body: '{"excludeArms":["漢字","\\"quoted\\""]}' },
  ],
  ["an arm in letters of several bytes", "short", 201, { id: "foreign", body: '{"excludeArms":["ä","\\"quoted\\""]}' }],
  ["an arm with quotes", "short", 201, { id: "foreign", body: '{"excludeArms":["ä","漢字"]}' }],
  ["private arrivals", "short", 201, { id: "hidden" }],
  ["paused", "short", 201, { id: "paused" }],
  ["finished", "short", 201, { id: "finished" }],
  ["archived", "short", 410, { id: "archived" }],
  ["an experiment that is not there", "short", 404, { id: "exp_none" }],
  ["what cannot be an id", "long", 400, { id: "none" }],
  ["HTTP/1.0", "short", 201, { version: "1.0", fields: ["connection: keep-alive"] }],
  ["the line to be closed", "short", 201, { fields: ["connection: close"] }],
  ["no key", "long", 401, { key: "" }],
  ["a key that is none", "long", 401, { key: "arm_000000000000_nothing" }],
  ["no Bearer", "long", 401, { key: "", fields: ["authorization: Basic abc"] }],
  ["a revoked key", "long", 401, { key: "revoked" }],
  ["an expired key", "long", 401, { key: "expired" }],
  ["a key of another role", "long", 403, { key: "audit" }],
  ["a key that operates", "long", 403, { key: "operate" }],
  ["a key for others", "long", 403, { key: "others" }],
  ["a named host", "short", 201, { host: "shop.example:443" }],
  ["a foreign host", "long", 421, { host: "evil.example" }],
  ["two hosts", "long", 421, { fields: ["host: localhost"] }],
  ["no host", "long", 421, { host: null }],
  ["a foreign origin", "long", 403, { fields: ["origin: https://evil.example"] }],
  ["its own origin", "long", 201, { fields: ["origin: http://localhost"] }],
  ["another site", "long", 403, { fields: ["sec-fetch-site: cross-site"] }],
  ["an Idempotency-Key", "long", 201, { fields: ["idempotency-key: once"] }],
  ["the Idempotency-Key again", "long", 200, { fields: ["idempotency-key: once"] }],
  ["half a JSON", "long", 400, { body: "{" }],
  ["a list", "long", 400, { body: "[]" }],
  ["no UTF-8", "long", 400, { body: Buffer.from([0x22, 0xff, 0x22]) }],
  ["a prototype", "long", 400, { body: '{"__proto__":{"subject":"s"}}' }],
  ["an unknown field", "long", 400, { body: '{"arm":"a"}' }],
  ["a field of another kind", "long", 400, { body: '{"subject":1}' }],
  ["too long a subject", "long", 400, { body: long("s".repeat(600)) }],
  ["too much", "long", 413, { body: long("s".repeat(3000)) }],
  ["an empty body", "long", 201, { body: "" }],
  ["no type", "long", 415, { type: null }],
  ["another type", "long", 415, { type: "text/plain" }],
  ["chunks", "long", 201, { fields: ["transfer-encoding: chunked"], body: "2\r\n{}\r\n0\r\n\r\n" }],
  ["a body in two pieces", "long", 201, { body: '{"decisionId":"cut"}', cutAt: 5 }],
  ["a body after its headers", "short", 201, { body: '{"decisionId":"late"}', cutAt: 0 }],
  ["another method", "long", 404, { method: "PUT" }],
  ["HEAD", "long", 404, { method: "HEAD", body: "" }],
  ["GET", "long", 404, { method: "GET", body: "" }],
  ["OPTIONS", "long", 404, { method: "OPTIONS", body: "" }],
  ["a query", "long", 201, { end: "/decisions?x=1" }],
  ["a slash at the end", "long", 404, { end: "/decisions/" }],
  ["an address in other letters", "long", 201, { end: "/%64ecisions" }],
]

test("both ways answer alike, byte for byte, and note alike", async () => {
  const both = await bothWays()
  const ways: (readonly [string, Way, number])[] = []
  for (const [what, , , sent] of table) {
    const before = both.short.longWays()
    const isHead = sent.method === "HEAD"
    const [one] = await answersTo(both.short.port, piecesOf(both, sent), 1, isHead)
    const [other] = await answersTo(both.long.port, piecesOf(both, sent), 1, isHead)
    expect(one, what).toBe(other)
    ways.push([what, both.short.longWays() > before ? "long" : "short", status(one)])
  }
  expect(ways).toEqual(table.map(([what, way, code]) => [what, way, code]))
  expect(both.long.longWays()).toBeGreaterThan(table.length)
  await expect.poll(() => both.short.app.underWay.size + both.long.app.underWay.size).toBe(0)
  expect(both.short.lines.map(noted)).toEqual(both.long.lines.map(noted))
  expect(both.short.lines.length).toBeGreaterThan(table.length - 5)
  const [one, other] = await Promise.all([countsOf(both.short), countsOf(both.long)])
  expect(one).toEqual(other)
})

const noted = (line: string) => {
  const { method, route, status: code, key, experiment, level } = JSON.parse(line) as Record<string, unknown>
  return { method, route, code, key, experiment, level }
}

/** What metrics say of requests and decisions, in their order of names. */
async function countsOf({ call, headers }: Both["short"]): Promise<string[]> {
  const { text } = await call("GET", "/metrics", undefined, headers)
  return text
    .split("\n")
    .filter((line) => /_total |_request_seconds_count/.test(line))
    .sort()
}

test("one line brings several requests, and several at once", async () => {
  const both = await bothWays()
  const [first, second, bad, last] = ["one", "two", "three", "four"].map((decisionId, index) =>
    piecesOf(both, { body: JSON.stringify(index === 2 ? { unknown: 1 } : { decisionId }) }),
  ) as [Buffer[], Buffer[], Buffer[], Buffer[]]
  const pieces = [...first, Buffer.concat([...second, ...bad, ...last])]
  const [one, other] = await Promise.all([both.short, both.long].map(({ port }) => answersTo(port, pieces, 4)))
  expect(one).toEqual(other)
  expect(one?.map(status)).toEqual([201, 201, 400, 201])
})

test("beyond the rate both refuse, and what goes on the long way counts once", async () => {
  const both = await bothWays({ rateLimit: 12, rateWindowMs: 1e9 })
  // As many were used up by making the experiments, under another key.
  const bodies = ["{", ...Array<string>(10).fill("{}"), '{"unknown":1}', "{}", "{", '{"unknown":1}']
  const statuses: number[] = []
  for (const body of bodies) {
    const [one] = await answersTo(both.short.port, piecesOf(both, { body }))
    const [other] = await answersTo(both.long.port, piecesOf(both, { body }))
    expect(one).toBe(other)
    statuses.push(status(one))
  }
  expect(statuses).toEqual([400, ...Array<number>(10).fill(201), 400, 429, 429, 429])
  expect(both.short.longWays() - both.long.longWays()).toBe(-10)
})

test("whoever goes away is not waited for, and what came whole is done", async () => {
  const both = await bothWays()
  for (const server of [both.short, both.long]) {
    const whole = piecesOf(both, { body: '{"decisionId":"gone"}' })[0] as Buffer
    const half = connect(server.port, "127.0.0.1")
    half.write(whole.subarray(0, whole.length - 3))
    await expect.poll(() => server.app.underWay.size).toBe(1)
    half.destroy()
    await expect.poll(() => server.app.underWay.size).toBe(0)
    await leave(server.port, whole)
    const path = `/v1/experiments/${both.ids["plain"]}/decisions/gone`
    const headers = { authorization: `Bearer ${both.tokens["decide"]}`, host: "localhost" }
    await expect.poll(async () => (await server.call("GET", path, undefined, headers)).status).toBe(200)
    await expect.poll(() => server.app.underWay.size).toBe(0)
  }
})

/** Sends and goes away at once. */
const leave = (port: number, text: Buffer): Promise<void> =>
  new Promise((resolve) => {
    const line: Socket = connect(port, "127.0.0.1", () => line.write(text, () => line.destroy()))
    line.on("close", () => resolve())
  })

test("a key that is revoked is refused as soon as keys are read again", async () => {
  const { app, store, create } = await testServer({ keyRefreshMs: 50 })
  const id = await create()
  const { row, token } = createKey(store, { name: "d", role: "decide" })
  const port = Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port)
  const both = { tokens: { decide: token }, ids: { plain: id } } as unknown as Both
  const ask = async () => status((await answersTo(port, piecesOf(both, {})))[0])
  await expect.poll(ask).toBe(201)
  store.putKey({ ...row, revokedAt: 1 })
  await expect.poll(ask).toBe(401)
})

test("on the short way too, decisions and limits of a key are those of its lineage", async () => {
  let long = 0
  const { app, store, service, clock } = await testServer({
    keyRefreshMs: 1e9,
    rateLimit: 3,
    rateWindowMs: 1e9,
    extend: (given) =>
      void given.addHook("onSend", (_request, _reply, payload, done) => {
        long += 1
        done(null, payload)
      }),
  })
  const { id } = (await service.createExperiment(demo)).live.experiment
  const first = createKey(store, { name: "shop", role: "decide" }, clock.now)
  const second = rotateKey(store, first.row.id, 60, clock.now)
  const address = await app.listen({ port: 0, host: "127.0.0.1" })
  // Reads the keys, which the short way never does.
  await app.inject({ url: "/v1/experiments" })
  const before = long
  const decide = async (decisionId: string, { token }: { token: string }) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` }
    const url = `${address}/v1/experiments/${id}/decisions`
    const status = await new Promise<number>((resolve, reject) => {
      const asked = request(url, { method: "POST", headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      asked.on("error", reject).end(JSON.stringify({ decisionId }))
    })
    return [status, store.decision(id, decisionId)?.key, long - before]
  }
  expect(await decide("d1", second)).toEqual([201, first.row.id, 0])
  expect(await decide("d2", first)).toEqual([201, first.row.id, 0])
  expect(await decide("d3", second)).toEqual([201, first.row.id, 0])
  expect(await decide("d4", first)).toEqual([429, undefined, 1])
})
