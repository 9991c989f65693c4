// A vitest reporter that writes how many tests passed, failed and were skipped to the file named in TEST_COUNTS_FILE.

import { writeFileSync } from "node:fs"
import type { Reporter, TestModule } from "vitest/node"

export interface TestCounts {
  passed: number
  failed: number
  skipped: number
}

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const file = process.env.TEST_COUNTS_FILE
    if (file === undefined) throw new Error("TEST_COUNTS_FILE must name a file, got nothing")
    writeFileSync(file, JSON.stringify(countTests(modules, unhandledErrors.length)))
  }
}

/** A file that could not be loaded, or whose hooks failed, counts as a failure, and so does each stray error. */
function countTests(modules: readonly TestModule[], strayErrors: number): TestCounts {
  const counts: TestCounts = { passed: 0, failed: strayErrors, skipped: 0 }
  for (const module of modules) {
    const failedBefore = counts.failed
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      counts[state === "pending" ? "failed" : state] += 1
    }
    if (module.state() === "failed" && counts.failed === failedBefore) counts.failed += 1
  }
  return counts
}
