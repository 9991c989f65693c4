// A person in five experiments of a population under kills: what is reserved is what was learned
// from, and nobody is above the limit.

import { join } from "node:path"
import { expect, test } from "vitest"
import { populationKillTest } from "../testing/population-kill-test.ts"
import { testDatabase } from "../testing/test-database.ts"
import { temporaryFolder } from "../testing/test-service.ts"

test.each([
  ["a file", async () => join(temporaryFolder(), "killed.db"), 1],
  ["three replicas on Postgres", testDatabase, 3],
])("killed twelve times while everyone comes to five experiments: %s", async (_, place, replicas) => {
  const report = await populationKillTest({ store: await place(), replicas, kills: 12, clients: 12, seed: 3 })
  const four = report.learned.map(() => 4)
  expect(report.learned.length).toBeGreaterThan(36)
  expect(report.learned).toEqual(four)
  expect(report.reserved).toEqual(four)
  expect(report.problems).toEqual([])
  expect(report.answered).toBeGreaterThan(0)
  expect(report.silent).toBeGreaterThan(0)
})
