// The shortest form of killed-deliveries.slow.test.ts, and the mistake that such tests must find.

import { join } from "node:path"
import { expect, test } from "vitest"
import { testDatabase } from "../testing/test-database.ts"
import { temporaryFolder } from "../testing/test-service.ts"
import { webhookKillTest } from "../testing/webhook-kill-test.ts"

const file = async () => join(temporaryFolder(), "killed.db")

test.each([
  ["a file", file, 1],
  ["two replicas on Postgres", testDatabase, 2],
])("killed three times, every event is delivered in order and none is invented: %s", async (_, place, replicas) => {
  const report = await webhookKillTest({ store: await place(), replicas, kills: 3, clients: 3, seed: 1 })
  expect(report.problems).toEqual([])
  expect(report.finished).toBeGreaterThan(5)
  expect(report.messages).toBeGreaterThanOrEqual(report.finished)
})

test("a service that writes messages after the change they tell of is found out", async () => {
  const program = "serve-late-messages-process"
  const report = await webhookKillTest({ store: await file(), replicas: 1, kills: 7, clients: 3, seed: 1, program })
  expect(report.problems).toContainEqual(expect.stringMatching(/was acknowledged and told 0 times/))
})
