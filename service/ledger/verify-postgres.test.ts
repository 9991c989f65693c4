// A Postgres store verifies experiment by experiment, all or one, also where a journal was taken
// out.

import { readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { expect, onTestFinished, test, vi } from "vitest"
import { journalTaken } from "../store/store-properties.ts"
import { runSql } from "../testing/run-sql.ts"
import { type Replica, testReplicas } from "../testing/test-replica.ts"
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

/** Decisions with their rewards, from number `first` up to `last`. */
async function playRounds(replica: Replica, experiment: string, first: number, last: number): Promise<void> {
  const requests: Promise<unknown>[] = []
  for (let round = first; round <= last; round++) {
    requests.push(replica.decide(experiment, { decisionId: `d${round}` }, "local"))
    requests.push(replica.reward(experiment, `d${round}`, round % 2, "local"))
  }
  await Promise.all(requests)
}

const headColumns = ["sequence", "journal", "swept", "passed", "counts", "discarded", "arms", "state"]

test("a head that is behind its journal is found, as the store would go on from it", async () => {
  const { replicas, url } = await testReplicas(1)
  const [replica] = replicas
  const { id } = (await replica.createExperiment(demo)).live.experiment
  await runSql(url, "CREATE TABLE first AS SELECT * FROM armistice.heads")
  await playRounds(replica, id, 1, 10)
  await runSql(url, "CREATE TABLE earlier AS SELECT * FROM armistice.heads")
  await playRounds(replica, id, 11, 30)
  expect(await verifyPostgres(url)).toMatchObject([{ problem: null, journal: 60 }])
  for (const [table, entry] of [
    ["earlier", 20],
    ["first", 0],
  ] as const) {
    const set = headColumns.map((column) => `${column} = o.${column}`).join(", ")
    await runSql(url, `UPDATE armistice.heads h SET ${set} FROM ${table} o WHERE o.experiment = h.experiment`)
    const problem = `the stored state belongs to entry ${entry}, but the journal ends with entry 60`
    expect(await verifyPostgres(url)).toMatchObject([{ problem, journal: 60 }])
  }
})

test("each experiment of a Postgres store is verified by its journal, by its entries where that was taken out", async () => {
  const { replicas, url } = await testReplicas(1)
  const [replica] = replicas
  expect(await verifyPostgres(url)).toEqual([])
  const ids: string[] = []
  for (let number = 0; number < 2; number++) ids.push((await replica.createExperiment(demo)).live.experiment.id)
  const [id = "", other = ""] = ids
  await Promise.all(ids.map((which) => playRounds(replica, which, 1, 30)))
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
