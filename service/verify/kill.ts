// The long form of kill.slow.test.ts: at least fifty kills. Arguments: kills, seed. Part of npm run
// verify.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { killTest } from "../testing/kill-test.ts"

const folder = mkdtempSync(join(tmpdir(), "armistice-kill-"))
try {
  const [kills = "50", seed = "1"] = process.argv.slice(2)
  const report = await killTest({ folder, kills: Number(kills), clients: 8, seed: Number(seed) })
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  process.exitCode = report.problems.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
