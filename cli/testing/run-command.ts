// Runs the compiled command as a child process, in a folder of its own. The first use builds it,
// as people's first use does.

import { type ChildProcess, execFileSync, type StdioOptions, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { afterAll, beforeAll } from "vitest"

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
  return { child, outcome: waitForExit(child) }
}

export function waitForExit(child: ChildProcess): Promise<Outcome> {
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
 * Runs commands one after the other in one process, which starts once for a test file. Each has its
 * own output and the exit code that a process of its own would have had.
 */
export function commandsInTurn(): typeof runCommand {
  const program = `import { main } from ${compiled}
const { stdout, stderr } = process
stdout.setMaxListeners(0)
process.on("message", async ({ args, cwd }) => {
  process.chdir(cwd)
  const outcome = { code: null, stdout: "", stderr: "" }
  stdout.write = (text) => (outcome.stdout += text) !== ""
  stderr.write = (text) => (outcome.stderr += text) !== ""
  outcome.code = await main(args)
  process.send(outcome)
})
process.send("ready")`
  let child: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  const answer = (to: ChildProcess): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`a command must end without its process, got ${code}`))
      to.once("exit", ended)
      to.once("message", (outcome: Outcome) => {
        to.removeListener("exit", ended)
        resolve(outcome)
      })
    })
  const start = async (): Promise<ChildProcess> => {
    const stdio: StdioOptions = ["ignore", "inherit", "inherit", "ipc"]
    child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio })
    await answer(child)
    return child
  }
  beforeAll(buildCommand)
  // It ends by itself unless a command left something open.
  afterAll(async () => {
    if (child === undefined || child.exitCode !== null) return
    const ended = once(child, "exit")
    child.disconnect()
    await ended
  })
  return (args, cwd) => {
    const outcome = last.then(async () => {
      const process = child ?? (await start())
      process.send({ args, cwd })
      return answer(process)
    })
    last = outcome.catch(() => undefined)
    return outcome
  }
}

/** An empty folder for the time of `work`. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const made = mkdtempSync(join(tmpdir(), "armistice-command-"))
  try {
    return await work(made)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

export const filesIn = (path: string): string[] => readdirSync(path).sort()
