// Runs vitest on a selection of the tests and counts what passed and failed.

import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "./repository.ts"
import { excluded, type TestSelection } from "./test-kinds.ts"

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** Runs the tests of a selection in some folders, or in all. */
export function runTests(selection: TestSelection, folders: readonly string[]): { passed: number; failed: number } {
  // vitest would find a part of a path anywhere, so paths are given whole.
  return runVitest([
    ...folders.map((path) => join(root, path)),
    ...excluded[selection].map((pattern) => `--exclude=${pattern}`),
  ])
}

/** Runs vitest and counts. A file that does not load, a bad exit and no tests are failures, too. */
export function runVitest(
  args: readonly string[],
  stdio: "inherit" | "pipe" = "inherit",
): { passed: number; failed: number } {
  const folder = mkdtempSync(join(tmpdir(), "armistice-tests-"))
  try {
    const file = join(folder, "report.json")
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
    const vitest = join(root, "node_modules/vitest/vitest.mjs")
    const { status } = spawnSync(process.execPath, [vitest, "run", ...args, ...reporters], { cwd: root, stdio })
    if (!existsSync(file)) return { passed: 0, failed: 1 }
    const report: VitestReport = JSON.parse(readFileSync(file, "utf8"))
    const unloaded = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === "failed" && !assertionResults.some((test) => test.status === "failed"),
    )
    const failed = report.numFailedTests + unloaded.length
    const isUnexplained = failed === 0 && (status !== 0 || report.numPassedTests === 0)
    return { passed: report.numPassedTests, failed: isUnexplained ? 1 : failed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
