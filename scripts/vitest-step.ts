// The tests, shown while they run; their counts come from vitest's own report.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Outcome, Step } from "./step.ts"
import { runTool } from "./tool.ts"

/** The parts of vitest's JSON report that are read here. */
export interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

export function vitestStep(name: string, about: string): Step {
  return {
    name,
    about,
    streams: true,
    async run({ quick }) {
      const folder = mkdtempSync(join(tmpdir(), "armistice-tests-"))
      try {
        const file = join(folder, "report.json")
        const slow = quick ? ["--exclude", "**/*.slow.test.ts"] : []
        const report = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
        const { code } = await runTool("vitest", ["run", ...slow, ...report], "shown")
        return countTests(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null, code)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

/** A file that could not be loaded counts as one failure, and so does a bad exit that no test explains. */
export function countTests(report: VitestReport | null, code: number): Outcome {
  if (report === null) return { passed: 0, failed: 1, summary: "vitest left no report", output: "" }
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((assertion) => assertion.status === "failed"),
  ).length
  const passed = report.numPassedTests
  const failed = report.numFailedTests + broken
  const unexplained = failed === 0 && (code !== 0 || !report.success || passed === 0) ? 1 : 0
  const skipped = report.numPendingTests + report.numTodoTests
  const summary = `${passed} tests passed${skipped === 0 ? "" : `, ${skipped} skipped`}`
  return { passed, failed: failed + unexplained, summary, output: "" }
}
