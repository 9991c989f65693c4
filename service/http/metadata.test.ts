// Metadata of an experiment can change and is stored; its definition cannot.

import { expect, test } from "vitest"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { demo, testServer } from "../testing/test-service.ts"

test.each(storeKinds)("on %s name, description and labels are changed, and nothing else is", async (kind) => {
  const { call, create, store } = await anyServer(kind)
  const id = await create({ ...demo, description: "first words", labels: ["shop", "spring"] })
  const before = (await call("GET", `/v1/experiments/${id}`)).body
  expect(before).toMatchObject({ name: "demo", description: "first words", labels: ["shop", "spring"] })
  const edited = await call("PATCH", `/v1/experiments/${id}`, { name: "Zebra", labels: [] })
  const { progress: _progress, purgedAt: _purgedAt, ...view } = before
  expect([edited.status, edited.body]).toEqual([200, { ...view, name: "Zebra", labels: [] }])
  expect((await call("GET", `/v1/experiments/${id}`)).body).toEqual({ ...before, name: "Zebra", labels: [] })
  await call("PATCH", `/v1/experiments/${id}`, { description: "" })
  // The status does not matter: metadata can change in all.
  expect((await call("POST", `/v1/experiments/${id}/archive`)).body).toMatchObject({ name: "Zebra", description: "" })
  expect((await call("PATCH", `/v1/experiments/${id}`, { labels: ["old"] })).body.labels).toEqual(["old"])
  const stored = await store.experiment(id)
  expect(stored?.experiment.name).toBe("demo")
  expect(stored?.metadata).toEqual({ name: "Zebra", description: "", labels: ["old"] })
  const { activity } = (await call("GET", `/v1/experiments/${id}/activity`)).body
  expect(activity.map(({ action }: { action: string }) => action)).toEqual([
    "create",
    "edit",
    "edit",
    "archive",
    "edit",
  ])
})

test("words that cannot be are refused, and change nothing", async () => {
  const { call, create } = await testServer()
  const id = await create()
  for (const [body, status] of [
    [{}, 400],
    [{ name: "" }, 400],
    [{ name: "a\u0000b" }, 400],
    [{ description: "\ud800" }, 400],
    [{ description: "x".repeat(2001) }, 400],
    [{ labels: ["a", "a"] }, 422],
    [{ labels: [""] }, 400],
    [{ labels: Array.from({ length: 21 }, (_, index) => `l${index}`) }, 400],
    [{ horizon: 5 }, 400],
    [{ name: "y", arms: ["c"] }, 400],
  ] as const) {
    expect([body, (await call("PATCH", `/v1/experiments/${id}`, body)).status]).toEqual([body, status])
  }
  expect((await call("POST", "/v1/experiments", { ...demo, labels: ["a", "a"] })).status).toBe(422)
  expect((await call("PATCH", "/v1/experiments/exp_none", { name: "y" })).status).toBe(404)
  expect((await call("GET", `/v1/experiments/${id}`)).body).toMatchObject({ name: "demo", description: "", labels: [] })
  expect((await call("GET", "/v1/activity")).body.activity).toHaveLength(1)
})

test("replicas that prepare a search at once, while names change, leave every experiment searchable by its name of now", async () => {
  const { replicas } = await testReplicas(2)
  const ids: string[] = []
  for (let number = 0; number < 12; number++) ids.push((await replicas[0].createExperiment(demo)).live.experiment.id)
  for (let round = 0; round < 5; round++) {
    await replicas[0].store.session.pool.query("UPDATE armistice.experiments SET searched = NULL")
    await Promise.all([
      ...replicas.map((replica) => replica.list({ sort: "created", limit: 1 })),
      ...ids.map((id, index) => replicas[index % 2]?.editMetadata(id, { name: `round ${round} ${id}` })),
      ...replicas.map((replica) => replica.list({ sort: "created", limit: 1 })),
    ])
    const { experiments } = await replicas[0].list({ sort: "created", limit: 50, q: `round ${round} exp_` })
    expect(experiments).toHaveLength(12)
  }
})
