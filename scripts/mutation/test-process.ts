// A process that holds vitest and runs test files again and again, each time with another mutant turned on: a file's address says which
// one. In a process of its own, so that one that hangs can be ended. Sources are never changed: vite is handed the instrumented text.

import { join } from "node:path"
import { BaseSequencer, createVitest, type TestCase, type TestModule, type TestSpecification } from "vitest/node"
import { root } from "../repository.ts"
import type { Reached } from "./switch.ts"

/** Instrumented text by absolute path. */
export type Texts = Readonly<Record<string, string>>

export interface FileRequest {
  readonly path: string
  /** The mutant to turn on; null runs all tests and notes what they reach. */
  readonly mutant: string | null
  /** Switches of mutants that may be passed before it counts as one that never ends. */
  readonly limit: number
  /** A word that names of tests must not have, where no mutant is given. */
  readonly without?: string | null
  /** Full names of the tests to run. */
  readonly names: readonly string[]
}

/** Files in order, all in one thread; what they import is loaded once. */
export interface Request {
  readonly files: readonly FileRequest[]
}

export interface FileResult {
  readonly path: string
  readonly mutant: string | null
  readonly durationMs: number
  readonly reached: Reached | null
  readonly tests: readonly TestResult[]
  readonly failed: boolean
}

export interface TestResult {
  readonly id: string
  readonly name: string
  readonly failed: boolean
  /** Failed because it was cut short. */
  readonly neverEnds: boolean
  readonly durationMs: number
}

export type Message =
  | { readonly kind: "test" }
  | { readonly kind: "file"; readonly file: FileResult }
  | { readonly kind: "end"; readonly strayErrors: readonly string[] }
  | { readonly kind: "error"; readonly error: string }

class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

const send = (message: Message): void => {
  process.send?.(message)
}

const open = (texts: Texts) =>
  createVitest(
    "test",
    {
      root,
      config: false,
      watch: false,
      include: ["*/**/*.test.ts"],
      pool: "threads",
      maxWorkers: 1,
      isolate: false,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      reporters: [
        {
          onTestCaseResult: () => send({ kind: "test" }),
          onTestModuleEnd: (module) => send({ kind: "file", file: resultOf(module) }),
        },
      ],
      onConsoleLog: () => false,
      sequence: { sequencer: AsGiven },
      globalSetup: [join(root, "service/testing/postgres-door.ts")],
      setupFiles: [join(import.meta.dirname, "switch.ts"), join(root, "scripts/fixed-seed.ts")],
    },
    {
      resolve: { conditions: ["source"] },
      ssr: { resolve: { conditions: ["source"] } },
      plugins: [{ name: "mutants", enforce: "pre", load: (id) => texts[id.split("?")[0] as string] ?? null }],
    },
  )

let texts: Texts = {}
let vitest: Awaited<ReturnType<typeof open>> | undefined

async function run({ files }: Request): Promise<void> {
  vitest ??= await open(texts)
  vitest.state.filesMap.clear()
  vitest.state.errorsSet.clear()
  const project = vitest.getRootProject()
  const specifications = files.map(({ path, mutant, limit, names, without = null }) =>
    mutant === null
      ? project.createSpecification(path, without === null ? {} : { testNamePattern: lacking(without) })
      : project.createSpecification(`${path}?mutant=${mutant}&limit=${limit}`, { testNamePattern: anyOf(names) }),
  )
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications, false)
  send({ kind: "end", strayErrors: unhandledErrors.map(String) })
}

function resultOf(module: TestModule): FileResult {
  const [path = "", query] = module.moduleId.split("?")
  const { reached } = module.meta()
  const ran = [...module.children.allTests()].filter((test) => ["passed", "failed"].includes(test.result().state))
  const { duration, collectDuration } = module.diagnostic()
  return {
    path,
    mutant: new URLSearchParams(query).get("mutant"),
    durationMs: duration + collectDuration,
    reached: reached ?? null,
    tests: ran.map((test) => ({
      id: test.id,
      name: fullName(test),
      failed: test.result().state === "failed",
      neverEnds: test.meta().neverEnds ?? false,
      durationMs: test.diagnostic()?.duration ?? 0,
    })),
    failed: module.state() === "failed",
  }
}

/** As vitest's name pattern sees it: suites and test, with a space between. */
function fullName(test: TestCase): string {
  const names = [test.name]
  for (let suite = test.parent; suite.type === "suite"; suite = suite.parent) names.unshift(suite.name)
  return names.join(" ")
}

const lacking = (word: string): RegExp => new RegExp(`^(?!.*${word})`, "i")

const anyOf = (names: readonly string[]): RegExp =>
  new RegExp(`^\\s*(?:${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})$`)

process.on("message", (message: { texts: Texts } | { request: Request }) => {
  if ("texts" in message) texts = message.texts
  else run(message.request).catch((error: unknown) => send({ kind: "error", error: String(error) }))
})
process.on("disconnect", () => process.exit(0))
