// Runs a scenario of recorded-program.ts in a process of its own, and gives back what it did to the
// disk.

import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { deserialize } from "node:v8"
import { bundleProgram } from "../bundle-program.ts"
import type { DiskOperation } from "./recorded-disk.ts"

export const scenarios = ["serve", "purge", "backup", "move", "copy", "restore"] as const
export type Scenario = (typeof scenarios)[number]

const recorded = new Map<Scenario, Promise<DiskOperation[]>>()

/** Once for all who ask. */
export function recordScenario(scenario: Scenario): Promise<readonly DiskOperation[]> {
  const known = recorded.get(scenario) ?? record(scenario)
  recorded.set(scenario, known)
  return known
}

async function record(scenario: Scenario): Promise<DiskOperation[]> {
  const folder = mkdtempSync(join(tmpdir(), "armistice-recorded-"))
  try {
    const stores = join(folder, "stores")
    mkdirSync(stores)
    const output = join(folder, "recording")
    await run(await bundleOnce(), [scenario, join(stores, "store.db"), output], { RECORDED: stores })
    return deserialize(readFileSync(output)) as DiskOperation[]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

let bundled: Promise<string> | undefined

function bundleOnce(): Promise<string> {
  bundled ??= bundleProgram("service/testing/crash-images/recorded-program.ts", {
    replaced: { "@photostructure/sqlite": "service/testing/crash-images/recording-sqlite.ts" },
  })
  return bundled
}

function run(file: string, args: readonly string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  })
  let errors = ""
  child.stderr.on("data", (data) => {
    errors += String(data)
  })
  return new Promise((resolve, reject) => {
    child.on("exit", (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`the program ended with ${code ?? signal}: ${errors}`)),
    )
  })
}
