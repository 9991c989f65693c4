// Starts serve-process.ts (or the one with a planted mistake) and waits for its address.

import { type ChildProcess, spawn } from "node:child_process"
import { bundleProgram } from "./bundle-program.ts"

export interface ServiceProcess {
  readonly address: string
  readonly process: ChildProcess
}

export type Program = "serve-process" | "serve-early-process" | "serve-late-messages-process"

const bundled = new Map<Program, Promise<string>>()

function buildBundle(program: Program): Promise<string> {
  const file = bundled.get(program) ?? bundleProgram(`service/testing/${program}.ts`)
  bundled.set(program, file)
  return file
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
