// The limit of one key: it holds beside the service's own, stays with rotation, and reveals no
// rewards.

import { describe, expect, test } from "vitest"
import { createKey, type NewKey } from "../keys/key.ts"
import type { KeyRow } from "../store/rows.ts"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { freezeTimer } from "../testing/frozen-timer.ts"
import { demo, testServer } from "../testing/test-service.ts"

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const admin = { name: "me", role: "admin", requireKeys: true } as const

describe.each(storeKinds)("on %s", (kind) => {
  test("a key's limit is set, changed, kept by its successor, shown and enforced", async () => {
    freezeTimer()
    const { call, create } = await anyServer(kind)
    const id = await create()
    const by = bearer((await call("POST", "/v1/keys", admin)).body.key)
    const made = await call("POST", "/v1/keys", { name: "shop", role: "decide", requestsPerSecond: 3 }, by)
    const plain = await call("POST", "/v1/keys", { name: "plain", role: "decide" }, by)
    expect([made.body.requestsPerSecond, plain.body.requestsPerSecond]).toEqual([3, null])
    const decide = (key: string) => call("POST", `/v1/experiments/${id}/decisions`, {}, bearer(key))
    const url = `/v1/keys/${made.body.id}`
    const next = await call("POST", `${url}/rotate`, { overlapSeconds: 60 }, by)
    expect(next.body.requestsPerSecond).toBe(3)
    const answers: { status: number; body: { detail: string; code: string }; headers: object }[] = []
    for (const { key } of [made.body, next.body, made.body, next.body, made.body]) answers.push(await decide(key))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429, 429])
    expect(answers[4]).toMatchObject({ headers: { "retry-after": "1" }, body: { code: "rate_limited" } })
    expect(answers[4]?.body.detail).toContain("more than 3 requests in a second with this key")
    for (let number = 0; number < 9; number++) expect((await decide(plain.body.key)).status).toBe(201)
    const edit = (requestsPerSecond: number | null) => call("PATCH", url, { requestsPerSecond }, by)
    expect((await edit(100)).body.requestsPerSecond).toBe(100)
    expect([(await decide(made.body.key)).status, (await decide(next.body.key)).status]).toEqual([201, 429])
    expect((await edit(null)).body.requestsPerSecond).toBeNull()
    expect((await call("PATCH", url, { name: "till" }, by)).body.requestsPerSecond).toBeNull()
    for (let number = 0; number < 9; number++) expect((await decide(made.body.key)).status).toBe(201)
    const { keys } = (await call("GET", "/v1/keys", undefined, by)).body as { keys: KeyRow[] }
    expect(keys.map(({ requestsPerSecond }) => requestsPerSecond ?? 0).sort((one, other) => one - other)).toEqual([
      0, 0, 0, 3,
    ])
  })
})

test.each([0, -1, 2.5, 1e9, "9"])("a limit of %j requests in a second is refused", async (requestsPerSecond) => {
  const { call } = await testServer()
  const refused = await call("POST", "/v1/keys", { ...admin, requestsPerSecond })
  expect(refused).toMatchObject({ status: 400, body: { code: "invalid_request" } })
})

async function limited(key: NewKey, rateLimit: number | null = null) {
  freezeTimer()
  const { call, create, store } = await testServer({ rateLimit, trustProxy: 1 })
  const id = await create({ ...demo, sticky: true, bulk: true })
  const { token } = createKey(store, key)
  const send = async (url: string, body: object, from: string) =>
    (await call("POST", url, body, { ...bearer(token), "x-forwarded-for": from })).status
  return { id, send }
}

test("the lower of a key's limit and the service's holds", async () => {
  const { id, send } = await limited({ name: "shop", role: "decide", requestsPerSecond: 5 }, 3)
  const statuses: number[] = []
  for (let number = 0; number < 5; number++)
    statuses.push(await send(`/v1/experiments/${id}/decisions`, { subject: `${number}` }, "192.0.2.1"))
  expect(statuses).toEqual([201, 201, 201, 429, 429])
})

test("rewards count apart and by address, so that nobody learns from a refusal how many others sent", async () => {
  const { id, send } = await limited({ name: "shop", role: "decide", requestsPerSecond: 2 })
  const reward = (from: string) => send(`/v1/experiments/${id}/rewards`, { subject: "nobody", value: 1 }, from)
  const statuses: number[] = []
  for (const from of ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.2"])
    statuses.push(await reward(from))
  const [known] = statuses
  expect(statuses).toEqual([known, known, 429, known, known])
  expect(known).not.toBe(429)
  expect(await send(`/v1/experiments/${id}/decisions`, { subject: "a" }, "192.0.2.1")).toBe(201)
})

test("one address uses up a tenth of a page's key, and at least ten requests", async () => {
  const { send } = await limited({ name: "page", role: "evaluate", requestsPerSecond: 30 })
  const evaluate = (from: string) => send("/ofrep/v1/evaluate/flags", { context: { targetingKey: from } }, from)
  const counts: number[] = []
  for (const from of ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]) {
    let served = 0
    for (let number = 0; number < 12; number++) if ((await evaluate(from)) === 200) served += 1
    counts.push(served)
  }
  expect(counts).toEqual([10, 10, 10, 0])
})
