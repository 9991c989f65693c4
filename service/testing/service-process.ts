// Starts serve-process.ts and waits for its address. Our sources are put into one file first, so that a start takes little time.

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
let bundled: Promise<string> | undefined

/** Inside node_modules, from where the packages are found. */
async function bundle(): Promise<string> {
  const outfile = join(root, "node_modules", `.serve-process-${process.pid}.mjs`)
  await build({
    entryPoints: [join(root, "service/testing/serve-process.ts")],
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

/** `early`: called once the process exists, before it listens, so that it can be killed while it starts. */
export async function startProcess(store: string, early?: (child: ChildProcess) => void): Promise<ServiceProcess> {
  bundled ??= bundle()
  const child = spawn(process.execPath, [await bundled, store], { stdio: ["ignore", "pipe", "pipe"] })
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
