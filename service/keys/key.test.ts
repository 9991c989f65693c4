// Keys: roles, limits, rotation, revocation; what is stored cannot be used as a key.

import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import type { KeyRow } from "../store/rows.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { demo, testServer } from "../testing/test-service.ts"
import { createKey, revokeKey, rotateKey } from "./key.ts"
import { KeyRing } from "./key-ring.ts"

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test("each role may do its own and nothing else", async () => {
  const { call, create, store } = await testServer()
  const id = await create()
  const [decide, operate, audit, admin] = (["decide", "operate", "audit", "admin"] as const).map((role) =>
    bearer(createKey(store, { name: role, role }).token),
  )
  const experiment = `/v1/experiments/${id}`
  const table: [method: "GET" | "POST", url: string, body: object | undefined, allowed: boolean[]][] = [
    ["POST", `${experiment}/decisions`, {}, [true, false, false, false]],
    ["POST", `${experiment}/rewards:batch`, { rewards: [{ decisionId: "d", value: 1 }] }, [true, false, false, false]],
    ["GET", experiment, undefined, [true, true, true, true]],
    ["GET", "/v1/experiments", undefined, [false, true, true, true]],
    ["GET", `${experiment}/privacy`, undefined, [false, true, true, true]],
    ["GET", `${experiment}/ledger`, undefined, [false, true, true, true]],
    ["GET", `${experiment}/export`, undefined, [false, true, true, true]],
    ["GET", "/metrics", undefined, [false, true, true, true]],
    ["POST", "/v1/experiments", demo, [false, true, false, true]],
    ["POST", `${experiment}/subjects:erase`, { subject: "s" }, [false, true, false, true]],
    ["POST", `${experiment}/pause`, undefined, [false, true, false, true]],
  ]
  for (const [method, url, body, allowed] of table)
    for (const [index, key] of [decide, operate, audit, admin].entries()) {
      const { status } = await call(method, url, body, key)
      expect([url, index, status < 300], `${method} ${url}`).toEqual([url, index, allowed[index]])
      if (!allowed[index]) expect(status).toBe(403)
    }
  for (const open of ["/healthz", "/readyz", "/openapi.json"]) expect((await call("GET", open)).status).toBe(200)
  expect((await call("GET", experiment)).body.code).toBe("missing_key")
  for (const wrong of ["nonsense", "arm_x_y", `${decide?.authorization.slice(7)}x`])
    expect((await call("GET", experiment, undefined, bearer(wrong))).body.code).toBe("invalid_key")
})

test("a key is limited to ids that an experiment can have: one with a space in front would only be refused", async () => {
  const { store, create } = await testServer()
  const id = await create()
  for (const wrong of [[` ${id}`], [id, ""], ["exp_a\nb"], ["\u001b[31m"]])
    expect(() => createKey(store, { name: "limited", role: "audit", experiments: wrong })).toThrow(
      `a key's experiments must be ids such as exp_…, got ${JSON.stringify(wrong.at(-1))}`,
    )
  expect(store.keys()).toEqual([])
  expect(createKey(store, { name: "limited", role: "audit", experiments: [id] }).row.experiments).toEqual([id])
})

test("a key that manages keys cannot be limited to experiments, which its own keys would not be", async () => {
  const { store, create } = await testServer()
  const experiments = [await create()]
  expect(() => createKey(store, { name: "half", role: "admin", experiments })).toThrow(
    "a key with the role admin manages all keys, so it cannot be limited to experiments",
  )
  expect(store.keys()).toEqual([])
})

test("a key limited to experiments sees and touches no other", async () => {
  const { call, create, store } = await testServer()
  const [mine, other] = [await create(), await create()]
  const key = bearer(createKey(store, { name: "limited", role: "audit", experiments: [mine] }).token)
  expect((await call("GET", `/v1/experiments/${mine}/privacy`, undefined, key)).status).toBe(200)
  expect((await call("GET", `/v1/experiments/${other}/privacy`, undefined, key)).body.code).toBe("forbidden")
  const listed = (await call("GET", "/v1/experiments", undefined, key)).body.experiments as { id: string }[]
  expect(listed.map(({ id }) => id)).toEqual([mine])
  const operator = bearer(createKey(store, { name: "limited", role: "operate", experiments: [mine] }).token)
  expect((await call("POST", "/v1/experiments", demo, operator)).status).toBe(403)
})

test.each(storeKinds)("on %s /metrics shows a limited key its own experiments, and nothing of others", async (kind) => {
  const { app, call, create, newKey, store } = await anyServer(kind)
  const [mine, other, over] = [await create(), await create(), await create()]
  await call("POST", `/v1/experiments/${over}/finish`)
  const made: KeyRow[] = []
  const put = { putKey: (row: KeyRow) => made.push(row), keys: () => made }
  const experiments = [mine, over, "exp_gone"]
  const limited = createKey(put, { name: "limited", role: "audit", experiments })
  const whole = createKey(put, { name: "whole", role: "audit" })
  for (const row of made) await store.putKey(row)
  const decider = await newKey("decider")
  const read = async ({ token }: { token: string }) =>
    (await app.inject({ method: "GET", url: "/metrics", headers: bearer(token) })).body.replace(
      /^.*_lead_seconds \d+$/m,
      "",
    )
  const before = await read(limited)
  for (let number = 0; number < 3; number++) {
    const { body } = await call("POST", `/v1/experiments/${other}/decisions`, {}, decider)
    const url = `/v1/experiments/${other}/decisions/${body.decisionId}/reward`
    expect((await call("PUT", url, { value: 1 }, decider)).status).toBe(204)
  }
  expect(await read(limited)).toBe(before)
  const listExperiments = (text: string) =>
    [...text.matchAll(/^armistice_eta_spent\{experiment="(.*)"\}/gm)].map(([, id]) => id)
  expect(listExperiments(before)).toEqual([mine])
  const all = await read(whole)
  expect(listExperiments(all).sort()).toEqual([mine, other].sort())
  expect(all).toContain("armistice_decisions_total 3")
})

test.each(storeKinds)("on %s the pages of a list name nothing that a key may not see", async (kind) => {
  const { call, create, store } = await anyServer(kind)
  const all: string[] = []
  for (let number = 0; number < 9; number++) all.push(await create())
  const mine = all.filter((_, number) => number % 3 === 1).reverse()
  const made: KeyRow[] = []
  const { token } = createKey(
    { putKey: (row) => made.push(row), keys: () => made },
    { name: "limited", role: "audit", experiments: mine },
  )
  for (const row of made) await store.putKey(row)
  const list = async (query: string) => (await call("GET", `/v1/experiments${query}`, undefined, bearer(token))).body
  const seen: string[] = []
  for (let after = ""; ; ) {
    const { experiments, next } = await list(`?limit=1${after}`)
    seen.push(...experiments.map(({ id }: { id: string }) => id))
    if (next === null) break
    expect(mine).toContain(next)
    after = `&after=${next}`
  }
  expect(seen).toEqual(mine)
  // Neither whether another experiment exists nor where it stands can be found out by naming it.
  for (const other of [all[0], all[8], "exp_nothing"]) expect(await list(`?after=${other}`)).toEqual(await list(""))
  expect((await list("?limit=2")).next).toBe(mine[1])
  expect((await list(`?after=${mine[1]}`)).experiments).toHaveLength(1)
})

test("a revoked key ends, a rotated one changes over, and another process may do both", async () => {
  const { call, create, store, path, clock } = await testServer()
  const id = await create()
  const first = createKey(store, { name: "first", role: "audit" }, clock.now)
  const works = async (token: string) =>
    (await call("GET", `/v1/experiments/${id}`, undefined, bearer(token))).status === 200
  expect(await works(first.token)).toBe(true)
  const outside = openSqliteStore(path)
  const second = rotateKey(outside, first.row.id, 60, clock.now)
  expect([await works(first.token), await works(second.token)]).toEqual([true, true])
  clock.forward(61)
  expect([await works(first.token), await works(second.token)]).toEqual([false, true])
  revokeKey(outside, second.row.id)
  outside.close()
  expect(await works(second.token)).toBe(false)
  // Once there were keys, none may be left out again.
  expect((await call("GET", `/v1/experiments/${id}`)).status).toBe(401)
})

test("a key is not in the store, only a hash of it", async () => {
  const { store, path } = await testServer()
  const { token, row } = createKey(store, { name: "secret", role: "decide" })
  store.database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  const bytes = readFileSync(path)
  expect(bytes.includes(token.split("_").slice(2).join("_"))).toBe(false)
  expect(bytes.includes(row.hash)).toBe(true)
})

test("a token with any one character more, less or changed is no key", async () => {
  const { store } = await testServer()
  const { token, row } = createKey(store, { name: "near", role: "decide" })
  const other = createKey(store, { name: "other", role: "decide" })
  const ring = new KeyRing(store)
  await ring.refresh()
  expect(ring.find(token, Date.now())?.id).toBe(row.id)
  const changed = [...token].map((was, at) => `${token.slice(0, at)}${was === "x" ? "y" : "x"}${token.slice(at + 1)}`)
  const less = [...token].map((_, at) => token.slice(0, at))
  const mixed = `${token.slice(0, 17)}${other.token.slice(17)}`
  for (const near of [...changed, ...less, `${token}x`, mixed, ""]) expect(ring.find(near, Date.now())).toBeNull()
})

test("a token that was accepted before is refused once its key is over, and thousands of them are told apart", async () => {
  const { store } = await testServer()
  const ring = new KeyRing(store, 0)
  const found = async (token: string, now = 1000) => {
    await ring.refresh()
    return ring.find(token, now)?.id ?? null
  }
  const short = createKey(store, { name: "short", role: "decide", expiresAt: 2000 }, 0)
  expect([await found(short.token), await found(short.token, 1999), await found(short.token, 2000)]).toEqual([
    short.row.id,
    short.row.id,
    null,
  ])
  const revoked = createKey(store, { name: "revoked", role: "decide" }, 0)
  expect(await found(revoked.token)).toBe(revoked.row.id)
  revokeKey(store, revoked.row.id, 1000)
  expect(await found(revoked.token)).toBeNull()
  // More than are known by their text.
  const made: { id: string; token: string }[] = []
  const insert = store.database.prepare(
    "INSERT INTO keys (id, lineage, name, role, hash, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?, 'command')",
  )
  const put = ({ id, name, role, hash, createdAt }: KeyRow) => void insert.run(id, id, name, role, hash, createdAt)
  store.database.exec("BEGIN")
  for (let number = 0; number < 1100; number++) {
    const { row, token } = createKey({ putKey: put, keys: () => [] }, { name: `${number}`, role: "audit" }, 0)
    made.push({ id: row.id, token })
  }
  store.database.exec("COMMIT")
  const again = new KeyRing(store)
  await again.refresh()
  for (const turn of [1, 2])
    for (const { id, token } of made) expect(again.find(token, 1000)?.id, `turn ${turn}`).toBe(id)
})
