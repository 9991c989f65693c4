// Packs everything that is published and checks each tarball with publint, attw and our own rules.

import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pack, published } from "./packing/pack.ts"
import { packageProblems } from "./packing/package-problems.ts"
import { root } from "./repository.ts"

/** The programs themselves: `npm exec` takes longer to start than they take to run. */
const publint = "publint/src/cli.js"
const attw = "@arethetypeswrong/cli/dist/index.js"

const folder = mkdtempSync(join(tmpdir(), "armistice-packages-"))
try {
  for (const { file } of pack(published, folder)) {
    await Promise.all([
      runTool(publint, "run", file, "--strict"),
      runTool(attw, file, "--profile", "esm-only", "--no-emoji"),
    ])
    for (const problem of packageProblems(file)) report(problem)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Reports the output of a tool that fails. */
function runTool(program: string, ...args: string[]): Promise<void> {
  const path = join(root, "node_modules", program)
  return new Promise((resolve) => {
    execFile(process.execPath, [path, ...args], { cwd: root }, (error, stdout, stderr) => {
      if (error !== null) report(stdout + stderr)
      resolve()
    })
  })
}

function report(problem: string): void {
  console.error(problem)
  process.exitCode = 1
}
