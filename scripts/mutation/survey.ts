// Which mutants each test reaches, and how often: every test file is run once without a mutant, and what it reached is kept
// as long as neither it nor the mutated sources change.

import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { filesUnder, root } from "../repository.ts"
import { isQuickTest } from "../test-kinds.ts"
import type { MutatedFolder } from "./folders.ts"
import type { Mutants } from "./mutants.ts"
import type { Texts } from "./test-process.ts"
import { TestWorker } from "./test-worker.ts"

export interface SurveyedFile {
  readonly path: string
  readonly durationMs: number
  readonly longestTestMs: number
  /** The most switches of mutants that one of its tests passes. */
  readonly passed: number
  /** Mutants reached while the file was loaded, and by each test. */
  readonly loading: readonly string[]
  readonly tests: readonly { readonly name: string; readonly reached: readonly string[] }[]
}

interface Kept {
  readonly hash: string
  readonly file: SurveyedFile
}

const longestTestMs = 2 * 60_000

export const hashOf = (...texts: string[]): string => createHash("sha256").update(texts.join("\0")).digest("base64url")

/** Quick tests of the folder, from the root. */
const testsOf = ({ tests }: MutatedFolder): string[] =>
  tests.flatMap((test) => (test.endsWith(".ts") ? [test] : filesUnder(test, /\.test\.ts$/))).filter(isQuickTest)

export async function survey(folder: MutatedFolder, mutants: Mutants, keptIn: string): Promise<SurveyedFile[]> {
  const kept: Record<string, Kept> = existsSync(keptIn) ? JSON.parse(readFileSync(keptIn, "utf8")) : {}
  const found: SurveyedFile[] = []
  const paths = testsOf(folder)
  for (const [number, path] of paths.entries()) {
    const hash = hashOf(mutants.fingerprint, readFileSync(join(root, path), "utf8"))
    let file = kept[path]?.hash === hash ? kept[path].file : null
    if (file === null) {
      file = await surveyed(mutants.texts, path, folder.without ?? null)
      kept[path] = { hash, file }
      writeFileSync(keptIn, JSON.stringify(kept))
      console.log(`  ${number + 1} of ${paths.length} test files surveyed: ${path}`)
    }
    if (file.passed > 0) found.push(file)
  }
  return found
}

async function surveyed(texts: Texts, path: string, without: string | null): Promise<SurveyedFile> {
  // A process for each file: what one loads must not hide what the next one reaches while loading.
  const worker = new TestWorker(texts)
  const request = { files: [{ path: join(root, path), mutant: null, limit: 0, names: [], without }] }
  const { files, strayErrors } = await worker.ask(request, longestTestMs)
  await worker.close()
  const [file] = files
  if (file === undefined || file.failed || strayErrors.length > 0)
    throw new Error(`${path} must pass before mistakes are planted, and failed: ${strayErrors.join(", ")}`)
  const { passed, loading, tests } = file.reached ?? { passed: 0, loading: [], tests: {} }
  return {
    path,
    durationMs: Math.ceil(file.durationMs),
    longestTestMs: Math.ceil(Math.max(0, ...file.tests.map(({ durationMs }) => durationMs))),
    passed,
    loading,
    tests: file.tests.map(({ id, name }) => ({ name, reached: tests[id] ?? [] })),
  }
}
