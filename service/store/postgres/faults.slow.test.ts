// The short form of verify/faults.ts: each kind of fault, under load.

import { expect, test } from "vitest"
import { faultKinds, faultTest } from "../../testing/fault-test.ts"

test("three replicas and their server, disturbed ten times under load, lose, double and change nothing", async () => {
  const report = await faultTest(10, 6, 1)
  expect(report.problems).toEqual([])
  for (const kind of faultKinds) expect(report.faults[kind]).toBeGreaterThanOrEqual(1)
  expect(report.decisions).toBeGreaterThan(100)
  expect(report.rewards).toBeGreaterThan(50)
  expect(report.releases).toBeGreaterThan(3)
  expect([report.joined, report.silent].every((count) => count > 10)).toBe(true)
})
