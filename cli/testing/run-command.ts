// Runs the compiled command as a child process, in a folder of its own. The first use builds it, as people's first use does.

import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const folder = fileURLToPath(new URL("..", import.meta.url))
export const shim = join(folder, "armistice.mjs")
const compiled = JSON.stringify(pathToFileURL(join(folder, "dist/main.js")))
/** The shim without its look at the sources, which may change while tests run. */
const launcher = `import { main } from ${compiled}
process.exitCode = await main(process.argv.slice(1))`

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export function buildCommand(): void {
  execFileSync(process.execPath, [shim, "--version"], { stdio: "pipe" })
}

export function startCommand(args: readonly string[], cwd: string): { child: ChildProcess; outcome: Promise<Outcome> } {
  const child = spawn(process.execPath, ["--input-type=module", "-e", launcher, "--", ...args], { cwd })
  return { child, outcome: outcomeOf(child) }
}

export function outcomeOf(child: ChildProcess): Promise<Outcome> {
  let [stdout, stderr] = ["", ""]
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text
  })
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text
  })
  return new Promise((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, stdout, stderr }))
  })
}

export const runCommand = (args: readonly string[], cwd: string): Promise<Outcome> => startCommand(args, cwd).outcome

/**
 * Many commands, one after the other, in one process that starts only once: for those that end in no time. What each writes is kept apart;
 * the code is what its process would have ended with.
 */
export async function runInTurn(
  jobs: readonly { readonly args: readonly string[]; readonly cwd: string }[],
): Promise<Outcome[]> {
  const program = `import { main } from ${compiled}
process.stdout.setMaxListeners(0)
const { stdout, stderr } = process
const tell = stdout.write.bind(stdout)
const outcomes = []
for (const { args, cwd } of ${JSON.stringify(jobs)}) {
  process.chdir(cwd)
  const outcome = { code: null, stdout: "", stderr: "" }
  stdout.write = (text) => (outcome.stdout += text) !== ""
  stderr.write = (text) => (outcome.stderr += text) !== ""
  outcome.code = await main(args)
  outcomes.push(outcome)
}
tell(JSON.stringify(outcomes))`
  const { stdout } = await outcomeOf(spawn(process.execPath, ["--input-type=module", "-e", program]))
  return JSON.parse(stdout)
}

/** An empty folder for the time of `work`. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const made = mkdtempSync(join(tmpdir(), "armistice-command-"))
  try {
    return await work(made)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

export const filesIn = (path: string): string[] => readdirSync(path).sort()
