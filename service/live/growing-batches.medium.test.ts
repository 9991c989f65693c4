// Batches that are opened while rewards are late grow, in experiments that were created since they do; all others stay as they were begun.

import { expect, test } from "vitest"
import { defineExperiment } from "../create-experiment.ts"
import type { Experiment } from "../experiment.ts"
import type { Service } from "../service.ts"
import { growingFrom, growingVersion } from "../store/postgres/postgres-schema.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { newExperiment, noChanges, type Store } from "../store/store.ts"
import { anyService, storeKinds, verified } from "../testing/any-server.ts"
import { runSql } from "../testing/run-sql.ts"
import { testDatabase } from "../testing/test-database.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { demo } from "../testing/test-service.ts"

/** Its first batches have one reward. */
const quick = { ...demo, privacy: { eta: 8 } }

const put = (store: Store, experiment: Experiment) =>
  store.commit({ ...noChanges(), experiments: [newExperiment(experiment)] })

/** Many decisions of which few are answered: sizes of batches by arm, in order, those that are closed first. */
async function played(service: Service, id: string): Promise<number[][]> {
  const decided = await Promise.all(
    Array.from({ length: 600 }, (_, round) => service.decide(id, { decisionId: `d${round}` }, "local")),
  )
  // The first ones last, so that nothing is closed before many batches are under way.
  for (const { decisionId } of decided.slice(0, 40).reverse()) await service.reward(id, decisionId, 1, "local")
  const { sizes, open } = (await service.live(id)).segment("").state as unknown as {
    sizes: number[][]
    open: { size: number }[][]
  }
  return sizes.map((closed, arm) => [...closed, ...(open[arm] ?? []).map(({ size }) => size)])
}

test.each(storeKinds)("on %s, a journal leads to the same batches again, whether they grow or not", async (kind) => {
  const { service, store, clock } = await anyService(kind)
  const { growing: _, ...before } = defineExperiment(quick, clock.now)
  await put(store, before)
  for (const sizes of await played(service, before.id)) expect(sizes.slice(0, 190)).toEqual(Array(190).fill(1))
  const { experiment } = (await service.createExperiment(quick)).live
  expect(experiment.growing).toBe(true)
  for (const sizes of await played(service, experiment.id)) {
    expect(sizes.length).toBeLessThan(100)
    expect(sizes.slice(0, 34)).toEqual([...Array(32).fill(1), 1, 2])
  }
  expect(await verified(kind, store)).toMatchObject([{ problem: null }, { problem: null }])
})

test.each(storeKinds)(
  "on %s, a definition that does not say how its batches were opened is found out",
  async (kind) => {
    const { service, store } = await anyService(kind)
    const { experiment } = (await service.createExperiment(quick)).live
    await played(service, experiment.id)
    const { growing: _, ...changed } = experiment
    const text = JSON.stringify(changed)
    if ("database" in store)
      (store as never as Sqlite).database.prepare("UPDATE experiments SET definition = ?").run(text)
    else await (store as never as Pool).pool.query("UPDATE armistice.experiments SET definition = $1", [text])
    const [verdict] = await verified(kind, store)
    expect(verdict?.problem).not.toBeNull()
  },
)

interface Sqlite {
  readonly database: { prepare(sql: string): { run(...values: unknown[]): unknown } }
}

interface Pool {
  readonly pool: { query(sql: string, values: unknown[]): Promise<unknown> }
}

test("a new database has them at once; one that replicas of the version before may serve, a day after the first new one", async () => {
  const url = await testDatabase()
  const fresh = await openPostgresStore(url)
  expect(await fresh.growingFrom()).toBe(0)
  await fresh.close()
  await runSql(url, `UPDATE armistice.properties SET value = '${growingVersion - 1}' WHERE name = 'version'`)
  await (await openPostgresStore(url)).close()
  const { replicas, clock } = await testReplicas(1, {}, {}, url)
  const [replica] = replicas
  const { store } = replica
  const from = await store.growingFrom()
  expect(from - (await store.serverNow())).toBeGreaterThan(23.9 * 3_600_000)
  expect(from - (await store.serverNow())).toBeLessThanOrEqual(24 * 3_600_000)
  clock.now = from - 1
  const early = await replica.createExperiment(demo)
  expect(early.live.experiment.growing).toBeUndefined()
  expect(Number(await store.property("least"))).toBeLessThan(growingVersion)
  clock.now = from
  const late = await replica.createExperiment(demo)
  expect(late.live.experiment.growing).toBe(true)
  expect(await store.property("least")).toBe(String(growingVersion))
  // Whoever starts later leaves that as it is.
  await (await openPostgresStore(url)).close()
  expect(await store.property(growingFrom)).toBe(String(from))
})
