// A journal that is long enough to be hashed in a thread of its own.

import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import { demo, testService } from "../testing/test-service.ts"
import { verifyFile } from "./verify-file.ts"

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

test("in a journal so long that it is hashed beside, what was changed late is found and named", async () => {
  const { service, store, path } = await testService({ snapshotEvery: 1000 })
  const { id } = (await service.createExperiment({ ...demo, horizon: 1e6 })).live.experiment
  for (let made = 0; made < 25_000; made += 500) {
    const decided = await Promise.all(Array.from({ length: 500 }, () => service.decide(id, {}, "local")))
    await Promise.all(decided.map(({ decisionId }, place) => service.reward(id, decisionId, place % 2, "local")))
  }
  const last = store.ledger(id, 0, 1000).at(-1)
  await service.close()
  const [verdict, ...rest] = await verifyFile(path)
  expect([verdict?.problem, verdict?.journal, rest]).toEqual([null, 50_000, []])
  // No choice follows from one reward before its batch is released: only the commitment tells that
  // it was another.
  const before = `(SELECT max(sequence) FROM observations WHERE sequence < ${last?.sequence})`
  change(path, `UPDATE observations SET steps = 1048576 - steps WHERE sequence = ${before}`)
  expect(await verifyFile(path)).toMatchObject([
    {
      entry: last?.index,
      problem: `entry ${last?.index} is committed to another journal`,
    },
  ])
  change(path, `UPDATE observations SET steps = 1048576 - steps WHERE sequence = ${before}`)
  change(path, "UPDATE snapshots SET journal = 'x'")
  expect((await verifyFile(path))[0]?.problem).toMatch(
    /^the stored state after journal entry \d+ does not follow from the events/,
  )
})
