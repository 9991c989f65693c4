// Rotation: a successor continues for its predecessors. Rewards count, ids repeat, limits stay.

import { describe, expect, test } from "vitest"
import type { KeyRow } from "../store/rows.ts"
import type { Store } from "../store/store.ts"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { freezeTimer } from "../testing/frozen-timer.ts"
import { demo } from "../testing/test-service.ts"
import { createKey, rotateKey } from "./key.ts"

/** Collects the changes of keys and writes them in order, as `armistice keys` does. */
async function edit<Result>(
  store: Store,
  work: (keys: { keys(): KeyRow[]; putKey(row: KeyRow): void }) => Result,
): Promise<Result> {
  const known = await store.keys()
  const changed: KeyRow[] = []
  const result = work({ keys: () => known, putKey: (row) => changed.push(row) })
  for (const row of changed) await store.putKey(row)
  return result
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const newKey = (store: Store, name: string) => edit(store, (keys) => createKey(keys, { name, role: "decide" }))
const rotate = (store: Store, id: string, overlapSeconds: number, now: number) =>
  edit(store, (keys) => rotateKey(keys, id, overlapSeconds, now))

const hidden = { ...demo, sticky: true, arrivals: "private", rewardWindowSeconds: 600, tickSeconds: 30 }

describe.each(storeKinds)("on %s", (kind) => {
  test("with private arrivals rewards under the successor count, by subject and by id, but not under another key", async () => {
    const { call, create, store, clock } = await anyServer(kind)
    const id = await create(hidden)
    const first = await newKey(store, "shop")
    const other = await newKey(store, "other")
    const ids: string[] = []
    const second = await rotate(store, first.row.id, 60, clock.now)
    for (let person = 0; person < 60; person++) {
      const { token } = person % 2 === 0 ? first : second
      const body = { subject: `person ${person}` }
      ids.push((await call("POST", `/v1/experiments/${id}/decisions`, body, bearer(token))).body.decisionId as string)
    }
    clock.forward(60)
    const third = await rotate(store, second.row.id, 0, clock.now)
    expect([second.row.lineage, third.row.lineage]).toEqual([first.row.id, first.row.id])
    expect(other.row.lineage).toBe(other.row.id)
    const give = (body: object, token: string) => call("POST", `/v1/experiments/${id}/rewards`, body, bearer(token))
    expect((await give({ subject: "person 0", value: 1 }, first.token)).body.code).toBe("invalid_key")
    expect((await give({ decisionId: ids[30], value: 1 }, other.token)).body.code).toBe("reward_conflict")
    expect((await give({ subject: "person 0", value: 1 }, other.token)).status).toBe(204)
    expect(await store.rowsAfter("rewards", id, 0, 100)).toHaveLength(0)
    for (let person = 0; person < 30; person++)
      expect((await give({ subject: `person ${person}`, value: 1 }, third.token)).status).toBe(204)
    for (const decisionId of ids.slice(30, 40))
      expect((await give({ decisionId, value: 1 }, third.token)).status).toBe(204)
    for (const decisionId of ids.slice(40, 50)) {
      const url = `/v1/experiments/${id}/decisions/${decisionId}/reward`
      expect((await call("PUT", url, { value: 1 }, bearer(third.token))).status).toBe(204)
    }
    const rewards = ids.slice(50).map((decisionId) => ({ decisionId, value: 1 }))
    const batch = await call("POST", `/v1/experiments/${id}/rewards:batch`, { rewards }, bearer(third.token))
    expect(batch.body.results.map(({ status }: { status: number }) => status)).toEqual(Array(10).fill(204))
    expect(await store.rowsAfter("rewards", id, 0, 100)).toHaveLength(60)
  })

  test("an Idempotency-Key stands for the same decisions and experiment after a rotation", async () => {
    const { call, create, store, clock } = await anyServer(kind)
    const id = await create()
    const first = await newKey(store, "shop")
    const operator = await edit(store, (keys) => createKey(keys, { name: "team", role: "operate" }))
    const word = { "idempotency-key": "order 7" }
    const decide = (token: string, path: string, body: object) =>
      call("POST", `/v1/experiments/${id}/${path}`, body, { ...bearer(token), ...word })
    const make = (token: string) =>
      call("POST", "/v1/experiments", { ...demo, name: "again" }, { ...bearer(token), ...word })
    const batch = { decisions: [{}, {}] }
    const one = await decide(first.token, "decisions", {})
    const made = await make(operator.token)
    const { token } = await rotate(store, first.row.id, 0, clock.now)
    const successor = await rotate(store, operator.row.id, 0, clock.now)
    expect(await decide(token, "decisions", {})).toMatchObject({ status: 200, body: one.body })
    expect((await decide(token, "decisions:batch", batch)).body.code).toBe("idempotency_conflict")
    expect((await make(successor.token)).body.id).toBe(made.body.id)
    expect(await store.rowsAfter("decisions", id, 0, 10)).toHaveLength(1)
  })

  test("under load no reward is lost, however often the key is rotated", async () => {
    const { call, create, store, clock } = await anyServer(kind)
    const id = await create(hidden)
    let current = await newKey(store, "shop")
    let isDone = false
    let acknowledged = 0
    const worker = async (name: number): Promise<void> => {
      for (let person = 0; person < 40; person++) {
        const subject = `${name}.${person}`
        const url = `/v1/experiments/${id}`
        const decided = await call("POST", `${url}/decisions`, { subject }, bearer(current.token))
        expect(decided.status).toBe(201)
        await new Promise((resolve) => setTimeout(resolve, person % 4))
        const by = person % 2 === 0 ? { subject } : { decisionId: decided.body.decisionId as string }
        const given = await call("POST", `${url}/rewards`, { ...by, value: 1 }, bearer(current.token))
        expect(given.status).toBe(204)
        acknowledged += 1
      }
    }
    const rotating = (async () => {
      let rotations = 0
      for (; !isDone; rotations++) {
        current = await rotate(store, current.row.id, 60, clock.now)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      return rotations
    })()
    try {
      await Promise.all(Array.from({ length: 8 }, (_, name) => worker(name)))
    } finally {
      isDone = true
    }
    expect(await rotating).toBeGreaterThan(3)
    expect(acknowledged).toBe(320)
    expect(await store.rowsAfter("rewards", id, 0, 1000)).toHaveLength(acknowledged)
  })
})

test("predecessor and successor share one limit, and another key has its own", async () => {
  freezeTimer()
  const { call, create, store, clock } = await anyServer("SQLite", { rateLimit: 4 })
  const id = await create()
  const first = await newKey(store, "shop")
  const other = await newKey(store, "other")
  const second = await rotate(store, first.row.id, 60, clock.now)
  const decide = async (token: string) =>
    (await call("POST", `/v1/experiments/${id}/decisions`, {}, bearer(token))).status
  const statuses: number[] = []
  for (const { token } of [first, second, first, second, first, second, other]) statuses.push(await decide(token))
  expect(statuses).toEqual([201, 201, 201, 201, 429, 429, 201])
})

test("an overlap never makes a key last longer, and a revoked key stays revoked", async () => {
  const { store } = await anyServer("SQLite")
  const { row } = await edit(store, (keys) => createKey(keys, { name: "short", role: "decide", expiresAt: 5000 }, 0))
  await expect(rotate(store, row.id, 0, 9000)).rejects.toThrow(
    `the line of key ${row.id} ended on 1970-01-01T00:00:05.000Z: its successor needs an end of its own, or none`,
  )
  await edit(store, (keys) => rotateKey(keys, row.id, 3600, 9000, { expiresAt: null }))
  const find = async () => (await store.keys()).find(({ id }) => id === row.id)
  expect((await find())?.expiresAt).toBe(5000)
  await store.putKey({ ...row, revokedAt: 7 })
  await edit(store, (keys) => rotateKey(keys, row.id, 0, 9000, { expiresAt: null }))
  expect((await find())?.revokedAt).toBe(7)
})
