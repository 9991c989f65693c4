// Populations go with their stores: copied from SQLite to Postgres and back, and left where the
// journal of an experiment is taken out.

import { join } from "node:path"
import { expect, test } from "vitest"
import { Service } from "../service.ts"
import { archiveExperiment } from "../store/postgres/archive-experiment.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import type { Store } from "../store/store.ts"
import { transferStore } from "../store/transfer-store.ts"
import { testDatabase } from "../testing/test-database.ts"
import { demo, TestClock, temporaryFolder, testService, testSubjectKey } from "../testing/test-service.ts"

const member = { ...demo, subjectCap: 1, population: "p" } as const

const everything = async (store: Store) => ({
  populations: await store.populations.after("", 10),
  members: (await store.populations.members("p")).map(({ experiment }) => experiment.id),
  people: [
    ...(await store.populations.reservationsAfter("p", "", 5000)),
    ...(await store.populations.reservationsAfter("q", "", 5000)),
  ],
})

const isLearned = async (service: Service, id: string, subject: string, decisionId: string) => {
  await service.decide(id, { decisionId, subject }, "local")
  return (await service.store.decision(id, decisionId))?.pull !== null
}

test("limits, members and what is reserved, to the last bit, go from SQLite to Postgres and back and go on there", async () => {
  const { service, store, path } = await testService()
  await service.putPopulation("p", 3)
  await service.putPopulation("q", 0.5)
  const ids: string[] = []
  // Squares that are no numbers of ours: the rest of the sum matters.
  for (const eta of [Math.sqrt(0.1), 0.7, 1])
    ids.push((await service.createExperiment({ ...member, privacy: { eta } })).live.experiment.id)
  await service.putPopulation("p", 2)
  // More than a page.
  const asked = ids
    .slice(0, 2)
    .flatMap((id) => Array.from({ length: 1100 }, (_, at) => service.decide(id, { subject: `s${at}` }, "local")))
  await Promise.all(asked)
  const before = await everything(store)
  expect(before.people).toHaveLength(1100)
  expect(before.people.every(({ low }) => low !== 0)).toBe(true)
  expect(before.populations).toMatchObject([{ limit: 2, highest: 3 }, { limit: 0.5 }])
  await service.close()

  const url = await testDatabase()
  await transferStore(path, url)
  const replica = await Service.start({
    store: await openPostgresStore(url),
    subjectKey: testSubjectKey,
    clock: new TestClock().read,
  })
  expect(await everything(replica.store)).toEqual(before)
  expect(await isLearned(replica, ids[2] as string, "s7", "d1")).toBe(true)
  await replica.putPopulation("p", 1)
  expect(await isLearned(replica, ids[2] as string, "s8", "d2")).toBe(false)
  await expect(replica.putPopulation("p", 2)).rejects.toMatchObject({ code: "population_in_use" })
  const later = await everything(replica.store)
  await replica.close()

  const back = join(temporaryFolder(), "back.db")
  await transferStore(url, back)
  const returned = await testService({ path: back })
  expect(await everything(returned.store)).toEqual(later)
  expect(await isLearned(returned.service, ids[2] as string, "s9", "d3")).toBe(false)
})

test("a target that has populations is refused", async () => {
  const { service, path } = await testService()
  await service.close()
  const url = await testDatabase()
  const store = await openPostgresStore(url)
  const replica = await Service.start({ store, subjectKey: testSubjectKey })
  await replica.putPopulation("p", 1)
  await expect(transferStore(path, url)).rejects.toThrow(/empty store.*populations/)
  await replica.close()
})

test("the reservations of an archived experiment stay when its journal is taken out", async () => {
  const url = await testDatabase()
  const replica = await Service.start({ store: await openPostgresStore(url), subjectKey: testSubjectKey })
  await replica.putPopulation("p", 1)
  const [one, other] = [await replica.createExperiment(member), await replica.createExperiment(member)]
  const { id } = one.live.experiment
  expect(await isLearned(replica, id, "anna", "d1")).toBe(true)
  await replica.changeStatus(id, "archive")
  const before = await everything(replica.store)
  const verdict = await archiveExperiment(url, id, join(temporaryFolder(), "old.db"))
  expect(verdict.problem).toBeNull()
  expect(await everything(replica.store)).toEqual(before)
  expect(await isLearned(replica, other.live.experiment.id, "anna", "d2")).toBe(false)
  await replica.close()
})
