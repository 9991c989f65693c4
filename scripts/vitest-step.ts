// The tests, shown while they run, and counted by count-reporter.ts.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestCounts } from "./count-reporter.ts"
import { root } from "./repository.ts"
import type { Outcome, Step, StepOptions } from "./step.ts"
import { leftOut } from "./test-kinds.ts"
import { runTool } from "./tool.ts"

export function vitestStep(name: string, about: string): Step {
  return { name, about, streams: true, run: (options) => runTests(argumentsFor(options)) }
}

/** Paths are given whole, as vitest would find parts of a path anywhere. */
function argumentsFor({ selection, paths }: StepOptions): string[] {
  return [...paths.map((path) => join(root, path)), ...leftOut[selection].map((pattern) => `--exclude=${pattern}`)]
}

/** Runs vitest with more arguments, such as --root. A bad exit that no test explains is a failure, and so is no test. */
export async function runTests(args: string[], output: "shown" | "captured" = "shown"): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "armistice-tests-"))
  try {
    const file = join(folder, "counts.json")
    const reporters = ["--reporter=default", `--reporter=${join(import.meta.dirname, "count-reporter.ts")}`]
    const run = await runTool("vitest", ["run", ...args, ...reporters], output, { TEST_COUNTS_FILE: file })
    if (!existsSync(file)) return { passed: 0, failed: 1, summary: "vitest did not finish", output: run.output }
    const { passed, failed, skipped }: TestCounts = JSON.parse(readFileSync(file, "utf8"))
    const unexplained = failed === 0 && (run.code !== 0 || passed === 0) ? 1 : 0
    const summary = `${passed} tests passed${skipped === 0 ? "" : `, ${skipped} skipped`}`
    return { passed, failed: failed + unexplained, summary, output: run.output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
