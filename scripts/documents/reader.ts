// Runs the blocks of a document as a reader would: in one terminal, in a folder that looks like a
// fresh clone or like a project with the packages installed. Only the port and the address of the
// database differ.

import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../repository.ts"
import type { Block } from "./blocks.ts"
import { matchesOutput } from "./output.ts"

export interface ReaderOptions {
  /** Whether to run blocks that take minutes. */
  readonly includesSlow?: boolean
  /** Replaces postgres://me@db.example/armistice. */
  readonly database?: string
  /** A project with the packages installed, for readers without a clone. */
  readonly installed?: string
}

/** Builds what blocks use beforehand, so that no block prints that it builds. */
export function buildPackages(): void {
  // Typed blocks see the types that are packed.
  execFileSync("npm", ["run", "prepack", "-w", "client", "-w", "openfeature"], { cwd: root, stdio: "pipe" })
  const version = ["scripts/run.mjs", "cli/armistice.mjs", "--version"]
  execFileSync(process.execPath, version, { cwd: root, stdio: "pipe" })
}

/** Runs all blocks in order and returns how many; throws with the place of the first that fails. */
export async function readDocument(blocks: readonly Block[], options: ReaderOptions = {}): Promise<number> {
  const reader = new Reader(await freePort(), options)
  let count = 0
  try {
    for (const block of blocks) {
      const { kind } = block.mark
      if (kind === "elsewhere" || kind === "not run" || (kind === "slow" && options.includesSlow !== true)) continue
      await reader.run(block)
      count += 1
    }
    return count
  } finally {
    await reader.close()
  }
}

/** Commands that run until they are stopped. */
const lastingCommand = /^(npx armistice (serve|worker)|npm start|npm run example page)\b/
const timeoutMs = 40 * 60_000

class Reader {
  readonly #folder: string
  readonly #port: number
  readonly #database: string | undefined
  /** By kind: a second service replaces the first. */
  readonly #running = new Map<string, ChildProcess>()
  readonly #codeBefore = new Map<string, string>()
  #count = 0

  constructor(port: number, { database, installed }: ReaderOptions) {
    this.#folder = linkFolder(installed ?? root)
    this.#port = port
    this.#database = database
  }

  async run(block: Block): Promise<void> {
    const { mark, place, language } = block
    if (mark.kind === "stopped") await this.#stopAll()
    const code = this.#withAddresses(block.code)
    if (mark.kind === "file") {
      writeFileSync(join(this.#folder, mark.about), code)
      return
    }
    if (mark.kind === "request") return this.#request(mark.about, code, place)
    const before = mark.kind === "continues" ? (this.#codeBefore.get(language) ?? "") : ""
    this.#codeBefore.set(language, before + code)
    const printed = removeNpmHeader(
      language === "sh" ? await this.#runShell(code, place) : await this.#runCode(language, before + code, place),
    )
    if (/urn:armistice:error/.test(printed)) throw new Error(`${place} must not be refused, got\n${printed}`)
    if (block.prints !== null && !matchesOutput(this.#withAddresses(block.prints), printed))
      throw new Error(`${place} must print\n${block.prints}\ngot\n${printed}`)
  }

  async close(): Promise<void> {
    await this.#stopAll()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #withAddresses(text: string): string {
    const database = this.#database ?? "postgres://nobody@127.0.0.1:9/nothing"
    return text
      .replaceAll(/\b(127\.0\.0\.1|localhost):4600\b/g, `$1:${this.#port}`)
      .replaceAll(/postgres:\/\/me@db\.example\/armistice(\?sslmode=verify-full)?/g, database)
  }

  /** Runs lines of a shell in order; commands that last are left running. */
  async #runShell(code: string, place: string): Promise<string> {
    let printed = ""
    let lines: string[] = []
    const finish = async () => {
      if (lines.some((line) => line.trim() !== "")) printed += await this.#runLines(lines.join("\n"), place)
      lines = []
    }
    for (const line of code.replaceAll(/ *\\\n */g, " ").split("\n")) {
      if (!lastingCommand.test(line)) lines.push(line)
      else {
        await finish()
        printed += await this.#start(line.replace(/\s+#.*$/, ""), place)
      }
    }
    await finish()
    return printed
  }

  /** Keeps variables for later blocks, as a terminal does. */
  #runLines(code: string, place: string): Promise<string> {
    const script = `set -ea\nif [ -f .terminal ]; then . ./.terminal; fi\n${code}\nset +e\nexport -p > .terminal\n`
    return this.#runToEnd("sh", ["-c", script], place)
  }

  #runCode(language: string, code: string, place: string): Promise<string> {
    const file = (ending: string): string => {
      const name = `block-${this.#count++}.${ending}`
      writeFileSync(join(this.#folder, name), code)
      return name
    }
    if (language === "python") return this.#runToEnd("python3", [file("py")], place)
    if (language === "js") return this.#runToEnd(process.execPath, [file("mjs")], place)
    if (language === "ts") return this.#runTyped(file("mts"), place)
    throw new Error(`${place}: ${language} must say what it is for, in a comment before it`)
  }

  /** Compiles in a strict project before it runs. */
  async #runTyped(file: string, place: string): Promise<string> {
    const compiler = ["node_modules/typescript/bin/tsc", "--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck"]
    const target = ["--module", "nodenext", "--target", "es2022", "--types", "node"]
    await this.#runToEnd(process.execPath, [...compiler, ...target, file], place)
    return this.#runToEnd(process.execPath, ["--import=tsx", file], place)
  }

  async #request(about: string, body: string, place: string): Promise<void> {
    const [method = "", path = ""] = about.split(" ")
    const answer = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
      method,
      body,
      headers: { "content-type": "application/json" },
    })
    if (!answer.ok) throw new Error(`${place} must be taken as ${about}, got ${answer.status}: ${await answer.text()}`)
  }

  /** Starts a lasting command and waits for its first line. */
  async #start(line: string, place: string): Promise<string> {
    const kind = lastingCommand.exec(line)?.[0] ?? ""
    const isService = kind !== "npx armistice worker"
    if (isService) await this.#stop("service")
    const port = kind === "npm start" ? ` -- --port ${this.#port}` : ` --port ${this.#port}`
    const needsPort = isService && kind !== "npm run example page" && !line.includes("--port")
    const child = this.#spawn("sh", ["-c", `exec ${line}${needsPort ? port : ""}`])
    this.#running.set(isService ? "service" : kind, child)
    return new Promise((resolve, reject) => {
      let [said, complaint] = ["", ""]
      child.stdout?.on("data", (part: Buffer) => {
        said += part
        const line = /^.+\n/.exec(removeNpmHeader(said))
        if (line !== null) resolve(line[0])
      })
      child.stderr?.on("data", (part: Buffer) => {
        complaint += part
      })
      child.once("error", reject)
      child.once("close", (code) => {
        if (code === 0) resolve(said)
        else reject(new Error(`${place}: ${line} must go on, ended with ${code}: ${complaint}${said}`))
      })
    })
  }

  #runToEnd(program: string, args: readonly string[], place: string): Promise<string> {
    const child = this.#spawn(program, args)
    const timer = setTimeout(() => kill(child, "SIGKILL"), timeoutMs)
    let [stdout, stderr] = ["", ""]
    child.stdout?.on("data", (part: Buffer) => {
      stdout += part
    })
    child.stderr?.on("data", (part: Buffer) => {
      stderr += part
    })
    return new Promise((resolve, reject) => {
      child.once("error", reject)
      child.once("close", (code) => {
        clearTimeout(timer)
        if (code === 0) resolve(stdout)
        else reject(new Error(`${place} must end with 0, got ${code}\n${stdout}${stderr}`))
      })
    })
  }

  /** In a process group of its own, so that all it starts can be stopped with it. */
  #spawn(program: string, args: readonly string[]): ChildProcess {
    const { ARMISTICE_KEY: _, ...env } = process.env
    return spawn(program, args, {
      cwd: this.#folder,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...env, npm_config_loglevel: "error" },
    })
  }

  async #stopAll(): Promise<void> {
    for (const kind of [...this.#running.keys()]) await this.#stop(kind)
  }

  async #stop(kind: string): Promise<void> {
    const child = this.#running.get(kind)
    this.#running.delete(kind)
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const closed = new Promise((resolve) => child.once("close", resolve))
    kill(child, "SIGTERM")
    const timer = setTimeout(() => kill(child, "SIGKILL"), 60_000)
    await closed
    clearTimeout(timer)
  }
}

/** npm prints first what it runs. */
const removeNpmHeader = (text: string): string => text.replaceAll(/^\n?(> .*\n)+\n/gm, "")

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

/** A folder with links to everything in another, so that files that blocks write stay in it. */
function linkFolder(original: string): string {
  const folder = mkdtempSync(join(tmpdir(), "armistice-reader-"))
  for (const name of readdirSync(original))
    if (!/^\.git$|^coverage$|\.db(-|\.|$)/.test(name)) symlinkSync(join(original, name), join(folder, name))
  return folder
}

/** Below the ports that systems assign themselves, so that no other connection takes it. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true))
    })
    await new Promise((resolve) => server.close(resolve))
    if (isFree) return port
  }
}

/** The programs beside Node that blocks need. */
export const neededPrograms = (blocks: readonly Block[]): string[] => [
  ...(blocks.some(({ language, code }) => language === "sh" && /\bcurl /.test(code)) ? ["curl"] : []),
  ...(blocks.some(({ language }) => language === "python") ? ["python3"] : []),
]
