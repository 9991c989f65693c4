// A Postgres store that was restored: noticed by where it is, dealt with once however many replicas
// start and whatever they meet.

import { expect, test } from "vitest"
import { verifyPostgres } from "../../ledger/verify-postgres.ts"
import { Service } from "../../service.ts"
import { lossyPostgres } from "../../testing/lossy-postgres.ts"
import { runSql } from "../../testing/run-sql.ts"
import type { Replica } from "../../testing/test-replica.ts"
import { testReplicas } from "../../testing/test-replica.ts"
import { demo, testSubjectKey } from "../../testing/test-service.ts"
import { openPostgresStore } from "./postgres-store.ts"

const start = async (url: string) => Service.start({ store: await openPostgresStore(url), subjectKey: testSubjectKey })

/** A stopped store with some experiments that count subjects. */
async function madeStore(): Promise<{ url: string; ids: string[] }> {
  const { url, replicas } = await testReplicas(1)
  const ids: string[] = []
  for (const name of ["a", "b", "c"])
    ids.push((await replicas[0].createExperiment({ ...demo, name, subjectCap: 1 })).live.experiment.id)
  await replicas[0].close()
  return { url, ids }
}

const setPlace = (url: string, place: object) =>
  runSql(url, `UPDATE armistice.properties SET value = '${JSON.stringify(place)}' WHERE name = 'place'`)

test("a store is known by its database and server, as far as they can be read", async () => {
  const { url } = await madeStore()
  const store = await openPostgresStore(url)
  const place = JSON.parse((await store.property("place")) ?? "") as Record<
    "oid" | "system" | "schema" | "timeline",
    string
  >
  expect(place.oid).toMatch(/^\d+$/)
  expect(place.system).toMatch(/^\d{15,}$/)
  expect(place.schema).toMatch(/^\d+$/)
  expect(place.timeline).toBe("00000001")
  const cases = [
    [place, null],
    [{ ...place, oid: null, system: null, schema: null, timeline: null }, null],
    [{ ...place, timeline: "00000002" }, 1],
    [{ ...place, schema: "7" }, 1],
    [{ ...place, system: null }, null],
    [{ ...place, system: "7" }, 1],
    [{ ...place, oid: "7" }, 1],
  ] as const
  for (const [known, copied] of cases) {
    await setPlace(url, known)
    await (await openPostgresStore(url)).close()
    expect([await store.copied(), JSON.parse((await store.property("place")) ?? "")]).toEqual([copied, place])
    await store.setProperty("copy", null)
  }
  // A copy of a copy: the one in between may have been served.
  await store.setProperty("copy", "restored")
  await setPlace(url, { ...place, oid: "7" })
  await (await openPostgresStore(url)).close()
  expect(await store.copied()).toBe(2)
  await store.close()
})

test("replicas that start together deal with a restore once", async () => {
  const { url, ids } = await madeStore()
  await runSql(url, "INSERT INTO armistice.properties VALUES ('copy', 'restored')")
  const replicas = await Promise.all(Array.from({ length: 4 }, () => start(url)))
  expect(replicas.flatMap(({ restored }) => restored ?? [])).toEqual([1])
  const [first] = replicas as [Replica, ...Replica[]]
  for (const id of ids) {
    expect(await first.live(id)).toMatchObject({ restored: 1, isStopped: true })
    expect(await first.store.rowsAfter("discards", id, 0)).toMatchObject([{ restores: 1 }])
  }
  for (const replica of replicas) await replica.close()
  expect((await verifyPostgres(url)).map(({ problem }) => problem)).toEqual([null, null, null])
})

test("a start that fails before the mark is gone is made up for by the next, as the same restore", async () => {
  const { url, ids } = await madeStore()
  await runSql(url, "INSERT INTO armistice.properties VALUES ('copy', 'restored')")
  const lossy = await lossyPostgres(url, {
    fragments: ["DELETE FROM armistice.properties WHERE name = 'copy'"],
    arrives: false,
  })
  await expect(start(lossy)).rejects.toMatchObject({ code: "store_unavailable" })
  const replica = await start(url)
  expect(replica.restored).toBe(1)
  for (const id of ids) expect(await replica.store.rowsAfter("discards", id, 0)).toMatchObject([{ restores: 1 }])
  expect(await replica.store.restores()).toBe(1)
  await replica.close()
  const again = await start(url)
  expect(again.restored).toBeNull()
  await again.close()
})
