// Examples in help run as they stand.

import { cpSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { beforeAll, describe, expect, test } from "vitest"
import { commands } from "../commands.ts"
import { buildCommand, runCommand, withFolder } from "./run-command.ts"

/** Later flags win, so that an example runs as it is, only shorter. */
const shorter: Readonly<Record<string, string>> = {
  simulate: "--runs 2 --horizon 1000",
  compare: "--runs 2 --horizon 1000",
  frontier: "--runs 6 --other-runs 30 --horizon 1000",
  bound: "--runs 2 --horizon 1000",
  identify: "--runs 2",
  audit: "--runs 100",
  replay: "--tables 5",
  reproduce: "--runs 2 --only sampling-budget,arm-epochs",
  bench: "--seconds 1 --horizon 1000 --algorithms dp-se",
}

/** Examples that need a running service, its store or input: their own tests run them. */
const elsewhere = ["serve", "experiments", "ledger", "keys", "webhooks", "store", "sweep", "worker", "rpc"]

const examplesOfDocs = fileURLToPath(new URL("../../docs/examples", import.meta.url))

export const examplesIn = (help: string): string[] =>
  help
    .slice(help.indexOf("\nExamples:\n"))
    .replaceAll(/ \\\n +/g, " ")
    .split("\n")
    .filter((line) => line.startsWith("  npx armistice "))
    .map((line) => line.trim())

export function examplesRun(): void {
  beforeAll(buildCommand)

  describe.each(commands.map(({ name }) => name))("armistice %s --help", (name) => {
    test("has examples, and each of them runs", { timeout: 600_000 }, async () => {
      const { stdout: help } = await withFolder((folder) => runCommand([name, "--help"], folder))
      const examples = examplesIn(help)
      expect(examples.length).toBeGreaterThanOrEqual(2)
      if (elsewhere.includes(name)) return
      // In one folder and in order: an example may go on with what an earlier one saved.
      await withFolder(async (folder) => {
        cpSync(examplesOfDocs, join(folder, "docs", "examples"), { recursive: true })
        for (const example of examples) {
          const args = `${example.replace("npx armistice ", "")} ${shorter[name] ?? ""}`.trim().split(" ")
          const { code, stdout, stderr } = await runCommand(args, folder)
          expect(stderr, example).toBe("")
          expect(code, example).toBe(0)
          expect(stdout.length, example).toBeGreaterThan(50)
          if (example.includes("--json")) expect(() => JSON.parse(stdout)).not.toThrow()
        }
      })
    })
  })
}
