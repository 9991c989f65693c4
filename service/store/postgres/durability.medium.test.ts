// The guarantees that a Postgres must give before anything is acknowledged, whatever is changed
// about it while it serves: settings, and standbys that must confirm and do not.

import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { Service } from "../../service.ts"
import { FaultProxy, proxyFaults } from "../../testing/fault-proxy.ts"
import { History } from "../../testing/history.ts"
import { type ClusterFiles, makeClusterFiles, PostgresNode } from "../../testing/postgres-cluster.ts"
import type { Replica } from "../../testing/test-replica.ts"
import { demo, testSubjectKey } from "../../testing/test-service.ts"
import type { PostgresOptions } from "./postgres-open.ts"
import { openPostgresStore } from "./postgres-store.ts"

let files: ClusterFiles
beforeAll(async () => {
  files = await makeClusterFiles()
})
afterAll(() => files.remove())

const quick = { lockTimeoutMs: 300, statementTimeoutMs: 700, connectTimeoutMs: 500 }

async function startReplica(url: string, options: PostgresOptions = quick): Promise<Replica> {
  const replica = await Service.start({ store: await openPostgresStore(url, options), subjectKey: testSubjectKey })
  onTestFinished(() => replica.close())
  return replica
}

async function startPrimary(settings: Record<string, string> = {}): Promise<PostgresNode> {
  const primary = await PostgresNode.primary(files, settings)
  onTestFinished(() => primary.remove())
  return primary
}

/** A primary whose commits wait for a standby. */
async function startSynchronous() {
  const primary = await startPrimary()
  const standby = await PostgresNode.standby(files, primary)
  onTestFinished(() => standby.remove())
  await primary.set("synchronous_standby_names", "standby")
  return { primary, standby }
}

const cutConnections =
  "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = 'armistice' AND pid <> pg_backend_pid() AND backend_type = 'client backend'"

test("an acknowledged change is on disk although synchronous_commit was switched off meanwhile", async () => {
  // Nobody else writes the log to disk for a while.
  const primary = await startPrimary({ wal_writer_delay: "10s", wal_writer_flush_after: "1GB" })
  const replica = await startReplica(primary.url)
  const { id } = (await replica.createExperiment(demo)).live.experiment
  for (const level of ["DATABASE postgres", "ROLE armistice"])
    await primary.rows(`ALTER ${level} SET synchronous_commit = off`)
  await primary.rows(cutConnections)
  const history = new History()
  for (let round = 0; round < 5; round++) await history.visit(replica, id)
  await replica.store.setProperty("note", "kept")
  await primary.server.stop("kill")
  await primary.server.start()
  await primary.rows("ALTER ROLE armistice RESET synchronous_commit")
  await primary.rows("ALTER DATABASE postgres RESET synchronous_commit")
  await primary.rows(cutConnections)
  expect(history.size).toBe(5)
  expect(await history.problems(primary.url)).toEqual([])
  expect(await replica.store.property("note")).toBe("kept")
  expect(await replica.store.restores()).toBe(0)
})

test.each(["fsync", "full_page_writes"])(
  "%s switched off while the store is served stops it, until it is on again",
  async (setting) => {
    const primary = await startPrimary()
    const replica = await startReplica(primary.url)
    const { id } = (await replica.createExperiment(demo)).live.experiment
    await primary.set(setting, "off")
    await primary.until(`SELECT current_setting('${setting}') = 'off' AS done`)
    await sleep(100)
    await expect(replica.decide(id, {}, "local")).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringContaining(`got ${setting} off`),
    })
    await primary.set(setting, "on")
    await primary.until(`SELECT current_setting('${setting}') = 'on' AS done`)
    await sleep(100)
    await replica.decide(id, {}, "local")
  },
)

test("the durability that is demanded is that of each transaction, and a stronger one of the server's stays", async () => {
  const { primary } = await startSynchronous()
  const readLevel = async (durability: "on" | "remote_apply") => {
    const replica = await startReplica(primary.url, { ...quick, durability })
    const transaction = await replica.store.session.begin({ experiments: [] })
    const level = (transaction as unknown as { server: { durability: string } }).server.durability
    await transaction.rollback()
    return level
  }
  expect([await readLevel("on"), await readLevel("remote_apply")]).toEqual(["on", "remote_apply"])
  await primary.set("synchronous_commit", "remote_apply")
  expect(await readLevel("on")).toBe("remote_apply")
  await primary.set("synchronous_commit", "local")
  expect(await readLevel("on")).toBe("on")
  await primary.set("synchronous_standby_names", "")
  const alone = await startReplica(primary.url)
  await alone.createExperiment(demo)
  const demanding = openPostgresStore(primary.url, { ...quick, durability: "remote_apply" })
  const service = demanding.then((store) => Service.start({ store, subjectKey: testSubjectKey }))
  await expect(service).rejects.toMatchObject({
    code: "store_unavailable",
    message: expect.stringContaining("needs a synchronous standby"),
  })
  await (await demanding).close()
})

test("a commit whose wait for the standby was cancelled is not acknowledged, nor what is read of it before the standby has it", async () => {
  const { primary, standby } = await startSynchronous()
  const replica = await startReplica(primary.url, { ...quick, statementTimeoutMs: 4000 })
  const { id } = (await replica.createExperiment(demo)).live.experiment
  // Nor if warnings are not wanted.
  await primary.rows("ALTER ROLE armistice SET client_min_messages = error")
  await primary.rows(cutConnections)
  await standby.cutOff()
  /** Asks for the decision, and cancels waits for the standby until there is an answer. */
  const decideCancelled = async () => {
    let answer: string | undefined
    const asked = replica.decide(id, { decisionId: "d1" }, "local").then(
      () => "acknowledged",
      (error: Error) => error.message,
    )
    const answered = asked.then((text) => {
      answer = text
    })
    while (answer === undefined) {
      await primary.rows("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
      await sleep(20)
    }
    await answered
    return answer
  }
  expect(await decideCancelled()).toMatch(/standby has not confirmed/)
  // The row is there, and the same decision asked for again finds it.
  expect(await replica.store.decision(id, "d1")).toBeDefined()
  expect(await decideCancelled()).toMatch(/standby has not confirmed/)
  await standby.set("primary_conninfo", connection(primary))
  const history = new History()
  expect(await history.visit(replica, id)).not.toBeNull()
  const { isNew } = await replica.decide(id, { decisionId: "d1" }, "local")
  expect(isNew).toBe(false)
  await standby.promote()
  expect(await history.problems(standby.url)).toEqual([])
})

const connection = ({ url }: PostgresNode) => {
  const { hostname, port } = new URL(url)
  return `host=${hostname} port=${port} user=armistice password=armistice application_name=standby`
}

test("nothing is acknowledged while the synchronous standby is stalled, and all of it goes on afterwards", async () => {
  const { primary, standby } = await startSynchronous()
  const replica = await startReplica(primary.url)
  const { id } = (await replica.createExperiment(demo)).live.experiment
  const history = new History()
  for (let round = 0; round < 3; round++) await history.visit(replica, id)
  await standby.cutOff()
  const started = performance.now()
  expect(await Promise.all([1, 2, 3].map(() => history.visit(replica, id)))).toEqual([null, null, null])
  // One limit, not one for the commit and another for giving up.
  expect(performance.now() - started).toBeLessThan(4000)
  expect(history.size).toBe(3)
  await standby.set("primary_conninfo", connection(primary))
  await expect.poll(() => history.visit(replica, id), { timeout: 20_000 }).not.toBeNull()
  // Everything acknowledged is on the standby, which nobody waits for any more.
  await primary.server.stop("kill")
  await standby.promote()
  expect(await history.problems(standby.url)).toEqual([])
})

test("twelve kinds of faults on the way to the server lose and double nothing, and none looks like a restore", async () => {
  const primary = await startPrimary()
  const proxy = await FaultProxy.start(primary.url)
  onTestFinished(() => proxy.close())
  const replica = await startReplica(proxy.url)
  const { id } = (await replica.createExperiment(demo)).live.experiment
  const history = new History()
  expect(proxyFaults).toHaveLength(12)
  for (const fault of proxyFaults) {
    proxy.set(fault)
    if (fault === "connections refused" || fault === "connections never answered") proxy.cut()
    await Promise.all([1, 2, 3].map(() => history.visit(replica, id)))
    expect([fault, proxy.met > 0]).toEqual([fault, true])
    proxy.set(null)
    await expect.poll(() => history.visit(replica, id), { timeout: 20_000 }).not.toBeNull()
  }
  for (const code of history.refusals) expect(["store_busy", "store_unavailable"]).toContain(code)
  expect(history.size).toBeGreaterThanOrEqual(12)
  expect(await replica.store.restores()).toBe(0)
  expect(await history.problems(primary.url)).toEqual([])
})
