// The shortest form of killed-population.slow.test.ts.

import { join } from "node:path"
import { expect, test } from "vitest"
import { populationKillTest } from "../testing/population-kill-test.ts"
import { testDatabase } from "../testing/test-database.ts"
import { temporaryFolder } from "../testing/test-service.ts"

test.each([
  ["a file", async () => join(temporaryFolder(), "killed.db"), 1],
  ["two replicas on Postgres", testDatabase, 2],
])("killed three times while everyone comes to five experiments: %s", async (_, place, replicas) => {
  const report = await populationKillTest({ store: await place(), replicas, kills: 3, clients: 8, seed: 2 })
  const four = report.learned.map(() => 4)
  expect(report.learned.length).toBeGreaterThan(9)
  expect(report.learned).toEqual(four)
  expect(report.reserved).toEqual(four)
  expect(report.problems).toEqual([])
  expect(report.answered).toBeGreaterThan(0)
  expect(report.silent).toBeGreaterThan(0)
})
