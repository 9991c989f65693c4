// Packs everything that is published and checks each tarball with publint, attw and our own rules.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pack, published } from "./packing/pack.ts"
import { packageProblems } from "./packing/package-problems.ts"
import { runNpm } from "./repository.ts"

const folder = mkdtempSync(join(tmpdir(), "armistice-packages-"))
try {
  for (const { file } of pack(published, folder)) {
    const tools = [
      ["publint", "run", file, "--strict"],
      ["attw", file, "--profile", "esm-only", "--no-emoji"],
    ]
    for (const tool of tools) {
      const { code, output } = await runNpm(["exec", "--", ...tool])
      if (code !== 0) report(output)
    }
    for (const problem of packageProblems(file)) report(problem)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function report(problem: string): void {
  console.error(problem)
  process.exitCode = 1
}
