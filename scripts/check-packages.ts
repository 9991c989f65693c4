// Packs everything that is published and checks each tarball with publint, attw and our own rules,
// in one process: attw takes longer to load its compiler than to check all packages.

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { pack, published } from "./packing/pack.ts"
import { packageProblems } from "./packing/package-problems.ts"

/** How attw calls the ways to resolve an import that packages of ES modules alone do not serve. */
const unserved = ["node10", "node16-cjs"]

const folder = mkdtempSync(join(tmpdir(), "armistice-packages-"))
try {
  for (const { file, name } of pack(published, folder)) {
    const tarball = new Uint8Array(readFileSync(file))
    for (const problem of [...(await lint(tarball)), ...(await findWrongTypes(tarball))]) report(`${name}: ${problem}`)
    for (const problem of packageProblems(file)) report(problem)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function lint(tarball: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true })
  const errors = messages.filter(({ type }) => type === "error")
  return errors.map((message) => formatMessage(message, pkg) ?? message.code)
}

async function findWrongTypes(tarball: Uint8Array): Promise<string[]> {
  const result = await checkPackage(createPackageFromTarballData(tarball))
  const problems = result.types === false ? [] : result.problems
  return problems
    .filter((problem) => !("resolutionKind" in problem && unserved.includes(problem.resolutionKind)))
    .map((problem) => JSON.stringify(problem))
}

function report(problem: string): void {
  console.error(problem)
  process.exitCode = 1
}
