// The committed shim: builds what is missing and says so on stderr, once; otherwise it is only the
// command.

import { spawn } from "node:child_process"
import { copyFileSync, mkdirSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { beforeAll, expect, test } from "vitest"
import { buildCommand, shim, waitForExit, withFolder } from "./testing/run-command.ts"

beforeAll(buildCommand)

const folder = fileURLToPath(new URL(".", import.meta.url))
const version = { code: 0, stdout: "0.1.0\n" }

test("npm ci links the command, and it runs from any folder", async () => {
  const linked = join(folder, "..", "node_modules", ".bin", "armistice")
  await withFolder(async (cwd) => {
    expect(await waitForExit(spawn(linked, ["--version"], { cwd }))).toMatchObject(version)
  })
})

test("an outdated build is repeated, and announced at most once by processes that start together", async () => {
  utimesSync(join(folder, "dist", ".built"), 0, 0)
  const outcomes = await Promise.all([1, 2, 3].map(() => waitForExit(spawn(process.execPath, [shim, "--version"]))))
  for (const outcome of outcomes) expect(outcome).toMatchObject(version)
  const said = outcomes.filter(({ stderr }) => stderr.includes("building the command"))
  // None, if a process of another test was first: scripts/build-once.medium.test.ts has nobody
  // else around.
  expect(said.length).toBeLessThanOrEqual(1)
})

test("an installed package has no sources, and nothing is built", async () => {
  await withFolder(async (installed) => {
    copyFileSync(join(folder, "armistice.mjs"), join(installed, "armistice.mjs"))
    writeFileSync(join(installed, "package.json"), '{ "type": "module" }')
    mkdirSync(join(installed, "dist"))
    writeFileSync(join(installed, "dist", "main.js"), "export const main = async (args) => args.length")
    const child = spawn(process.execPath, [join(installed, "armistice.mjs"), "a", "b"])
    expect(await waitForExit(child)).toEqual({ code: 2, stdout: "", stderr: "" })
  })
})
