// Kills between commit and delivery: every event is delivered, in order for each experiment, and
// none is invented.

import { join } from "node:path"
import { expect, test } from "vitest"
import { testDatabase } from "../testing/test-database.ts"
import { temporaryFolder } from "../testing/test-service.ts"
import { webhookKillTest } from "../testing/webhook-kill-test.ts"

test.each([
  ["a file sixty times", async () => join(temporaryFolder(), "killed.db"), 1, 60],
  ["two replicas on Postgres thirty times", testDatabase, 2, 30],
] as const)("killed, %s", async (_, place, replicas, kills) => {
  const report = await webhookKillTest({ store: await place(), replicas, kills, clients: 4, seed: 2 })
  expect(report.problems).toEqual([])
  expect(report.finished).toBeGreaterThan(2 * kills)
  expect(report.messages).toBeGreaterThan(report.finished)
})
