// Starts serve-process.ts (or the one with a planted mistake) and waits for its address. Our sources are put into one file first, so that a
// start takes little time.

import { type ChildProcess, spawn } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

export interface ServiceProcess {
  readonly address: string
  readonly process: ChildProcess
}

const root = fileURLToPath(new URL("../..", import.meta.url))
export type Program = "serve-process" | "serve-early-process"

const bundled = new Map<Program, Promise<string>>()

/** Inside node_modules, from where the packages are found. */
async function bundle(program: Program): Promise<string> {
  const outfile = join(root, "node_modules", `.${program}-${process.pid}.mjs`)
  await build({
    entryPoints: [join(root, `service/testing/${program}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    alias: { "@armistice/core": join(root, "core/index.ts") },
  })
  process.on("exit", () => rmSync(outfile, { force: true }))
  return outfile
}

export interface ProcessOptions {
  readonly program?: Program
  /** Called once the process exists, before it listens, so that it can be killed while it starts. */
  readonly early?: (child: ChildProcess) => void
}

export async function startProcess(store: string, options: ProcessOptions = {}): Promise<ServiceProcess> {
  const { program = "serve-process", early } = options
  const file = bundled.get(program) ?? bundle(program)
  bundled.set(program, file)
  const child = spawn(process.execPath, [await file, store], { stdio: ["ignore", "pipe", "pipe"] })
  early?.(child)
  return new Promise((resolve, reject) => {
    let output = ""
    let errors = ""
    child.stderr?.on("data", (data) => {
      errors += String(data)
    })
    child.stdout?.on("data", (data) => {
      output += String(data)
      if (output.includes("\n")) resolve({ address: output.trim(), process: child })
    })
    child.on("exit", (code, signal) => reject(new Error(`the service ended with ${code ?? signal}: ${errors}`)))
  })
}

export function endProcess({ process: child }: ServiceProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    child.on("exit", () => resolve())
    child.kill(signal)
  })
}
