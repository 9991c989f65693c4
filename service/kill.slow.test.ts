// Nothing that was acknowledged may be lost to SIGKILL. (The page cache survives a kill, so this
// says nothing about power loss; see store/sqlite-open.test.ts for the settings that do.) The
// shortest form, and a planted mistake, are in kill.medium.test.ts, the long form is
// verify/kill.ts.

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
  expect([report.answered, report.silent].every((count) => count > 20)).toBe(true)
})
