// The shortest form of kill.slow.test.ts, and the mistake that such tests must find.

import { expect, test } from "vitest"
import { killTest } from "./testing/kill-test.ts"
import { temporaryFolder } from "./testing/test-service.ts"

test("a service killed three times under load has lost, doubled and changed nothing", async () => {
  const report = await killTest({ folder: temporaryFolder(), kills: 3, clients: 6, seed: 1 })
  expect(report.problems).toEqual([])
  expect(report.kills).toBeGreaterThanOrEqual(3)
  expect(report.decisions).toBeGreaterThan(30)
  expect(report.rewards).toBeGreaterThan(15)
  // Late and silent people too, and a copy that was restored.
  expect([report.answered, report.silent].every((count) => count > 5)).toBe(true)
  expect(report.restored.answered).toBeGreaterThan(5)
  expect(report.restored.silent).toBeGreaterThan(5)
})

test("a service that answers before its transaction is on disk is found out", async () => {
  const folder = temporaryFolder()
  const report = await killTest({ folder, kills: 3, clients: 6, seed: 1, program: "serve-early-process" })
  expect(report.problems.filter((problem) => /was acknowledged and is lost/.test(problem)).length).toBeGreaterThan(0)
})
