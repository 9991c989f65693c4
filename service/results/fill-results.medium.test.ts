// Results of releases that an older version made: played from the journal they are exactly those that would have been kept, once.

import { expect, onTestFinished, test } from "vitest"
import { verifyFile } from "../ledger/verify-file.ts"
import { verifyPostgres } from "../ledger/verify-postgres.ts"
import type { Service } from "../service.ts"
import { startService } from "../start-service.ts"
import { PostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore, type SqliteStore } from "../store/sqlite/sqlite-store.ts"
import type { Store } from "../store/store.ts"
import { transferStore } from "../store/transfer-store.ts"
import { storeKinds } from "../testing/any-server.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { temporaryFolder, testService, testSubjectKey } from "../testing/test-service.ts"
import { plain, type RewardRule, shares } from "./testing/played-server.ts"

async function opened(kind: (typeof storeKinds)[number], place?: string) {
  if (kind === "SQLite") {
    const { service, store, path } = await testService(place === undefined ? {} : { path: place })
    return { service: service as Service, store: store as Store, place: path }
  }
  const { replicas, url } = await testReplicas(1, {}, {}, place)
  return { service: replicas[0] as unknown as Service, store: replicas[0].store as Store, place: url }
}

async function play(service: Service, id: string, count: number, rule: RewardRule, segment?: string): Promise<void> {
  for (let round = 0; round < count; round++) {
    const { decisionId, arm } = await service.decide(id, segment === undefined ? {} : { segment }, "local")
    await service.reward(id, decisionId, rule(arm, round) as number, "local")
  }
}

/** As if the version that made the releases had known of no results. */
async function forget(store: Store, from: number): Promise<void> {
  const tables = from === 1 ? ["results", "standings"] : ["results"]
  for (const table of tables)
    if (store instanceof PostgresStore) await store.query(`DELETE FROM armistice.${table} WHERE release >= ${from}`)
    else (store as SqliteStore).database.exec(`DELETE FROM ${table} WHERE release >= ${from}`)
}

const keptIn = async (store: Store, id: string) => ({
  results: await store.rowsAfter("results", id, 0, 1e6),
  standings: await store.standings(id),
})

test.each(storeKinds)("on %s: all of them, or those that are not there, and nothing where all are", async (kind) => {
  const { service, store, place } = await opened(kind)
  const request = { ...plain, arms: ["a", "b", "c"], segments: ["n", "s"], evenShare: 0.3, privacy: { eta: 2 } }
  const { id } = (await service.createExperiment(request)).live.experiment
  const rule = shares({ a: 0.3, b: 0.6, c: 0.5 })
  await play(service, id, 60, rule, "n")
  await play(service, id, 30, rule, "s")
  await play(service, id, 60, rule, "n")
  const kept = await keptIn(store, id)
  expect(kept.results.length).toBeGreaterThan(20)
  expect(await store.withoutResults()).toEqual([])
  await service.close()
  for (const from of [Math.floor(kept.results.length / 2), 1]) {
    const older = await opened(kind, place)
    await forget(older.store, from)
    expect(await older.store.withoutResults()).toEqual([id])
    await older.service.close()
    const later = await opened(kind, place)
    await later.service.fillResults()
    expect(await keptIn(later.store, id)).toEqual(kept)
    expect(await later.store.withoutResults()).toEqual([])
    await later.service.close()
  }
})

test("a service that starts on an older store goes through it by itself, while it is served", async () => {
  const { service, store, place } = await opened("SQLite")
  const { id } = (await service.createExperiment({ ...plain, evenShare: 1 })).live.experiment
  await play(service, id, 60, shares({ a: 0.3, b: 0.6 }))
  const kept = await keptIn(store, id)
  await forget(store, 1)
  await service.close()
  const running = await startService({
    store: place,
    port: 0,
    subjectKey: Buffer.from(testSubjectKey).toString("base64url"),
  })
  onTestFinished(() => running.stop())
  const read = async () => (await fetch(`${running.address}/v1/experiments/${id}/results/history?limit=200`)).json()
  // Also before it has come so far what is told now is the same.
  const now = await (await fetch(`${running.address}/v1/experiments/${id}/results`)).json()
  expect(now).toMatchObject({ segments: [{ state: kept.standings[0]?.state }] })
  await expect
    .poll(async () => ((await read()) as { results: unknown[] }).results.length, { timeout: 20_000 })
    .toBe(kept.results.length)
})

test("finished before that, it recommends what the releases of the older version say; filling keeps it", async () => {
  const { service, store, place } = await opened("SQLite")
  const { id } = (await service.createExperiment({ ...plain, evenShare: 1 })).live.experiment
  await play(service, id, 100, (arm) => (arm === "b" ? 1 : 0))
  const kept = await keptIn(store, id)
  await forget(store, 1)
  await service.close()
  const later = await opened("SQLite", place)
  await later.service.changeStatus(id, "finish")
  expect((await later.service.live(id)).recommended("")).toBe(1)
  expect((await later.service.decide(id, {}, "local")).arm).toBe("b")
  await later.service.fillResults()
  expect(await keptIn(later.store, id)).toEqual({ ...kept, standings: [{ ...kept.standings[0], fixed: 1 }] })
})

test("decisions dealt by the coin are in the journal with what it gave: another process plays them again and verifies", async () => {
  const { service, store, place } = await opened("SQLite")
  const { id } = (await service.createExperiment({ ...plain, evenShare: 0.5 })).live.experiment
  await play(service, id, 400, shares({ a: 0.1, b: 0.9 }))
  const rows = await store.rowsAfter("decisions", id, 0, 1e6)
  const draws = rows.map(({ noise }) => JSON.parse(noise as string) as number[])
  const isDealt = ([coin]: readonly number[]) => (coin as number) < 0.5
  // Four deviations of a fair coin.
  expect(Math.abs(draws.filter(isDealt).length - 200)).toBeLessThan(40)
  // A dealt arm is the one that the second draw names, whatever the algorithm thinks of it.
  for (const [index, draw] of draws.entries()) if (isDealt(draw)) expect(rows[index]?.arm).toBe(draw[1])
  await service.close()
  expect(await verifyFile(place)).toMatchObject([{ problem: null, journal: 800 }])
})

test("a store that moves to another kind takes its results along", async () => {
  const { service, store, place } = await opened("Postgres")
  const request = { ...plain, stopWhen: "clear" as const, evenShare: 0.5 }
  const { id } = (await service.createExperiment(request)).live.experiment
  await play(service, id, 150, (arm) => (arm === "b" ? 1 : 0))
  const kept = await keptIn(store, id)
  expect(kept.standings).toMatchObject([{ fixed: 1, recommended: 1 }])
  expect(await verifyPostgres(place)).toMatchObject([{ problem: null }])
  await service.close()
  const file = `${temporaryFolder()}/moved.db`
  await transferStore(place, file)
  const moved = openSqliteStore(file, { readOnly: true })
  expect(await keptIn(moved, id)).toEqual(kept)
  moved.close()
})
