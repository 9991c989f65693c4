// Nothing that was acknowledged may be lost to SIGKILL. (The page cache survives a kill, so this says nothing about power loss;
// see store/sqlite-open.test.ts for the settings that do.) The long form is verify/kill.ts.

import { expect, test } from "vitest"
import { killTest } from "./testing/kill-test.ts"
import { temporaryFolder } from "./testing/test-service.ts"

test("a service killed ten times under load has lost, doubled and changed nothing", async () => {
  const report = await killTest({ folder: temporaryFolder(), kills: 9, clients: 6, seed: 1 })
  expect(report.problems).toEqual([])
  expect(report.kills).toBeGreaterThanOrEqual(10)
  expect(report.decisions).toBeGreaterThan(100)
  expect(report.rewards).toBeGreaterThan(50)
  expect(report.releases).toBeGreaterThan(50)
})

test("a service that answers before its transaction is on disk is found out", async () => {
  const folder = temporaryFolder()
  const report = await killTest({ folder, kills: 3, clients: 6, seed: 1, program: "serve-early-process" })
  expect(report.problems.filter((problem) => /was acknowledged and is lost/.test(problem)).length).toBeGreaterThan(0)
})
