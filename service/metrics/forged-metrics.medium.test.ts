// Journals of metrics that were changed afterwards are found, and copies of stores carry them
// along.

import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import { verifyFile } from "../ledger/verify-file.ts"
import { archiveExperiment } from "../store/postgres/archive-experiment.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { transferStore } from "../store/transfer-store.ts"
import { testDatabase } from "../testing/test-database.ts"
import { temporaryFolder, testService } from "../testing/test-service.ts"

async function playedFile() {
  const { service, path, store, clock } = await testService()
  const { id } = (
    await service.createExperiment({
      name: "watched",
      arms: ["a", "b"],
      horizon: 1000,
      answers: "all" as const,
      privacy: { eta: 1 },
      segments: ["x", "y"],
      metrics: [
        { name: "complaint", eta: 4 },
        { name: "calls", eta: 4 },
      ],
    })
  ).live.experiment
  for (let n = 0; n < 40; n++) {
    await service.decide(id, { decisionId: `d${n}`, segment: n % 2 === 0 ? "x" : "y" }, "k")
    if (n % 4 > 0) await service.reward(id, `d${n}`, { value: n % 2, metrics: { complaint: n % 2, calls: 0.5 } }, "k")
    if (n % 7 === 0) await service.reward(id, `d${n}`, { metrics: { calls: 0.25 } }, "k")
  }
  clock.forward(service.live(id).experiment.rewardWindowSeconds)
  await service.closeWindows()
  const values = store.rowsAfter("metricValues", id, 0, 1000)
  await service.changeStatus(id, "archive")
  await service.close()
  return { path, id, values }
}

test.each([
  [
    "a value",
    "UPDATE metric_observations SET steps = 7 WHERE sequence = (SELECT min(sequence) FROM metric_observations)",
  ],
  ["the noise of a release", "UPDATE metric_observations SET noise = '[1.5]' WHERE noise IS NOT NULL"],
  [
    "whose value it is",
    "UPDATE metric_observations SET decision = decision + 1000 WHERE sequence = (SELECT max(sequence) FROM metric_observations)",
  ],
  [
    "which metric it is of",
    "UPDATE metric_observations SET metric = 2 WHERE metric = 0; UPDATE metric_observations SET metric = 0 WHERE metric = 1; UPDATE metric_observations SET metric = 1 WHERE metric = 2",
  ],
  [
    "that it was there",
    "DELETE FROM metric_observations WHERE sequence = (SELECT max(sequence) FROM metric_observations)",
  ],
])("a journal in which %s was changed does not verify", async (_what, sql) => {
  const { path } = await playedFile()
  expect(await verifyFile(path)).toMatchObject([{ problem: null, metrics: [{ name: "complaint" }, { name: "calls" }] }])
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  expect((await verifyFile(path))[0]?.problem).toMatch(/must|damage|committed to another journal|belongs to entry/)
})

test("values of metrics go along from file to database and back, and into an archive", async () => {
  const { path, id, values } = await playedFile()
  expect(values.length).toBeGreaterThan(60)
  const url = await testDatabase()
  expect(await transferStore(path, url)).toMatchObject([{ problem: null }])
  const archive = `${temporaryFolder()}/archive.db`
  const back = `${temporaryFolder()}/back.db`
  const database = await openPostgresStore(url)
  expect(await database.rowsAfter("metricValues", id, 0, 1000)).toEqual(values)
  await database.close()
  expect(await archiveExperiment(url, id, archive)).toMatchObject({ problem: null })
  expect(await verifyFile(archive)).toMatchObject([{ problem: null, journal: expect.any(Number) }])
  const copied = openSqliteStore(archive, { readOnly: true })
  expect(copied.rowsAfter("metricValues", id, 0, 1000)).toEqual(values)
  copied.close()
  const emptied = await openPostgresStore(url)
  expect(await emptied.rowsAfter("metricValues", id, 0, 1000)).toEqual([])
  expect(await emptied.rowsAfter("metricObservations", id, 0, 1000)).toEqual([])
  await emptied.close()
  expect(await transferStore(url, back)).toMatchObject([{ problem: null, metrics: [{}, {}] }])
})
