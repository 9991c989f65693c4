// A database or schema that is put in the place of the served one, and rows that are set back,
// while replicas go on running. The server is the same one all the time, so nothing but its answers
// tells.

import { expect, onTestFinished, test } from "vitest"
import { subjectEta } from "../../live/subject-loss.ts"
import { Service } from "../../service.ts"
import { FaultProxy } from "../../testing/fault-proxy.ts"
import { History, listDecisions, readReleases } from "../../testing/history.ts"
import { startPostgres } from "../../testing/postgres-server.ts"
import { clonedDatabase } from "../../testing/restorable.ts"
import { runSql, selectRows } from "../../testing/run-sql.ts"
import { dumpStore, restoreDump } from "../../testing/store-dump.ts"
import { testDatabase } from "../../testing/test-database.ts"
import type { Replica } from "../../testing/test-replica.ts"
import { testSubjectKey } from "../../testing/test-service.ts"
import { openPostgresStore } from "./postgres-store.ts"

/** Every second reward of an arm is released, so that there is much to release twice. */
const plain = {
  name: "plain",
  arms: ["a", "b"],
  horizon: 1e6,
  answers: "all" as const,
  missing: "ignore" as const,
  algorithm: { name: "dp-imed", epsilon: 1, firstBatch: 3, batchRatio: 1.01 },
}
const counted = { ...plain, name: "counted", subjectCap: 1 }

async function startReplica(url: string): Promise<Replica> {
  const replica = await Service.start({ store: await openPostgresStore(url), subjectKey: testSubjectKey })
  onTestFinished(() => replica.close())
  return replica
}

const visits = async (history: History, replica: Replica, id: string, count: number) => {
  for (let round = 0; round < count; round++) await history.visit(replica, id)
  // Shows why, where one was refused.
  expect(history.refusals).toEqual([])
}

/** Two replicas that have both seen some of an experiment of each kind. */
async function startTwo(url: string) {
  const [first, second] = [await startReplica(url), await startReplica(url)]
  const history = new History()
  const { id } = (await first.createExperiment(plain)).live.experiment
  const { id: people } = (await first.createExperiment(counted)).live.experiment
  await visits(history, first, id, 5)
  await visits(history, second, id, 4)
  await history.visit(second, people, "anna")
  return { first, second, history, id, people }
}

/** Both notice, and make one restore of it. */
async function expectRestored({ first, second, history, id, people }: Awaited<ReturnType<typeof startTwo>>) {
  for (const replica of [first, second]) {
    expect(await replica.live(id)).toMatchObject({ restored: 1 })
    expect(await replica.live(people)).toMatchObject({ restored: 1, isStopped: true })
    await visits(history, replica, id, 6)
  }
  expect(await first.store.restores()).toBe(1)
}

const readName = (url: string) => new URL(url).pathname.slice(1)

/** Renames a copy of a database to its name. Returns where the original is now. */
async function putInPlace(url: string, copy: string): Promise<string> {
  const server = new URL("/postgres", url).href
  const old = `${readName(url)}_old`
  const cut = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${readName(url)}'`
  const rename = async () => {
    await runSql(server, cut)
    return runSql(server, `ALTER DATABASE ${readName(url)} RENAME TO ${old}`).then(() => "done", String)
  }
  // Replicas connect again at once.
  await expect.poll(rename).toBe("done")
  await runSql(server, `ALTER DATABASE ${readName(copy)} RENAME TO ${readName(url)}`)
  onTestFinished(() => runSql(server, `DROP DATABASE ${old} WITH (FORCE)`))
  return new URL(`/${old}`, url).href
}

test("a database put in the place of the served one is a restore at the next transaction", async () => {
  const url = await testDatabase()
  const started = await startTwo(url)
  const { first, history, id } = started
  const copy = await clonedDatabase(url)
  await visits(history, first, id, 6)
  const old = await putInPlace(url, copy)
  await first.decide(id, {}, "local")
  expect(first.restored).toBe(1)
  expect(history.forgetLost(await listDecisions(url))).toBe(6)
  await expectRestored(started)
  expect(await history.problems(url, [await readReleases(old)])).toEqual([])
})

test("a database put in the place of the served one is a restore although it has all that was seen", async () => {
  const url = await testDatabase()
  const started = await startTwo(url)
  const copy = await clonedDatabase(url)
  await putInPlace(url, copy)
  await expectRestored(started)
  expect(await started.history.problems(url)).toEqual([])
})

test("a schema that was dropped and restored in place is a restore, although it has all that was seen", async () => {
  const url = await testDatabase()
  const started = await startTwo(url)
  const { first, history, id } = started
  const released = await readReleases(url)
  await restoreDump(url, await dumpStore(url), "recreated")
  await first.decide(id, {}, "local")
  expect(first.restored).toBe(1)
  await expectRestored(started)
  expect(await history.problems(url, [released])).toEqual([])
})

test("rows that were set back in their tables are a restore for the replica that has seen more", async () => {
  const url = await testDatabase()
  const started = await startTwo(url)
  const { first, history, id } = started
  const dump = await dumpStore(url)
  await visits(history, first, id, 6)
  const released = await readReleases(url)
  await restoreDump(url, dump, "kept")
  await first.decide(id, {}, "local")
  expect(first.restored).toBe(1)
  expect(history.forgetLost(await listDecisions(url))).toBe(6)
  await expectRestored(started)
  expect(await history.problems(url, [released])).toEqual([])
})

const asks = [
  ["reads", (replica: Replica, id: string): Promise<unknown> => replica.live(id)],
  ["decisions", (replica: Replica, id: string): Promise<unknown> => replica.decide(id, {}, "local")],
] as const

test.each(asks)(
  "rows that were set back are a restore once another replica has come as far, with %s",
  async (_name, ask) => {
    const url = await testDatabase()
    const started = await startTwo(url)
    const { first, second, history, id } = started
    const dump = await dumpStore(url)
    await visits(history, first, id, 6)
    const versionNow = async () =>
      (await selectRows<{ version: string }>(url, "SELECT version FROM armistice.heads ORDER BY experiment LIMIT 1"))[0]
    // The versions that readers have seen are compared with those that they are shown.
    await first.live(id)
    const [reached, released] = [await versionNow(), await readReleases(url)]
    await restoreDump(url, dump, "kept")
    while ((await versionNow())?.version !== reached?.version) await second.decide(id, {}, "local")
    expect(await second.store.restores()).toBe(0)
    await ask(first, id)
    expect(first.restored).toBe(1)
    expect(history.forgetLost(await listDecisions(url))).toBe(6)
    await expectRestored(started)
    expect(await history.problems(url, [released])).toEqual([])
  },
)

test.each(asks)("rows of an experiment that was seen and is gone are a restore, with %s", async (_name, ask) => {
  const url = await testDatabase()
  const { first, second, history, id } = await startTwo(url)
  const dump = await dumpStore(url)
  const lost = (await first.createExperiment({ ...plain, name: "lost" })).live.experiment.id
  await restoreDump(url, dump, "kept")
  await expect(ask(first, lost)).rejects.toMatchObject({ code: "unknown_experiment" })
  expect(first.restored).toBe(1)
  expect(await second.live(id)).toMatchObject({ restored: 1 })
  expect(await history.problems(url)).toEqual([])
})

test("a dump that another server serves on the same timeline is a restore, although it has all that was seen", async () => {
  const servers = await Promise.all([startPostgres(), startPostgres()])
  onTestFinished(async () => {
    for (const server of servers) await server.remove()
  })
  const [{ url }, other] = servers
  const proxy = await FaultProxy.start(url)
  onTestFinished(() => proxy.close())
  const started = await startTwo(proxy.url)
  await (await openPostgresStore(other.url)).close()
  const place = async (at: string) =>
    (await selectRows<{ place: string }>(at, "SELECT value AS place FROM armistice.properties WHERE name = 'place'"))[0]
      ?.place ?? ""
  const { oid, schema, timeline, system } = JSON.parse(await place(other.url)) as Record<string, string>
  await restoreDump(other.url, await dumpStore(url), "kept")
  // Nothing but the system identifier tells the servers apart.
  expect(JSON.parse(await place(other.url))).toMatchObject({ oid, schema, timeline })
  expect(JSON.parse(await place(other.url))).not.toMatchObject({ system })
  const released = await readReleases(url)
  proxy.leadTo(other.url)
  await expectRestored(started)
  expect(await started.history.problems(other.url, [released])).toEqual([])
})

test("a dump that is restored again counts the restore that it has forgotten, in its tables and as another database", async () => {
  const url = await testDatabase()
  const { first, second, history, id, people } = await startTwo(url)
  const dump = await dumpStore(url)
  const copy = await clonedDatabase(url)
  await expect.poll(() => history.visit(first, id)).not.toBeNull()
  const expectRestores = async (restored: number) => {
    for (const replica of [first, second]) {
      expect(await replica.live(id)).toMatchObject({ restored })
      expect(await replica.live(people)).toMatchObject({ restored, isStopped: true })
    }
  }
  await restoreDump(url, dump, "kept")
  await expectRestores(1)
  const etaNow = async () => subjectEta(await first.live(people)) as number
  const afterOne = await etaNow()
  await first.acceptRestore(people, afterOne, "local")
  expect(await history.visit(second, people, "bert")).not.toBeNull()
  // The dump says that there was no restore, but bert may have been counted before it, after it,
  // and will be from now on.
  await restoreDump(url, dump, "kept")
  await expectRestores(2)
  expect(await etaNow()).toBeCloseTo((3 / 2) * afterOne, 9)
  await putInPlace(url, copy)
  await expectRestores(3)
})

test("keys, webhooks and properties are written only once a restore has been dealt with", async () => {
  const url = await testDatabase()
  const { first, second, id } = await startTwo(url)
  const copy = await clonedDatabase(url)
  await putInPlace(url, copy)
  const times = { createdAt: 0, createdBy: "local", expiresAt: null, revokedAt: 1, revokedBy: "local" }
  const limits = { experiments: null, requestsPerSecond: null }
  await first.store.putKey({ id: "k", lineage: "k", name: "k", role: "decide", hash: "h", ...limits, ...times })
  expect(await first.store.restores()).toBe(1)
  expect((await first.store.keys()).map((key) => key.id)).toEqual(["k"])
  // A mark that is put on the store by hand is dealt with first, too.
  await runSql(url, "INSERT INTO armistice.properties VALUES ('copy', 'restored')")
  expect(await second.store.session.writeReturning({ text: "SELECT 1 AS one", values: [] })).toEqual([{ one: 1 }])
  expect(await second.live(id)).toMatchObject({ restored: 2 })
  await runSql(url, "INSERT INTO armistice.properties VALUES ('copy', 'restored')")
  await second.store.setProperty("test", "kept")
  expect(await second.store.restores()).toBe(3)
})
