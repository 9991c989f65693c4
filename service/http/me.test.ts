// The caller's identity, and when a key was last used: by deciding and reading, never by a reward.

import { expect, test } from "vitest"
import { createKey } from "../keys/key.ts"
import { KeyUses } from "../keys/key-uses.ts"
import { roles } from "../keys/role.ts"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { testServer } from "../testing/test-service.ts"

test("/v1/me names the key, its permissions and its experiments, and they hold", async () => {
  const { call, create, store } = await testServer()
  const id = await create()
  expect((await call("GET", "/v1/me")).body).toEqual({
    key: null,
    person: null,
    role: "local",
    may: ["decide", "evaluate", "read", "audit", "operate", "manage-keys"],
    experiments: null,
  })
  const calls = {
    decide: ["POST", `/v1/experiments/${id}/decisions`],
    evaluate: ["POST", `/ofrep/v1/evaluate/flags/${id}`],
    read: ["GET", `/v1/experiments/${id}`],
    audit: ["GET", `/v1/experiments/${id}/privacy`],
    operate: ["POST", `/v1/experiments/${id}/resume`],
    "manage-keys": ["GET", "/v1/keys"],
  } as const
  const person: Record<string, object> = { evaluate: { context: { targetingKey: "ann" } } }
  // A key that can only evaluate cannot ask who it is (keys/evaluate-role.test.ts).
  for (const role of roles.filter((one) => one !== "evaluate")) {
    const { token, row } = createKey(store, { name: `the ${role}`, role })
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await call("GET", "/v1/me", undefined, headers)
    expect(body).toMatchObject({ key: { id: row.id, name: `the ${role}` }, role, experiments: null })
    const allowed = []
    for (const [task, [method, url]] of Object.entries(calls))
      if ((await call(method, url, method === "GET" ? undefined : person[task], headers)).status < 400)
        allowed.push(task)
    expect(body.may).toEqual(allowed)
  }
  const limited = createKey(store, { name: "l", role: "audit", experiments: [id] })
  const { body } = await call("GET", "/v1/me", undefined, { authorization: `Bearer ${limited.token}` })
  expect(body.experiments).toEqual([id])
  expect((await call("GET", "/v1/me")).status).toBe(401)
})

test.each(storeKinds)("on %s a key's last use is a day, and only deciding and reading is use", async (kind) => {
  const { call, create, newKey, store, clock } = await anyServer(kind)
  const id = await create({
    ...{ name: "d", arms: ["a", "b"], horizon: 100, answers: "all" as const, privacy: { eta: 1 } },
    arrivals: "private",
  })
  await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "d" })
  const key = await newKey("shop")
  const usedOn = async () => (await store.keys())[0]?.usedOn
  expect(await usedOn()).toBeUndefined()
  for (const path of [`decisions/d/reward`, "rewards", "rewards:batch"])
    await call(path.startsWith("rewards") ? "POST" : "PUT", `/v1/experiments/${id}/${path}`, { value: 1 }, key)
  await call("POST", `/v1/experiments/${id}/pause`, undefined, key)
  await call("GET", `/v1/experiments/${id}/privacy`, undefined, key)
  expect(await usedOn()).toBeUndefined()
  await call("POST", `/v1/experiments/${id}/decisions`, {}, key)
  await expect.poll(usedOn).toBe("2026-01-01")
  clock.forward(86_400)
  await call("PUT", `/v1/experiments/${id}/decisions/d/reward`, { value: 1 }, key)
  expect(await usedOn()).toBe("2026-01-01")
  await call("GET", `/v1/experiments/${id}`, undefined, key)
  await expect.poll(usedOn).toBe("2026-01-02")
  // Changing a key, or what a slower replica notes, takes nothing back.
  const [row] = await store.keys()
  await store.putKeyUse(row?.id ?? "", "2026-01-01")
  await store.putKey({ ...(row as NonNullable<typeof row>), revokedAt: 5 })
  expect(await usedOn()).toBe("2026-01-02")
})

test("a use is written once a day, and again if it could not be", async () => {
  const written: string[] = []
  let isBroken = false
  const uses = new KeyUses({
    putKeyUse: async (key, day) => {
      written.push(`${key} ${day}`)
      if (isBroken) throw new Error("no store")
    },
  })
  const add = async (key: string, now: number) => {
    uses.add(key, now)
    await Promise.resolve()
    await Promise.resolve()
  }
  for (let hour = 0; hour < 24; hour++) for (const key of ["a", "b"]) await add(key, hour * 3_600_000)
  expect(written).toEqual(["a 1970-01-01", "b 1970-01-01"])
  isBroken = true
  await add("a", 86_400_000)
  isBroken = false
  await add("a", 86_400_001)
  await add("a", 86_400_002)
  expect(written.slice(2)).toEqual(["a 1970-01-02", "a 1970-01-02"])
})
