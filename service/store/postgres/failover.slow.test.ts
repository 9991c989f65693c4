// Twenty promotions in a row that lost commits, under load, with replicas that go on running and
// others that are killed and started again.

import { seededRandom } from "@armistice/core"
import { expect, onTestFinished, test } from "vitest"
import { Service } from "../../service.ts"
import { FaultProxy } from "../../testing/fault-proxy.ts"
import { History, type Releases, readReleases } from "../../testing/history.ts"
import { makeClusterFiles, PostgresNode } from "../../testing/postgres-cluster.ts"
import type { Replica } from "../../testing/test-replica.ts"
import { testSubjectKey } from "../../testing/test-service.ts"
import { openPostgresStore } from "./postgres-store.ts"

const promotions = 20

const plain = {
  name: "plain",
  arms: ["a", "b"],
  horizon: 1e6,
  answers: "all" as const,
  missing: "ignore" as const,
  algorithm: { name: "dp-imed", epsilon: 1, firstBatch: 3, batchRatio: 1.01 },
}
const counted = { ...plain, name: "counted", subjectCap: 1 }

const quick = { lockTimeoutMs: 1000, statementTimeoutMs: 2000, connectTimeoutMs: 2000 }

test("twenty promotions that lost commits are each noticed by every replica, and nothing is released twice", async () => {
  const random = seededRandom(28)
  const files = await makeClusterFiles()
  onTestFinished(() => files.remove())
  let primary = await PostgresNode.primary(files)
  onTestFinished(() => primary.remove())
  const proxy = await FaultProxy.start(primary.url)
  onTestFinished(() => proxy.close())
  const start = async (): Promise<Replica> =>
    Service.start({ store: await openPostgresStore(proxy.url, quick), subjectKey: testSubjectKey })
  const replicas = [await start(), await start(), await start()]
  onTestFinished(async () => {
    for (const replica of replicas) await replica.close()
  })
  const [first] = replicas as [Replica]
  const ids = [plain, counted].map(async (request) => (await first.createExperiment(request)).live.experiment.id)
  const [id, people] = (await Promise.all(ids)) as [string, string]
  const history = new History()
  const releases: Releases[] = []
  let lost = 0
  const load = async (count: number) => {
    const all = Array.from({ length: count }, (_, at) => replicas[at % replicas.length] as Replica)
    await Promise.all(all.map((replica, at) => history.visit(replica, id, `s${at}`)))
  }
  for (let promotion = 1; promotion <= promotions; promotion++) {
    const standby = await PostgresNode.createStandby(primary)
    await expect.poll(() => history.visit(replicas[0] as Replica, id)).not.toBeNull()
    await load(9)
    await standby.catchUp(primary)
    await standby.cutOff()
    await load(6 + random.integer(12))
    const stopped = random.integer(replicas.length + 1)
    for (let at = 0; at < stopped; at++) await replicas[at]?.close()
    await standby.promote()
    const rows = await standby.rows<{ id: string }>("SELECT id FROM armistice.decisions")
    const missing = history.forgetLost(new Set(rows.map((row) => row.id)))
    expect(missing).toBeGreaterThan(0)
    lost += missing
    releases.push(await readReleases(primary.url))
    await primary.remove()
    proxy.leadTo(standby.url)
    primary = standby
    for (let at = 0; at < stopped; at++) replicas[at] = await start()
    for (const replica of replicas) {
      expect(await replica.live(id)).toMatchObject({ restored: promotion })
      expect(await replica.live(people)).toMatchObject({ restored: promotion, isStopped: true })
    }
    await load(9)
  }
  expect(lost).toBeGreaterThan(promotions * 4)
  expect(await replicas[0]?.store.restores()).toBe(promotions)
  expect(await history.problems(primary.url, releases)).toEqual([])
  process.stdout.write(
    `${promotions} promotions lost ${lost} acknowledged decisions; ${history.size} are kept, ${history.refusals.length} requests were refused\n`,
  )
})
