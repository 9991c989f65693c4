// A recovery to a point in time: a copy of a server's files from before, and its archived
// write-ahead log played up to a named moment.

import { appendFileSync, chmodSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { Service } from "../../service.ts"
import { FaultProxy } from "../../testing/fault-proxy.ts"
import { History, listDecisions, readReleases } from "../../testing/history.ts"
import { makeClusterFiles, PostgresNode } from "../../testing/postgres-cluster.ts"
import { startPostgresOn } from "../../testing/postgres-server.ts"
import { temporaryFolder, testSubjectKey } from "../../testing/test-service.ts"
import { openPostgresStore } from "./postgres-store.ts"

const plain = {
  name: "plain",
  arms: ["a", "b"],
  horizon: 1e6,
  answers: "all" as const,
  missing: "ignore" as const,
  algorithm: { name: "dp-imed", epsilon: 1, firstBatch: 3, batchRatio: 1.01 },
}

test("a recovery to a point in time is a restore for every replica at its next transaction, and only once", async () => {
  const archive = temporaryFolder()
  // The server runs as another user where tests run as root.
  chmodSync(archive, 0o777)
  const files = await makeClusterFiles()
  onTestFinished(() => files.remove())
  const primary = await PostgresNode.primary(files, {
    archive_mode: "on",
    archive_command: `cp %p ${archive}/%f`,
  })
  onTestFinished(() => primary.remove())
  const proxy = await FaultProxy.start(primary.url)
  onTestFinished(() => proxy.close())
  const start = async () => {
    const replica = await Service.start({ store: await openPostgresStore(proxy.url), subjectKey: testSubjectKey })
    onTestFinished(() => replica.close())
    return replica
  }
  const [first, second] = [await start(), await start()]
  const history = new History()
  const { id } = (await first.createExperiment(plain)).live.experiment
  const { id: people } = (await first.createExperiment({ ...plain, name: "people", subjectCap: 1 })).live.experiment
  for (let round = 0; round < 8; round++) await history.visit(round % 2 === 0 ? first : second, id)
  await primary.rows("SELECT pg_create_restore_point('before')")
  for (let round = 0; round < 6; round++) await history.visit(first, id)
  const [last] = await primary.rows<{ name: string }>("SELECT pg_walfile_name(pg_switch_wal()) AS name")
  await expect.poll(() => readdirSync(archive)).toContain(last?.name)
  const released = await readReleases(primary.url)
  const server = await startPostgresOn(files.server.dataFolder, {}, (folder) => {
    const recovery = [
      `restore_command = 'cp ${archive}/%f %p'`,
      "recovery_target_name = 'before'",
      "recovery_target_action = 'promote'",
    ]
    appendFileSync(join(folder, "postgresql.auto.conf"), `${recovery.join("\n")}\n`)
    writeFileSync(join(folder, "recovery.signal"), "")
  })
  const recovered = new PostgresNode(server)
  onTestFinished(() => recovered.remove())
  await recovered.until("SELECT NOT pg_is_in_recovery() AS done")
  proxy.leadTo(recovered.url)
  for (const replica of [first, second]) {
    expect(await replica.live(id)).toMatchObject({ restored: 1 })
    expect(await replica.live(people)).toMatchObject({ restored: 1, isStopped: true })
  }
  expect(history.forgetLost(await listDecisions(recovered.url))).toBe(6)
  const third = await start()
  expect(third.restored).toBeNull()
  for (const replica of [first, second, third]) for (let round = 0; round < 4; round++) await history.visit(replica, id)
  expect(history.refusals).toEqual([])
  expect(await first.store.restores()).toBe(1)
  expect(await history.problems(recovered.url, [released])).toEqual([])
})
