import { expect, test } from "vitest"
import { countTests, type VitestReport } from "./vitest-step.ts"

const good: VitestReport = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: "passed", assertionResults: [{ status: "passed" }] }],
}

test("passed tests are counted", () => {
  expect(countTests(good, 0)).toMatchObject({ passed: 3, failed: 0 })
})

test("failed tests are counted once, not again for their file", () => {
  const report = {
    ...good,
    success: false,
    numFailedTests: 2,
    testResults: [{ status: "failed", assertionResults: [{ status: "failed" }, { status: "failed" }] }],
  }
  expect(countTests(report, 1)).toMatchObject({ passed: 3, failed: 2 })
})

test("a file that cannot be loaded is a failure", () => {
  const report = { ...good, success: false, testResults: [{ status: "failed", assertionResults: [] }] }
  expect(countTests(report, 1)).toMatchObject({ passed: 3, failed: 1 })
})

test("a bad exit, no report or no test at all is a failure", () => {
  expect(countTests(good, 1).failed).toBe(1)
  expect(countTests(null, 0).failed).toBe(1)
  expect(countTests({ ...good, numPassedTests: 0 }, 0).failed).toBe(1)
})

test("skipped tests are said, and do not count as passed", () => {
  const outcome = countTests({ ...good, numPendingTests: 2 }, 0)
  expect(outcome.passed).toBe(3)
  expect(outcome.summary).toBe("3 tests passed, 2 skipped")
})
