// While the database is busy, full of connections or cut off, requests are refused soon with 503
// and Retry-After, and can be repeated.

import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { buildServer } from "../../http/server.ts"
import { testReplicas } from "../../testing/test-replica.ts"
import { demo } from "../../testing/test-service.ts"
import { noChanges } from "../changes.ts"

async function served(options: { connections?: number } = {}) {
  const { replicas, url, problems } = await testReplicas(
    1,
    { parallelBatches: 2 },
    { lockTimeoutMs: 200, statementTimeoutMs: 1000, connectTimeoutMs: 300, ...options },
  )
  const [replica] = replicas
  const app = await buildServer(replica, { rateLimit: null })
  onTestFinished(() => app.close())
  const { id } = (await replica.createExperiment(demo)).live.experiment
  const decide = async (decisionId: string) => {
    const answer = await app.inject({ method: "POST", url: `/v1/experiments/${id}/decisions`, payload: { decisionId } })
    return [answer.statusCode, answer.json().code, answer.headers["retry-after"]]
  }
  const other = new pg.Client({ connectionString: url })
  other.on("error", () => undefined)
  await other.connect()
  onTestFinished(() => other.end())
  return { replica, app, id, decide, other, problems }
}

const done = [201, undefined, undefined]
const busy = [503, "store_busy", "1"]

test("an experiment that someone else holds: 503 after the lock timeout, and the same request later", async () => {
  const { decide, other, problems } = await served()
  expect(await decide("d1")).toEqual(done)
  await other.query("BEGIN; SELECT 1 FROM armistice.heads FOR UPDATE")
  const start = performance.now()
  expect(await decide("d2")).toEqual(busy)
  expect(performance.now() - start).toBeLessThan(2000)
  await other.query("ROLLBACK")
  expect(await decide("d2")).toEqual(done)
  expect(await problems()).toEqual([null])
})

test("a pool without a connection to spare: 503, and none is lost", async () => {
  const { replica, app, decide } = await served({ connections: 1 })
  // The keys are known from the first request on, so that only the decision needs a connection.
  expect(await decide("d1")).toEqual(done)
  const held = await replica.store.session.pool.connect()
  expect(await decide("d2")).toEqual(busy)
  expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200)
  expect((await app.inject({ url: "/readyz" })).statusCode).toBe(503)
  held.release()
  expect(await decide("d2")).toEqual(done)
  expect((await app.inject({ url: "/readyz" })).statusCode).toBe(200)
})

test("all connections cut, again and again: each request is answered, and none that was kept is lost", async () => {
  const { replica, id, decide, other, problems } = await served()
  const kept: string[] = []
  for (let round = 0; round < 15; round++) {
    const asked = Array.from({ length: 5 }, async (_, at) => {
      const [status] = await decide(`d${round}-${at}`)
      if (status === 201) kept.push(`d${round}-${at}`)
      else expect(status).toBe(503)
    })
    await other.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    await Promise.all(asked)
  }
  expect(await decide("last")).toEqual(done)
  const stored = new Set((await replica.store.rowsAfter("decisions", id, 0, 1000)).map((row) => row.id))
  for (const decisionId of kept) expect(stored).toContain(decisionId)
  expect(await problems()).toEqual([null])
})

test("a change that cannot be written down fails, and its connection is free again", async () => {
  const { replica, decide } = await served({ connections: 1 })
  expect(await decide("d1")).toEqual(done)
  const broken = {
    experiment: {
      id: "exp_broken",
      toJSON: () => {
        throw new Error("no JSON")
      },
    },
  }
  const changes = { ...noChanges(), experiments: [broken as never] }
  await expect(replica.store.commit(changes)).rejects.toThrow()
  expect(await decide("d2")).toEqual(done)
})
