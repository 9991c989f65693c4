// Starts serve-process.ts (or the one with a planted mistake) and waits for its address. Our
// sources are put into one file first, so that a start takes little time.

import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

export interface ServiceProcess {
  readonly address: string
  readonly process: ChildProcess
}

export const root = fileURLToPath(new URL("../..", import.meta.url))
export type Program = "serve-process" | "serve-early-process" | "serve-late-messages-process"

const bundled = new Map<Program, Promise<string>>()

function buildBundle(program: Program): Promise<string> {
  const file = bundled.get(program) ?? bundle(root, program)
  bundled.set(program, file)
  return file
}

/**
 * The program of a checkout in one file, inside its node_modules, from where its packages are
 * found.
 */
export async function bundle(checkout: string, program: Program, name: string = program): Promise<string> {
  const outfile = join(root, "node_modules", `.${name}-${process.pid}.mjs`)
  await build({
    entryPoints: [join(checkout, `service/testing/${program}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    alias: sourcesOfCore(checkout),
  })
  process.on("exit", () => rmSync(outfile, { force: true }))
  return outfile
}

/** All that core exports, as the sources of a checkout. */
export function sourcesOfCore(checkout: string): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(join(checkout, "core/package.json"), "utf8")) as {
    exports: Record<string, { source?: string }>
  }
  return Object.fromEntries(
    Object.entries(exports).flatMap(([path, { source }]) =>
      source === undefined ? [] : [[join("@armistice/core", path), join(checkout, "core", source)]],
    ),
  )
}

export interface ProcessOptions {
  /** A program that is in one file already. */
  readonly file?: string
  readonly args?: readonly string[]
  readonly program?: Program
  /**
   * Called once the process exists, before it listens, so that it can be killed while it starts.
   */
  readonly early?: (child: ChildProcess) => void
  /** Called with what it writes to its standard error. */
  readonly onWarning?: (text: string) => void
}

export async function startProcess(store: string, options: ProcessOptions = {}): Promise<ServiceProcess> {
  const { program = "serve-process", early, args = [] } = options
  const child = spawn(process.execPath, [options.file ?? (await buildBundle(program)), store, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  early?.(child)
  return new Promise((resolve, reject) => {
    let output = ""
    let errors = ""
    child.stderr?.on("data", (data) => {
      errors += String(data)
      options.onWarning?.(String(data))
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
