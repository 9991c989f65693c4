// The long form of kill.slow.test.ts: at least fifty kills. Part of npm run verify.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { killTest } from "../testing/kill-test.ts"

const folder = mkdtempSync(join(tmpdir(), "armistice-kill-"))
try {
  const report = await killTest(folder, Number(process.argv[2] ?? 50), 8)
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  process.exitCode = report.problems.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
