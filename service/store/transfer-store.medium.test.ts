// A store moved from SQLite to Postgres and back is the same store, and only one of them can be
// served.

import { join } from "node:path"
import { describe, expect, test, vi } from "vitest"
import { createKey } from "../keys/key.ts"
import { verifyFile } from "../ledger/verify-file.ts"
import { verifyPostgres } from "../ledger/verify-postgres.ts"
import { Service } from "../service.ts"
import { lossyPostgres } from "../testing/lossy-postgres.ts"
import { readyDatabase, testDatabase } from "../testing/test-database.ts"
import { demo, TestClock, temporaryFolder, testService, testSubjectKey } from "../testing/test-service.ts"
import { noChanges } from "./changes.ts"
import type { CopyProgress } from "./copy-rows.ts"
import { openPostgresStore } from "./postgres/postgres-store.ts"
import { writeStatements } from "./postgres/postgres-write.ts"
import { newExperiment } from "./rows.ts"
import { backupStore, moveStore } from "./sqlite/copy-store.ts"
import { openSqliteStore } from "./sqlite/sqlite-store.ts"
import { checkComplete } from "./store-properties.ts"
import { transferStore } from "./transfer-store.ts"

test("everything goes from SQLite to Postgres and back, and goes on where it stopped", async () => {
  const { service, store, path } = await testService({ snapshotEvery: 50 })
  createKey(store, { name: "web", role: "decide" })
  const ids: string[] = []
  for (const body of [
    demo,
    { ...demo, subjectCap: 3 },
    { ...demo, segments: ["n", "s"], arrivals: "private" as const },
  ]) {
    const { id } = (await service.createExperiment(body)).live.experiment
    ids.push(id)
    const segment = "segments" in body ? { segment: "n" } : {}
    // More than a page of everything.
    const asked = Array.from({ length: 1100 }, (_, round) => [
      service.decide(id, { decisionId: `d${round}`, subject: `s${round % 500}`, ...segment }, "local"),
      service.reward(id, `d${round}`, round % 2, "local"),
    ])
    await Promise.all(asked.flat())
  }
  const metadata = { name: "é 'x'", description: "later", labels: ["a", "b"] }
  await service.editMetadata(ids[1] ?? "", metadata)
  const activity = store.activity({ limit: 100 })
  expect(activity.map(({ action }) => action)).toEqual(["create-key", "create", "create", "create", "edit"])
  const before = await verifyFile(path)
  const states = ids.map((id) => service.live(id).snapshot())
  await service.close()

  const url = await testDatabase()
  const progress: CopyProgress[] = []
  const verdicts = await transferStore(path, url, (now) => progress.push(now))
  expect(progress.at(-1)).toMatchObject({ experiments: 3, of: 3 })
  // Pages of rows are reported as they come, not only experiments that are done.
  expect(progress.length).toBeGreaterThan(3 * 3)
  expect(progress.at(-1)?.rows).toBeGreaterThan(3 * 2 * 1100)
  expect(verdicts.map(({ entries, head, problem }) => ({ entries, head, problem }))).toEqual(
    before.map(({ entries, head }) => ({ entries, head, problem: null })),
  )
  await expect(testService({ path })).rejects.toThrow(/frozen/)

  const clock = new TestClock()
  const replica = await Service.start({
    store: await openPostgresStore(url),
    subjectKey: testSubjectKey,
    clock: clock.read,
  })
  for (const [index, id] of ids.entries()) expect((await replica.live(id)).snapshot()).toEqual(states[index])
  const again = await replica.decide(ids[0] ?? "", { decisionId: "d7", subject: "s7" }, "local")
  expect(again.isNew).toBe(false)
  await replica.decide(ids[0] ?? "", { decisionId: "new" }, "local")

  // A replica that is still running meets the freeze with its next request.
  const back = join(temporaryFolder(), "back.db")
  await transferStore(url, back)
  await expect(replica.decide(ids[0] ?? "", { decisionId: "late" }, "local")).rejects.toMatchObject({
    code: "store_frozen",
    message: expect.stringContaining("moved"),
  })
  await replica.close()
  const { store: returned } = await testService({ path: back })
  expect(returned.decision(ids[0] ?? "", "new")).toBeDefined()
  expect(returned.decision(ids[0] ?? "", "late")).toBeUndefined()
  expect(returned.subject(ids[1] ?? "", store.path)).toBeUndefined()
  expect(returned.keys()).toHaveLength(1)
  expect(returned.activity({ limit: 100 })).toEqual(activity)
  expect(returned.experiment(ids[1] ?? "")?.metadata).toEqual(metadata)
  expect(returned.property("copy")).toBeNull()
})

test("a target that has experiments is refused, and the source can still be served", async () => {
  const { service, path } = await testService()
  await service.createExperiment(demo)
  await service.close()
  const url = await testDatabase()
  await transferStore(path, url)
  const other = await testService()
  await other.service.createExperiment(demo)
  await other.service.close()
  await expect(transferStore(other.path, url)).rejects.toThrow(/empty store/)
  await testService({ path: other.path })
  const target = await openPostgresStore(url)
  expect(await target.property("copy")).toBeNull()
  await target.close()
})

test("a backup that is moved on without being served still discards its open batches: the original may release them", async () => {
  const { service, path } = await testService()
  const { id } = (await service.createExperiment(demo)).live.experiment
  await service.decide(id, { decisionId: "open" }, "local")
  await service.reward(id, "open", 1, "local")
  const folder = temporaryFolder()
  const [first = "", second = "", third = ""] = ["b", "c", "d"].map((name) => join(folder, `${name}.db`))
  backupStore(path, first)
  moveStore(first, second)
  const moved = await testService({ path: second })
  expect(moved.service.live(id).discarded).toBeGreaterThan(0)
  await moved.service.close()
  backupStore(path, third)
  const url = await testDatabase()
  await transferStore(third, url)
  const replica = await Service.start({ store: await openPostgresStore(url), subjectKey: testSubjectKey })
  expect((await replica.live(id)).discarded).toBeGreaterThan(0)
  await replica.close()
})

test("a file whose process was killed, and a backup of it, move to Postgres with the whole journal", async () => {
  const { service, store, path, clock } = await testService({ snapshotEvery: 50 })
  const ids: string[] = []
  // One has an earlier snapshot, and the other has none.
  for (const rounds of [35, 5]) {
    const { id } = (await service.createExperiment(demo)).live.experiment
    for (let round = 0; round < rounds; round++) {
      await service.decide(id, { decisionId: `d${round}` }, "local")
      await service.reward(id, `d${round}`, 1, "local")
    }
    ids.push(id)
  }
  const states = ids.map((id) => service.live(id).snapshot())
  const copy = join(temporaryFolder(), "copy.db")
  backupStore(path, copy)
  // Without a close of the service, which writes snapshots.
  store.close()
  for (const from of [path, copy]) {
    const url = await readyDatabase()
    await transferStore(from, url)
    const there = await openPostgresStore(url)
    for (const [index, id] of ids.entries()) expect(await there.snapshot(id)).toEqual(states[index])
    const replica = await Service.start({ store: there, subjectKey: testSubjectKey, clock: clock.read })
    for (const id of ids) expect(await replica.decide(id, {}, "local")).toMatchObject({ status: "running" })
    await replica.close()
    expect((await verifyPostgres(url)).map(({ problem }) => problem)).toEqual([null, null])
  }
})

test("an experiment that is being created when its store is frozen is in the copy, or was never created", async () => {
  const url = await testDatabase()
  const store = await openPostgresStore(url)
  const { live } = await (await testService()).service.createExperiment(demo)
  const creating = await store.session.begin({ experiments: [], created: 1 })
  let isFrozen = false
  const freezing = store.freeze("now").then(() => {
    isFrozen = true
  })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(isFrozen).toBe(false)
  const experiments = [newExperiment(live.experiment)]
  const number = creating.newNumbers[0] as number
  await creating.commit(writeStatements({ ...noChanges(), experiments }, () => number))
  await freezing
  expect(await store.experimentCount()).toBe(1)
  await expect(store.session.begin({ experiments: [], created: 1 })).rejects.toThrow(/frozen/)
  await store.close()
})

describe("when the last answer of the target is lost", () => {
  const begin = async () => {
    const { service, path } = await testService()
    const { id } = (await service.createExperiment(demo)).live.experiment
    await service.decide(id, { decisionId: "open" }, "local")
    await service.reward(id, "open", 1, "local")
    await service.close()
    return { path, id, url: await testDatabase() }
  }
  const lastMark = ["DELETE FROM armistice.properties", "incomplete"]
  const copyMark = ["DELETE FROM armistice.properties", "copy"]

  test.each([
    ["the last mark, which is set", lastMark, true],
    ["the last mark, which is not set", lastMark, false],
    ["the mark of a copy, which is gone", copyMark, true],
    ["the mark of a copy, which stays", copyMark, false],
  ])("%s: the source stays frozen, so that never both go on", async (_, fragments, arrives) => {
    const { path, id, url } = await begin()
    const failed = transferStore(path, await lossyPostgres(url, { fragments, arrives }))
    await expect(failed).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringContaining("the source stays frozen"),
    })
    expect(() => openSqliteStore(path)).toThrow(/frozen/)
    const isComplete = fragments === lastMark && arrives
    const target = await openPostgresStore(url)
    await vi.waitFor(async () => expect((await target.property("incomplete")) === null).toBe(isComplete))
    if (isComplete) {
      const replica = await Service.start({ store: target, subjectKey: testSubjectKey })
      expect([replica.restored, (await replica.live(id)).discarded]).toEqual([null, 0])
      await replica.close()
    } else await expect(checkComplete(target)).rejects.toThrow(/is an incomplete copy/)
    // A way out that is safe whatever became of the first copy.
    const rescued = join(temporaryFolder(), "rescued.db")
    await transferStore(path, rescued)
    expect(() => openSqliteStore(path)).toThrow(/frozen/)
    expect((await testService({ path: rescued })).service).toMatchObject({ restored: 1 })
    await target.close()
  })
})
