// Postgres servers that fail over, are set back and are copied, with replicas that go on running or
// are started again. Real servers: a primary and a standby that is cut off before it is promoted,
// so that commits are lost.

import { rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { Service } from "../../service.ts"
import { FaultProxy } from "../../testing/fault-proxy.ts"
import { History, listDecisions, readReleases } from "../../testing/history.ts"
import { type ClusterFiles, makeClusterFiles, PostgresNode } from "../../testing/postgres-cluster.ts"
import { copyFolder } from "../../testing/postgres-server.ts"
import type { Replica } from "../../testing/test-replica.ts"
import { TestClock, temporaryFolder, testSubjectKey } from "../../testing/test-service.ts"
import { archiveExperiment } from "./archive-experiment.ts"
import { cancelHandover, handOverStore } from "./hand-over.ts"
import { openPostgresStore } from "./postgres-store.ts"

let files: ClusterFiles
beforeAll(async () => {
  files = await makeClusterFiles()
})
afterAll(() => files.remove())

/** Every second reward of an arm is released, so that there is much to release twice. */
const plain = {
  name: "plain",
  arms: ["a", "b"],
  horizon: 1e6,
  answers: "all" as const,
  missing: "ignore" as const,
  algorithm: { name: "dp-imed", epsilon: 1, firstBatch: 3, batchRatio: 1.01 },
}
const counted = {
  name: "counted",
  arms: ["a", "b"],
  horizon: 1e6,
  answers: "all" as const,
  privacy: { eta: 1 },
  subjectCap: 1,
}

const quick = { lockTimeoutMs: 1000, statementTimeoutMs: 2000, connectTimeoutMs: 2000 }

async function startReplica(url: string, more: { clock?: () => number } = {}): Promise<Replica> {
  const store = await openPostgresStore(url, quick)
  const replica = await Service.start({ store, subjectKey: testSubjectKey, ...more })
  onTestFinished(() => replica.close())
  return replica
}

async function startProxy(url: string): Promise<FaultProxy> {
  const proxy = await FaultProxy.start(url)
  onTestFinished(() => proxy.close())
  return proxy
}

async function startPrimary(settings: Record<string, string> = {}): Promise<PostgresNode> {
  const primary = await PostgresNode.primary(files, settings)
  onTestFinished(() => primary.remove())
  return primary
}

async function startPair() {
  const primary = await startPrimary()
  const standby = await PostgresNode.standby(files, primary)
  onTestFinished(() => standby.remove())
  return { primary, standby }
}

const visits = async (history: History, replica: Replica, id: string, count: number) => {
  for (let round = 0; round < count; round++) await history.visit(replica, id)
  // Shows why, where one was refused.
  expect(history.refusals).toEqual([])
}

/**
 * Two replicas with an experiment of each kind; commits that the standby never gets; then it is
 * promoted.
 */
async function loseCommits() {
  const { primary, standby } = await startPair()
  const proxies = [await startProxy(primary.url), await startProxy(primary.url)] as const
  const [first, second] = [await startReplica(proxies[0].url), await startReplica(proxies[1].url)]
  const history = new History()
  const { id } = (await first.createExperiment(plain)).live.experiment
  const { id: people } = (await first.createExperiment(counted)).live.experiment
  await visits(history, first, id, 4)
  await visits(history, second, id, 4)
  await history.visit(second, people, "anna")
  await standby.catchUp(primary)
  await standby.cutOff()
  await visits(history, first, id, 6)
  await standby.promote()
  const kept = new Set((await standby.rows<{ id: string }>("SELECT id FROM armistice.decisions")).map((row) => row.id))
  expect(history.forgetLost(kept)).toBe(6)
  return { primary, standby, proxies, first, second, history, id, people }
}

test("a promotion that lost commits is a restore for every replica at its next transaction", async () => {
  const { primary, standby, proxies, first, second, history, id, people } = await loseCommits()
  for (const proxy of proxies) proxy.leadTo(standby.url)
  // Until a transaction has dealt with it the store is not ready.
  await expect(first.store.checkWritable()).rejects.toMatchObject({ code: "store_busy" })
  await visits(history, first, id, 7)
  await first.store.checkWritable()
  expect(await second.live(id)).toMatchObject({ restored: 1 })
  await visits(history, second, id, 7)
  for (const replica of [first, second]) {
    expect(await replica.live(people)).toMatchObject({ restored: 1, isStopped: true })
    expect(await replica.store.restores()).toBe(1)
  }
  expect(first.restored).toBe(1)
  await first.decide(people, { decisionId: "anna-again", subject: "bert" }, "local")
  expect((await first.store.decision(people, "anna-again"))?.pull).toBeNull()
  expect(await history.problems(standby.url, [await readReleases(primary.url)])).toEqual([])
})

test("a promotion that lost commits is a restore for replicas that start after it", async () => {
  const { primary, standby, proxies, first, second, history, id, people } = await loseCommits()
  await first.close()
  await second.close()
  for (const proxy of proxies) proxy.leadTo(standby.url)
  const again = await startReplica(proxies[0].url)
  expect(again.restored).toBe(1)
  expect(await again.live(people)).toMatchObject({ restored: 1, isStopped: true })
  await visits(history, again, id, 8)
  expect(await history.problems(standby.url, [await readReleases(primary.url)])).toEqual([])
})

test("a replica does not go on from a lost state because another has reached the same number", async () => {
  const { primary, standby, proxies, first, second, history, id } = await loseCommits()
  const readVersion = async (node: PostgresNode) =>
    (await node.rows<{ version: string }>("SELECT version FROM armistice.heads ORDER BY experiment LIMIT 1"))[0]
      ?.version
  const reached = await readVersion(primary)
  proxies[1].leadTo(standby.url)
  while ((await readVersion(standby)) !== reached) await second.decide(id, {}, "local")
  proxies[0].leadTo(standby.url)
  await visits(history, first, id, 5)
  await visits(history, second, id, 5)
  expect(await first.live(id)).toMatchObject({ restored: 1 })
  expect(await history.problems(standby.url, [await readReleases(primary.url)])).toEqual([])
})

/** Copies a server's files; what is returned serves that copy in their place. */
async function copyData({ server }: PostgresNode): Promise<() => Promise<void>> {
  const copy = `${temporaryFolder()}/data`
  await server.stop("fast")
  copyFolder(server.dataFolder, copy)
  await server.start()
  return async () => {
    await server.stop("fast")
    rmSync(server.dataFolder, { recursive: true })
    copyFolder(copy, server.dataFolder)
    await server.start()
  }
}

test("a data folder that was copied and is served again is noticed by a replica that has seen more, whatever has come since", async () => {
  const primary = await startPrimary()
  const [first, second] = [await startReplica(primary.url), await startReplica(primary.url)]
  const history = new History()
  const { id } = (await first.createExperiment(plain)).live.experiment
  const { id: people } = (await second.createExperiment(counted)).live.experiment
  await visits(history, first, id, 4)
  await visits(history, second, id, 4)
  const putBack = await copyData(primary)
  // A restart that loses nothing is no restore.
  await visits(history, first, id, 5)
  expect(await first.store.restores()).toBe(0)
  const { sequence } = await first.live(id)
  await putBack()
  // The second has seen nothing of what is lost, and passes the place where the first was.
  while ((await second.live(id)).sequence < sequence + 3) await second.decide(id, {}, "local")
  expect(await second.store.restores()).toBe(0)
  const kept = await listDecisions(primary.url)
  expect(history.forgetLost(kept)).toBe(5)
  expect(await first.live(id)).toMatchObject({ restored: 1 })
  for (const replica of [first, second]) {
    await visits(history, replica, id, 5)
    expect(await replica.live(people)).toMatchObject({ restored: 1, isStopped: true })
  }
  expect(await first.store.restores()).toBe(1)
  expect(await history.problems(primary.url)).toEqual([])
})

test("the commits of another replica are no restore after the server was restarted", async () => {
  const primary = await startPrimary()
  let { now } = new TestClock()
  const [first, second] = [
    await startReplica(primary.url, { clock: () => now }),
    await startReplica(primary.url, { clock: () => now }),
  ]
  const history = new History()
  const ids: string[] = []
  for (const name of ["purged where it was seen", "purged further on", "only longer"]) {
    const { id } = (await first.createExperiment({ ...plain, name, rewardWindowSeconds: 60 })).live.experiment
    await visits(history, first, id, 3)
    ids.push(id)
  }
  const [here, further, longer] = ids as [string, string, string]
  await visits(history, second, further, 3)
  await Promise.all(Array.from({ length: 40 }, () => visits(history, second, longer, 30)))
  for (const id of [here, further]) await second.changeStatus(id, "finish")
  now += 3_600_000
  for (const id of [here, further]) await second.purge(id)
  // It goes on being served.
  for (let round = 0; round < 3; round++) await second.decide(further, {}, "local")
  await primary.server.stop("fast")
  await primary.server.start()
  await first.closeWindows()
  await visits(history, first, longer, 1)
  expect(await first.store.restores()).toBe(0)
})

test("no change that another replica has made to an experiment is a restore after the server was restarted", async () => {
  const primary = await startPrimary()
  let { now } = new TestClock()
  const clock = { clock: () => now }
  const [first, second] = [await startReplica(primary.url, clock), await startReplica(primary.url, clock)]
  const history = new History()
  const metrics = [{ name: "metric", eta: 0.5, windowSeconds: 30 }]
  const timing = { rewardWindowSeconds: 60, ripeSeconds: 20 }
  const request = { ...counted, ...timing, metrics, maxArms: 3, acceptWeakPrivacy: true }
  const { id } = (await first.createExperiment(request)).live.experiment
  for (let round = 0; round < 3; round++) await history.visit(first, id, `first ${round}`)
  const steps: (() => Promise<unknown>)[] = [
    () => second.editMetadata(id, { name: "another" }),
    () => second.changeStatus(id, "pause"),
    () => second.changeStatus(id, "resume"),
    () => second.raiseRipe(id, 40),
    () => second.changeArms(id, { kind: "add", name: "c" }),
    () => second.changeArms(id, { kind: "stop", arm: "a" }),
    () => second.changeArms(id, { kind: "resume", arm: "a", reason: "it was fine" }),
    () => second.eraseSubject(id, "second 0"),
    () => second.changeStatus(id, "finish"),
    () => second.changeStatus(id, "archive"),
    () => archiveExperiment(primary.url, id, join(temporaryFolder(), "archive.db")),
  ]
  for (const [at, step] of steps.entries()) {
    if (at < 8) {
      const decisionId = `m${at}`
      await second.decide(id, { decisionId, subject: `second ${at}` }, "local")
      await second.reward(id, decisionId, { value: 1, metrics: { metric: 1 } }, "local")
      now += 61_000
      await second.closeWindows()
    }
    await step()
    await primary.server.stop("fast")
    await primary.server.start()
    await first.time()
    await first.live(id)
    expect([at, await first.store.restores()]).toEqual([at, 0])
  }
})

test("an experiment whose creation was lost is gone, and the one that has its number since is not taken for it", async () => {
  const primary = await startPrimary()
  const [first, second] = [await startReplica(primary.url), await startReplica(primary.url)]
  const third = await startReplica(primary.url)
  const putBack = await copyData(primary)
  const { id: lost } = (await first.createExperiment({ ...plain, name: "lost" })).live.experiment
  expect((await third.live(lost)).experiment.name).toBe("lost")
  const numbers = () => primary.rows("SELECT number FROM armistice.experiments")
  const numbersBefore = await numbers()
  await putBack()
  const { id: other } = (await second.createExperiment({ ...plain, name: "other" })).live.experiment
  expect(await numbers()).toEqual(numbersBefore)
  // The third deals with the restore, so the first has not come across the other experiment yet.
  await expect(third.live(lost)).rejects.toMatchObject({ code: "unknown_experiment" })
  await expect(first.decide(lost, {}, "local")).rejects.toMatchObject({ code: "unknown_experiment" })
  expect((await first.live(other)).experiment.name).toBe("other")
  expect(await first.store.restores()).toBe(1)
  const history = new History()
  await visits(history, first, other, 5)
  expect(await history.problems(primary.url)).toEqual([])
})

test("one of two standbys that were both promoted is a restore for replicas that have seen the other", async () => {
  const { primary, standby } = await startPair()
  const other = await PostgresNode.standby(files, primary)
  onTestFinished(() => other.remove())
  const proxies = [await startProxy(primary.url), await startProxy(primary.url), await startProxy(primary.url)] as const
  const [first, second, third] = [
    await startReplica(proxies[0].url),
    await startReplica(proxies[1].url),
    await startReplica(proxies[2].url),
  ]
  const history = new History()
  const { id } = (await first.createExperiment(plain)).live.experiment
  await visits(history, first, id, 4)
  for (const node of [standby, other]) {
    await node.catchUp(primary)
    await node.cutOff()
    await node.promote()
  }
  // Two go on with one of them, and the first of these sees no more than that it was restored.
  proxies[0].leadTo(standby.url)
  expect(await first.live(id)).toMatchObject({ restored: 1 })
  proxies[1].leadTo(standby.url)
  await visits(history, second, id, 5)
  // The third goes on with the other: also timeline 2, restored once, with the same entries in its
  // journal.
  proxies[2].leadTo(other.url)
  expect(await third.live(id)).toMatchObject({ restored: 1 })
  proxies[0].leadTo(other.url)
  // People may have been counted at the primary, at one standby, at the other, and since: four
  // times.
  expect(await first.live(id)).toMatchObject({ restored: 3 })
  // The commits that the second has seen are counted by the same restore.
  proxies[1].leadTo(other.url)
  for (const replica of [second, third, first]) {
    expect(await replica.live(id)).toMatchObject({ restored: 3 })
    if (replica === second) expect(history.forgetLost(await listDecisions(other.url))).toBe(5)
    await visits(history, replica, id, 5)
  }
  expect(await history.problems(other.url, [await readReleases(standby.url)])).toEqual([])
})

test("a planned switchover is no restore, for replicas that run and for new ones", async () => {
  const { primary, standby } = await startPair()
  const proxy = await startProxy(primary.url)
  const replica = await startReplica(proxy.url)
  const history = new History()
  const { id } = (await replica.createExperiment(counted)).live.experiment
  await history.visit(replica, id, "anna")
  await handOverStore(primary.url)
  await expect(replica.decide(id, {}, "local")).rejects.toMatchObject({ code: "store_frozen" })
  await expect(startReplica(primary.url)).rejects.toMatchObject({ code: "store_frozen" })
  await expect(handOverStore(primary.url)).rejects.toMatchObject({ code: "store_frozen" })
  await cancelHandover(primary.url)
  await history.visit(replica, id, "bert")
  const { position } = await handOverStore(primary.url)
  await standby.until(`SELECT pg_last_wal_replay_lsn() >= '${position}' AS done`)
  await standby.promote()
  proxy.leadTo(standby.url)
  await history.visit(replica, id, "carl")
  expect(await replica.live(id)).toMatchObject({ restored: 0, isStopped: false })
  const another = await startReplica(standby.url)
  expect(another.restored).toBeNull()
  await history.visit(another, id, "dora")
  expect(history.refusals).toEqual([])
  // The old primary, which still has the marker, takes nothing.
  await expect(openPostgresStore(primary.url)).rejects.toMatchObject({ code: "store_frozen" })
  expect(await history.problems(standby.url)).toEqual([])
})

test("after a planned switchover another standby that was promoted too, and the old primary, are restores", async () => {
  const { primary, standby } = await startPair()
  const other = await PostgresNode.standby(files, primary)
  onTestFinished(() => other.remove())
  const proxies = [await startProxy(primary.url), await startProxy(primary.url)] as const
  const [first, second] = [await startReplica(proxies[0].url), await startReplica(proxies[1].url)]
  const history = new History()
  const { id } = (await first.createExperiment(plain)).live.experiment
  await visits(history, first, id, 4)
  await second.live(id)
  const { position } = await handOverStore(primary.url)
  for (const node of [standby, other]) {
    await node.until(`SELECT pg_last_wal_replay_lsn() >= '${position}' AS done`)
    await node.promote()
  }
  // Both go on with the first of them and see no commit there.
  for (const [at, replica] of [first, second].entries()) {
    proxies[at]?.leadTo(standby.url)
    expect(await replica.live(id)).toMatchObject({ restored: 0 })
  }
  proxies[0].leadTo(other.url)
  // People may have been counted at the first, here, and since: three times.
  expect(await first.live(id)).toMatchObject({ restored: 2 })
  await cancelHandover(primary.url)
  proxies[1].leadTo(primary.url)
  expect(await second.live(id)).toMatchObject({ restored: 2 })
})

test("a promotion other than the announced one is a restore, although the marker was its last commit", async () => {
  const primary = await startPrimary()
  const late = await startReplica(primary.url)
  const { id } = (await late.createExperiment(counted)).live.experiment
  await late.close()
  await handOverStore(primary.url)
  const marker = { timeline: "00000001", at: Date.now() - 2 * 3_600_000 }
  for (const [place, handover] of [
    ["00000000", { timeline: "00000000", at: marker.at }],
    ["00000000", { timeline: "00000003", at: Date.now() }],
    ["0000000A", { timeline: "0000000A", at: Date.now() }],
    ["0000000A", { timeline: "00000000", at: Date.now() }],
  ] as const) {
    await primary.rows(
      `UPDATE armistice.properties SET value = (value::jsonb || '{"timeline":"${place}"}')::text WHERE name = 'place'`,
    )
    await primary.rows(
      `INSERT INTO armistice.properties VALUES ('handover', '${JSON.stringify(handover)}') ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
    const before = Number(
      (await primary.rows<{ value: string }>("SELECT value FROM armistice.properties WHERE name = 'restores'"))[0]
        ?.value ?? 0,
    )
    const replica = await startReplica(primary.url)
    expect(replica.restored).toBe(before + 1)
    expect((await replica.live(id)).restored).toBe(before + 1)
    await replica.close()
  }
})

test("a standby is not served", async () => {
  const { primary, standby } = await startPair()
  const proxy = await startProxy(primary.url)
  const replica = await startReplica(proxy.url)
  const { id } = (await replica.createExperiment(plain)).live.experiment
  proxy.leadTo(standby.url)
  await standby.catchUp(primary)
  for (const asked of [
    () => replica.live(id),
    () => replica.decide(id, {}, "local"),
    () => openPostgresStore(standby.url),
  ])
    await expect(asked()).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringContaining("standby"),
    })
  proxy.leadTo(primary.url)
  await replica.decide(id, {}, "local")
  expect(await replica.store.restores()).toBe(0)
})
