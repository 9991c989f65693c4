// No request takes longer than the one limit it has, whatever the database does and whatever else
// has limits: connections, locks, statements.

import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { buildServer } from "../../http/server.ts"
import { FaultProxy } from "../../testing/fault-proxy.ts"
import { readyDatabase } from "../../testing/test-database.ts"
import { testReplicas } from "../../testing/test-replica.ts"
import { demo } from "../../testing/test-service.ts"

const limitMs = 700
/** Each alone is longer than a request may take, and one request may meet several of them. */
const limits = { connectTimeoutMs: 2000, lockTimeoutMs: 2500, statementTimeoutMs: 3000 }
/** Between the limit and the shortest of the others, as the machine may be busy. */
const latestMs = 1700

async function served(keyRefreshMs: number) {
  const url = await readyDatabase()
  const proxy = await FaultProxy.start(url)
  onTestFinished(() => proxy.close())
  const { replicas, problems } = await testReplicas(1, { requestTimeoutMs: limitMs }, limits, proxy.url)
  const [replica] = replicas
  const lines: string[] = []
  const app = await buildServer(replica, {
    rateLimit: null,
    keyRefreshMs,
    log: { write: (line) => void lines.push(line) },
  })
  onTestFinished(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  const address = await app.listen({ host: "127.0.0.1", port: 0 })
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  onTestFinished(() => other.end())
  const create = async (more: object) => (await replica.createExperiment({ ...demo, ...more })).live.experiment.id
  const id = await create({})
  const hidden = await create({ arrivals: "private" })
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" }
    const started = performance.now()
    const answer = await fetch(`${address}${path}`, { method, headers: { ...type, ...headers }, ...json })
    const ms = performance.now() - started
    const stream = answer.headers.get("content-type") === "text/event-stream"
    const text = stream ? "" : await answer.text()
    if (stream) await answer.body?.cancel()
    return { name: `${method} ${path}`, status: answer.status, ms, text }
  }
  /** Requests of every kind, all at once. */
  const askAll = (name: string) => {
    const round = name.replaceAll(/\W/g, "-")
    const one = `/v1/experiments/${id}`
    return Promise.all([
      call("POST", `${one}/decisions`, { decisionId: `short-${round}` }),
      call("POST", `${one}/decisions`, { subject: `é-${round}` }, { "idempotency-key": round }),
      call("POST", `${one}/decisions:batch`, { decisions: [{ decisionId: `part-${round}` }] }),
      call("PUT", `${one}/decisions/first/reward`, { value: 1 }),
      call("PUT", `/v1/experiments/${hidden}/decisions/first/reward`, { value: 1 }),
      call("GET", `${one}/decisions/first`),
      ...["", "/results", "/privacy", "/ledger", "/export?record=ledger", "/export", "/events"].map((path) =>
        call("GET", `${one}${path}`),
      ),
      ...["/v1/experiments", "/v1/activity", "/metrics", "/readyz"].map((path) => call("GET", path)),
      call("PATCH", one, { description: round }),
    ])
  }
  for (const name of [id, hidden]) await call("POST", `/v1/experiments/${name}/decisions`, { decisionId: "first" })
  return { proxy, other, problems, askAll, call, lines, hidden, store: replica.store }
}

const listStatuses = (answers: readonly { status: number }[]) =>
  [...new Set(answers.map(({ status }) => status))].sort((a, b) => a - b)

const tooLate = (answers: readonly { name: string; ms: number }[]) =>
  answers.filter(({ ms }) => ms > latestMs).map(({ name, ms }) => `${name}: ${Math.round(ms)} ms`)

async function expectSoon(asked: ReturnType<Awaited<ReturnType<typeof served>>["askAll"]>): Promise<void> {
  const answers = await asked
  expect(tooLate(answers)).toEqual([])
  expect(answers.filter(({ status }) => status !== 503)).toEqual([])
}

// Keys are asked for before everything else: with each request, or never again.
test.each([0, 1e9])("a database that stops answering, keys read again after %d ms", async (keyRefreshMs) => {
  const { proxy, problems, askAll } = await served(keyRefreshMs)
  expect(listStatuses(await askAll("before"))).toEqual([200, 201, 204])
  for (const fault of ["answers held back", "requests held back", "connections never answered"] as const) {
    proxy.set(fault)
    await expectSoon(askAll(fault))
    // Requests that come while the first are still given up on.
    await expectSoon(askAll(`${fault} again`))
    proxy.set(null)
    await expect.poll(async () => listStatuses(await askAll(`after ${fault}`)), { timeout: 10_000 }).not.toContain(503)
  }
  expect(await problems()).toEqual([null, null])
})

test("locks that another session holds; a reward whose request was refused meanwhile is in no log", async () => {
  const { other, problems, askAll, call, lines, hidden } = await served(1e9)
  await other.query("BEGIN; LOCK TABLE armistice.heads, armistice.decisions IN ACCESS EXCLUSIVE MODE")
  const asked = askAll("locked")
  const late = call("PUT", `/v1/experiments/${hidden}/decisions/first/reward`, { value: 0 })
  expect(tooLate(await asked)).toEqual([])
  expect(listStatuses([await late])).toEqual([503])
  await other.query("ROLLBACK")
  await expect.poll(async () => listStatuses(await askAll("after")), { timeout: 10_000 }).not.toContain(503)
  expect(lines.join("")).not.toMatch(/first|already sent/i)
  expect(await problems()).toEqual([null, null])
})

test("a transaction that nobody waits for any more is given up: its connection is closed, and others can be made", async () => {
  const { other, store } = await served(1e9)
  await other.query("BEGIN; LOCK TABLE armistice.heads IN ACCESS EXCLUSIVE MODE")
  const started = performance.now()
  const asked = { experiments: [1] }
  const begun = Array.from({ length: 20 }, () => store.session.begin(asked, performance.now() + 300))
  const outcomes = await Promise.allSettled(begun)
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["rejected"]))
  expect(performance.now() - started).toBeLessThan(latestMs)
  await other.query("ROLLBACK")
  await (await store.session.begin(asked)).rollback()
  expect(store.session.pool.waitingCount).toBe(0)
})
