// Runs the checks of package.json (scripts named check:…), one on each core, then the tests, and
// prints "N passed, N failed" last. Names of checks or other npm scripts run only those, folders
// only their tests. --quick leaves out medium and slow tests; --slow runs only the slow tests.

import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { manifest, root, runNpm } from "./repository.ts"
import { runTests } from "./run-tests.ts"
import type { TestSelection } from "./test-kinds.ts"

interface Result {
  readonly passed: number
  readonly failed: number
}

const args = process.argv.slice(2)
const names = args.filter((arg) => arg !== "--quick" && arg !== "--slow")
const selection: TestSelection = args.includes("--slow") ? "slow" : args.includes("--quick") ? "quick" : "whole"
const checks = Object.keys(manifest.scripts).filter((name) => name.startsWith("check:"))
const scripts = names
  .map((name) => (`check:${name}` in manifest.scripts ? `check:${name}` : name))
  .filter((name) => name in manifest.scripts)
const folders = names.filter((name) => !name.startsWith("-") && existsSync(join(root, name)))
const unknown = names.find(
  (name) => name !== "tests" && !scripts.some((script) => script.endsWith(name)) && !folders.includes(name),
)
if (unknown !== undefined) {
  const known = checks.map((check) => check.replace("check:", "")).join(", ")
  console.error(`a check must be one of ${known}, tests, or a folder with tests; got ${unknown}`)
  process.exit(2)
}

// Some slow tests run the packages as they are compiled.
const chosen = names.length > 0 ? scripts : selection === "slow" ? ["check:types"] : checks
const results: Result[] = []
const isCheck = (script: string): boolean => script.startsWith("check:")
const waiting = chosen.filter(isCheck)
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))
// Other scripts write as they go, and may measure: each has the machine for itself.
for (const script of chosen.filter((one) => !isCheck(one))) results.push(await report(script))
if (names.length === 0 || names.includes("tests") || folders.length > 0) results.push(runTests(selection, folders))

const sum = (key: keyof Result): number => results.reduce((total, result) => total + result[key], 0)
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`)
process.exitCode = sum("failed") === 0 && sum("passed") > 0 ? 0 : 1

/** Runs the checks that wait, one after the other, in the order in which they are listed. */
async function runWaiting(): Promise<void> {
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) results.push(await report(script))
}

/** Runs a script; the output of a check is shown only if it fails. */
async function report(script: string): Promise<Result> {
  const isShown = !isCheck(script)
  if (isShown) console.log(script)
  const started = performance.now()
  const { code, output } = await runNpm(["run", "--silent", script], isShown)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${script}: ${code === 0 ? "ok" : "FAILED"}, ${seconds} s`)
  if (code !== 0) console.log(output)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}
