// Keys are managed over HTTP by those who may, and every change is durable, named and refused to
// everyone else.

import { describe, expect, onTestFinished, test } from "vitest"
import { createKey, type KeyStore } from "../keys/key.ts"
import type { Role } from "../keys/role.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { createCaller, testServer } from "../testing/test-service.ts"
import { buildServer } from "./server.ts"

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const makeKey = (store: KeyStore, name: string, role: Role, more: object = {}) =>
  createKey(store, { name, role, ...more })

const first = { name: "me", role: "admin", requireKeys: true } as const

describe.each(storeKinds)("on %s", (kind) => {
  test("a key lives: created, used, limited, renamed, rotated and revoked, each time by name", async () => {
    const { app, call, create, store, clock } = await anyServer(kind)
    const id = await create()
    const made = await call("POST", "/v1/keys", first)
    expect(made).toMatchObject({
      status: 201,
      headers: { "cache-control": "no-store", location: `/v1/keys/${made.body.id}` },
      body: { name: "me", role: "admin", createdBy: "local", state: "active", experiments: null, expiresAt: null },
    })
    const admin = bearer(made.body.key)
    // Keys are listed in the order of their creation.
    clock.forward(1)
    const expiresAt = new Date(clock.now + 86_400_000).toISOString()
    const shop = await call("POST", "/v1/keys", { name: "shop", role: "decide", expiresAt }, admin)
    const decide = (key: string, of = id) => call("POST", `/v1/experiments/${of}/decisions`, {}, bearer(key))
    expect((await decide(shop.body.key)).status).toBe(201)
    const url = `/v1/keys/${shop.body.id}`
    const other = await create(undefined, admin)
    const limited = await call("PATCH", url, { experiments: [other, other], name: "till" }, admin)
    expect(limited.body).toMatchObject({ name: "till", experiments: [other], expiresAt })
    expect((await decide(shop.body.key)).body.code).toBe("forbidden")
    expect((await decide(shop.body.key, other)).status).toBe(201)
    clock.forward(1)
    const next = await call("POST", `${url}/rotate`, { overlapSeconds: 60 }, admin)
    expect(next.body).toMatchObject({ lineage: shop.body.id, role: "decide", experiments: [other], createdBy: "me" })
    expect(next.body.expiresAt).toBe(expiresAt)
    expect([(await decide(shop.body.key, other)).status, (await decide(next.body.key, other)).status]).toEqual([
      201, 201,
    ])
    clock.forward(61)
    expect((await decide(shop.body.key, other)).body.code).toBe("invalid_key")
    const gone = await call("POST", `/v1/keys/${next.body.id}/revoke`, undefined, admin)
    expect(gone.body).toMatchObject({ state: "revoked", revokedBy: "me" })
    expect((await decide(next.body.key, other)).body.code).toBe("invalid_key")
    expect((await call("PATCH", `/v1/keys/${next.body.id}`, { name: "x" }, admin)).body.code).toBe("invalid_transition")
    const list = await app.inject({ method: "GET", url: "/v1/keys", headers: admin })
    expect(list.headers["cache-control"]).toBe("no-store")
    const { keys } = list.json() as { keys: { name: string; state: string; lastUsedOn: string | null }[] }
    expect(keys.map(({ name, state }) => [name, state])).toEqual([
      ["me", "active"],
      ["till", "expired"],
      ["till", "revoked"],
    ])
    expect(keys[1]?.lastUsedOn).toBe("2026-01-01")
    const { activity } = (await call("GET", "/v1/activity", undefined, admin)).body
    const changes = (activity as { action: string; outcome: string; key: { name: string } }[])
      .filter(({ action, outcome }) => action.endsWith("-key") && outcome === "done")
      .map(({ action, key }) => `${key.name} ${action}`)
    expect(changes).toEqual(["local create-key", "me create-key", "me edit-key", "me rotate-key", "me revoke-key"])
    const stored = JSON.stringify(await store.keys())
    for (const { key } of [made.body, shop.body, next.body])
      expect(stored).not.toContain(key.split("_").slice(2).join("_"))
  })

  test("a successor has the end of its line unless it is given another end, or none", async () => {
    const { call, clock } = await anyServer(kind)
    const admin = bearer((await call("POST", "/v1/keys", first)).body.key)
    const addDays = (days: number) => new Date(clock.now + days * 86_400_000).toISOString()
    const [soon, later] = [addDays(1), addDays(2)]
    const { id } = (await call("POST", "/v1/keys", { name: "shop", role: "decide", expiresAt: soon }, admin)).body
    const rotate = (body?: object) => call("POST", `/v1/keys/${id}/rotate`, body, admin)
    const ends: (string | null)[] = []
    // The overlap ends the old key, not the line.
    for (const body of [undefined, { overlapSeconds: 60 }, {}, { expiresAt: later }, {}, { expiresAt: null }, {}])
      ends.push((await rotate(body)).body.expiresAt)
    expect(ends).toEqual([soon, soon, soon, later, later, null, null])
    expect((await rotate({ expiresAt: soon })).body.expiresAt).toBe(soon)
    clock.forward(86_400)
    const refused = await rotate({})
    expect(refused).toMatchObject({ status: 400, body: { code: "invalid_request" } })
    expect(refused.body.detail).toContain(`ended on ${soon}: its successor needs an end of its own, or none`)
    expect((await rotate({ expiresAt: null })).status).toBe(201)
  })

  test("the list of keys never has a hash, and a new key is in one answer only", async () => {
    const { call, store } = await anyServer(kind)
    const { body } = await call("POST", "/v1/keys", first)
    const [row] = await store.keys()
    const admin = bearer(body.key)
    const { text } = await call("GET", "/v1/keys", undefined, admin)
    const one = (await call("GET", `/v1/keys/${body.id}`, undefined, admin)).text
    for (const shown of [text, one]) {
      expect(shown).not.toContain(row?.hash)
      expect(shown).not.toContain(body.key.split("_")[2])
      expect(shown).toContain('"lastUsedOn"')
    }
  })

  test("a repeated request makes no second key, and says which key the first one made", async () => {
    const { call, store } = await anyServer(kind)
    const admin = bearer((await call("POST", "/v1/keys", first)).body.key)
    const again = { ...admin, "idempotency-key": "shop 1" }
    const made = await call("POST", "/v1/keys", { name: "shop", role: "decide" }, again)
    const repeated = await call("POST", "/v1/keys", { name: "shop", role: "decide" }, again)
    expect(repeated).toMatchObject({ status: 409, body: { code: "key_created", key: made.body.id } })
    expect(repeated.text).not.toContain(made.body.key)
    expect(await store.keys()).toHaveLength(2)
    const rescued = await call("POST", `/v1/keys/${made.body.id}/rotate`, undefined, admin)
    expect(rescued).toMatchObject({ status: 201, body: { lineage: made.body.id } })
  })
})

test("the first key is an admin's without an end, and its maker says to know what follows", async () => {
  const { call, store } = await testServer()
  for (const [body, detail] of [
    [{ name: "shop", role: "decide", requireKeys: true }, "must have the role admin and no end"],
    [{ ...first, expiresAt: "2030-01-01" }, "must have the role admin and no end"],
    [{ name: "me", role: "admin" }, "from then on every request needs a key, on this machine too"],
    [{ name: "me", role: "admin", requireKeys: false }, '"requireKeys": true'],
  ] as const) {
    const refused = await call("POST", "/v1/keys", body)
    expect(refused).toMatchObject({ status: 409, body: { code: "first_key" } })
    expect(refused.body.detail).toContain(detail)
  }
  expect(store.keys()).toEqual([])
  expect((await call("GET", "/v1/keys")).body).toEqual({ keys: [] })
  const { body } = await call("POST", "/v1/keys", first)
  // At once, whatever was read a moment ago.
  expect((await call("GET", "/v1/keys")).body.code).toBe("missing_key")
  expect((await call("GET", "/v1/me", undefined, bearer(body.key))).body.may).toContain("manage-keys")
})

test("one of many first keys at once is made, and the others are told that there is one", async () => {
  const { call, store } = await testServer()
  const answers = await Promise.all(Array.from({ length: 8 }, () => call("POST", "/v1/keys", first)))
  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, ...Array(7).fill(401)])
  expect(store.keys()).toHaveLength(1)
})

test("only admins manage keys, and none of the refused changes anything", async () => {
  const { call, create, store } = await testServer()
  const id = await create()
  const admin = makeKey(store, "admin", "admin")
  const before = store.keys()
  for (const role of ["decide", "evaluate", "audit", "operate"] as const) {
    const { token, row } = makeKey(store, role, role, { experiments: [id] })
    const whole = makeKey(store, role, role)
    for (const key of [token, whole.token])
      for (const [method, url, body] of [
        ["GET", "/v1/keys"],
        ["GET", `/v1/keys/${row.id}`],
        ["POST", "/v1/keys", { name: "more", role: "admin" }],
        ["PATCH", `/v1/keys/${row.id}`, { experiments: null }],
        ["POST", `/v1/keys/${row.id}/rotate`, {}],
        ["POST", `/v1/keys/${admin.row.id}/revoke`],
      ] as const)
        expect((await call(method, url, body, bearer(key))).body.code, `${role} ${method} ${url}`).toBe("forbidden")
  }
  expect(store.keys().filter(({ id: one }) => before.some((row) => row.id === one))).toEqual(before)
  expect(store.keys()).toHaveLength(9)
})

test("the last key that may manage keys stays: it is not revoked, ended, or replaced without an overlap", async () => {
  const { call, store } = await testServer()
  const last = makeKey(store, "last", "admin")
  makeKey(store, "over", "admin", { expiresAt: 1 })
  makeKey(store, "ops", "operate")
  const admin = bearer(last.token)
  const url = `/v1/keys/${last.row.id}`
  const tries = [
    ["POST", `${url}/revoke`, undefined, "create another key with the role admin first"],
    ["POST", `${url}/rotate`, {}, "rotate it with an overlap"],
    ["PATCH", url, { expiresAt: "2030-01-01" }, "create another key with the role admin before"],
    [
      "POST",
      `${url}/rotate`,
      { overlapSeconds: 60, expiresAt: "2030-01-01" },
      "create another key with the role admin",
    ],
  ] as const
  for (const [method, path, body, advice] of tries) {
    const refused = await call(method, path, body, admin)
    expect(refused).toMatchObject({ status: 409, body: { code: "last_admin_key" } })
    expect(refused.body.detail).toBe(
      `"last" is the last key that may manage keys: ${advice}${refused.body.detail.split(advice)[1]}`,
    )
  }
  expect((await call("POST", `${url}/rotate`, { overlapSeconds: 60 }, admin)).status).toBe(201)
  expect((await call("POST", `${url}/revoke`, undefined, admin)).status).toBe(200)
})

test("two admins who revoke each other at once, on two replicas, leave one of them", async () => {
  const { replicas } = await testReplicas(2)
  const callers = await Promise.all(
    replicas.map(async (service) => {
      const app = await buildServer(service, { rateLimit: null })
      onTestFinished(async () => app.close())
      return createCaller(app)
    }),
  )
  const { store } = replicas[0]
  const [one, other] = await store.changeKeys((keys) => [
    makeKey(keys, "one", "admin"),
    makeKey(keys, "other", "admin"),
  ])
  const revoke = (caller: number, id: string, token: string) =>
    callers[caller]?.("POST", `/v1/keys/${id}/revoke`, undefined, bearer(token))
  const answers = await Promise.all([revoke(0, other.row.id, one.token), revoke(1, one.row.id, other.token)])
  expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200, 401]))
  expect((await store.keys()).filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
})

test("a key that another process revoked a moment ago makes no key any more", async () => {
  const { call, store, path } = await testServer({ keyRefreshMs: 3_600_000 })
  const admin = makeKey(store, "admin", "admin")
  makeKey(store, "second", "admin")
  const headers = bearer(admin.token)
  expect((await call("GET", "/v1/keys", undefined, headers)).status).toBe(200)
  const outside = openSqliteStore(path)
  outside.putKey({ ...admin.row, revokedAt: 1, revokedBy: "someone" })
  outside.close()
  const refused = await call("POST", "/v1/keys", { name: "back door", role: "admin" }, headers)
  expect(refused).toMatchObject({ status: 401, body: { code: "invalid_key" } })
  expect(store.keys()).toHaveLength(2)
})

test("requests that make no sense say why", async () => {
  const { call, create, store } = await testServer()
  const id = await create()
  const { token, row } = makeKey(store, "admin", "admin")
  const send = (method: "POST" | "PATCH" | "GET", url: string, body?: object) => call(method, url, body, bearer(token))
  const url = `/v1/keys/${row.id}`
  for (const [code, answer] of [
    ["unknown_key", await send("GET", "/v1/keys/000000000000")],
    ["unknown_key", await send("POST", "/v1/keys/000000000000/revoke")],
    ["invalid_request", await send("GET", "/v1/keys/x")],
    ["invalid_request", await send("POST", "/v1/keys", { name: "a", role: "root" })],
    ["invalid_request", await send("POST", "/v1/keys", { name: "", role: "decide" })],
    ["invalid_request", await send("POST", "/v1/keys", { name: "a", role: "decide", experiments: [] })],
    ["invalid_request", await send("POST", "/v1/keys", { name: "a", role: "decide", hash: "x" })],
    ["invalid_request", await send("POST", "/v1/keys", { name: "a", role: "decide", expiresAt: "2020-01-01" })],
    ["invalid_request", await send("POST", "/v1/keys", { name: "a", role: "admin", experiments: [id] })],
    ["unknown_experiment", await send("POST", "/v1/keys", { name: "a", role: "decide", experiments: ["exp_none"] })],
    ["invalid_request", await send("PATCH", url, { experiments: [id] })],
    ["invalid_request", await send("PATCH", url, { role: "decide" })],
    ["invalid_request", await send("PATCH", url, {})],
    ["invalid_request", await send("POST", `${url}/rotate`, { overlapSeconds: -1 })],
  ] as const)
    expect([code, answer.body.code]).toEqual([code, code])
  expect(store.keys()).toHaveLength(1)
})
