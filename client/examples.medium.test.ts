// The examples of docs/api.md run as they are printed, with the address of a service of their own.

import { execFile, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { startService } from "@armistice/service"
import { expect, onTestFinished, test } from "vitest"

const run = promisify(execFile)
const root = fileURLToPath(new URL("..", import.meta.url))
const text = readFileSync(join(root, "docs/api.md"), "utf8")
const hasProgram = (name: string) => spawnSync(name, ["--version"]).status === 0

/** All there are, as they are read: one after the other. */
const example = (language: string): string =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, code]) => code).join("")

async function running() {
  const folder = mkdtempSync(join(tmpdir(), "armistice-examples-"))
  const service = await startService({ store: join(folder, "test.db"), port: 0 })
  onTestFinished(async () => {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { address: service.address, folder }
}

test("TypeScript", async () => {
  const { address } = await running()
  // Inside node_modules, from where the workspaces are found.
  const folder = mkdtempSync(join(root, "node_modules", ".example-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, "try.mts"), example("ts").replaceAll("http://127.0.0.1:4600", address))
  const { stdout } = await run(process.execPath, ["--conditions=source", "--import=tsx", join(folder, "try.mts")], {
    cwd: root,
  })
  expect(stdout).toMatch(/^show [ab]\n$/)
})

test.skipIf(!hasProgram("python3"))("Python", async () => {
  const { address, folder } = await running()
  writeFileSync(join(folder, "try.py"), example("python").replaceAll("http://127.0.0.1:4600", address))
  const { stdout } = await run("python3", [join(folder, "try.py")])
  expect(stdout).toMatch(/^[ab] 0/)
})

test.skipIf(!hasProgram("curl"))("curl", async () => {
  const { address } = await running()
  const { stdout } = await run("sh", ["-c", example("sh").replaceAll("http://127.0.0.1:4600", address)])
  expect(stdout.match(/"arm":"[ab]"/g)).toHaveLength(2)
  expect(stdout.match(/"limit":1\b/g)).toHaveLength(2)
  expect(stdout).not.toContain("urn:armistice:error")
})
