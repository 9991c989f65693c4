// A Postgres store verifies experiment by experiment, all or one, also where a journal was taken
// out.

import { readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { expect, onTestFinished, test, vi } from "vitest"
import { journalTaken } from "../store/journal-taken.ts"
import { runSql } from "../testing/run-sql.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { demo, temporaryFolder } from "../testing/test-service.ts"
import { verifyPostgres } from "./verify-postgres.ts"

/**
 * Others verify at the same time, so copies are looked for in a temporary folder that only this
 * test has.
 */
function ownTemporaryFolder(): string {
  const folder = temporaryFolder()
  vi.stubEnv("TMPDIR", folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(tmpdir()).toBe(folder)
  return folder
}

test("each experiment of a Postgres store is verified by its journal, by its entries where that was taken out", async () => {
  const { replicas, url } = await testReplicas(1)
  const [replica] = replicas
  expect(await verifyPostgres(url)).toEqual([])
  const ids: string[] = []
  for (let number = 0; number < 2; number++) ids.push((await replica.createExperiment(demo)).live.experiment.id)
  const [id = "", other = ""] = ids
  const asked = ids.flatMap((which) =>
    Array.from({ length: 30 }, (_, round) => [
      replica.decide(which, { decisionId: `d${round}` }, "local"),
      replica.reward(which, `d${round}`, round % 2, "local"),
    ]),
  )
  await Promise.all(asked.flat())
  const folder = ownTemporaryFolder()
  const [first, second, ...more] = await verifyPostgres(url)
  expect(more).toEqual([])
  expect(first).toMatchObject({ experiment: id, problem: null, journal: 60 })
  expect(first?.entries).toBeGreaterThan(0)
  expect(second).toMatchObject({ experiment: other, problem: null, journal: 60 })
  expect(await verifyPostgres(url, other)).toEqual([second])
  await expect(verifyPostgres(url, "x")).rejects.toMatchObject({ code: "unknown_experiment" })
  expect(readdirSync(folder)).toEqual([])

  await runSql(url, `INSERT INTO armistice.properties VALUES ('${journalTaken(id)}', 'taken')`)
  expect(await verifyPostgres(url)).toEqual([{ ...first, journal: null }, second])
  expect(await verifyPostgres(url, id)).toEqual([{ ...first, journal: null }])
})
