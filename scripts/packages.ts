// What would be published must be usable: tarballs are packed as `npm run pack` does, and each is checked: exports that exist, types for
// each, nothing ambiguous (publint and attw), and every package named that it needs. Whether they work is tried by packing/*.test.ts.

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { type Packed, pack, published } from "./packing/pack.ts"
import { packageProblems } from "./packing/package-problems.ts"
import { runNpm } from "./repository.ts"

export async function checkPackages(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "armistice-packages-"))
  try {
    const packed = await pack(published(), folder)
    const problems = await Promise.all(packed.map(problemsOf))
    return problems.flat()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function problemsOf({ folder, file }: Packed): Promise<string[]> {
  const tarball = new Uint8Array(readFileSync(file)).buffer
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  const { code, output } = await runNpm(["exec", "--", "attw", file, "--profile", "esm-only", "--no-emoji"])
  return [
    ...messages.map((message) => `${folder}: ${formatMessage(message, pkg, { color: false })}`),
    ...(code === 0 ? [] : [`${folder}: ${output}`]),
    ...packageProblems(file),
  ]
}

const problems = await checkPackages()
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
