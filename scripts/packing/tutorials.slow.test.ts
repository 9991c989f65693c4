// A stranger's steps without a clone: the ways of docs/install.md, and every step of the
// tutorials in a project that has nothing but the packed packages.

import { type ChildProcess, execFile, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { readFileBlocks } from "../documents/blocks.ts"
import { readDocument } from "../documents/reader.ts"
import { root } from "../repository.ts"
import { npm } from "./pack.ts"
import { type Installed, installAll } from "./testing/installed.ts"
import { startRegistry } from "./testing/registry.ts"

let installed: Installed

beforeAll(() => {
  installed = installAll()
}, 600_000)

afterAll(() => installed.remove())

describe.each([
  ["an engineer", "docs/tutorial.md"],
  ["a product manager", "docs/tutorial-guardrail.md"],
  ["an analyst", "docs/tutorial-analyst.md"],
  ["a researcher", "docs/tutorial-researcher.md"],
])("the tutorial for %s, %s", (_who, path) => {
  test("every step works and prints what it says", { timeout: 20 * 60_000 }, async () => {
    const blocks = readFileBlocks(path)
    expect(await readDocument(blocks, { installed: installed.folder })).toBe(blocks.length)
  })

  test("a step that fails, or prints something else, is noticed", { timeout: 5 * 60_000 }, async () => {
    const [block] = readFileBlocks(path)
    if (block === undefined) throw new Error(`${path} must have blocks`)
    const wrong = { ...block, language: "sh", mark: { kind: "run" }, code: "npx armistice --version\n" } as const
    await expect(readDocument([{ ...wrong, prints: "9.9.9\n" }], { installed: installed.folder })).rejects.toThrow(
      `${block.place} must print`,
    )
    await expect(
      readDocument([{ ...wrong, code: "npx armistice nothing\n", prints: null }], { installed: installed.folder }),
    ).rejects.toThrow(`${block.place} must end with 0`)
  })
})

describe("npx @armistice/cli starts everything in an empty folder", () => {
  test("after the lines of docs/install.md", { timeout: 10 * 60_000 }, async () => {
    const [packing = "", installing = ""] = readFileBlocks("docs/install.md").flatMap(({ mark, code }) =>
      mark.kind === "elsewhere" ? [code] : [],
    )
    const folder = emptyFolder()
    const shell = (code: string, cwd: string) =>
      promisify(execFile)("sh", ["-ec", code.replaceAll("../armistice-packages", join(folder, "../packages"))], { cwd })
    await shell(packing, root)
    const [install = "", start = ""] = installing.trim().split("\n")
    await shell(`${install} --prefer-offline`, folder)
    await expectService(spawn("sh", ["-c", `exec ${start} --port 0`], { cwd: folder, detached: true }))
  })

  test("from a registry that has the packages", { timeout: 10 * 60_000 }, async () => {
    const folder = emptyFolder()
    const registry = await startRegistry(installed.packed)
    onTestFinished(() => registry.close())
    // Nothing is installed in this cache; only the downloads of other packages are shared.
    const cache = join(folder, "../cache")
    mkdirSync(cache)
    symlinkSync(join(npm(["config", "get", "cache"], folder).trim(), "_cacache"), join(cache, "_cacache"))
    writeFileSync(join(folder, ".npmrc"), `@armistice:registry=${registry.address}/\nprefer-offline=true\n`)
    const args = ["--yes", "--cache", cache, "@armistice/cli", "--port", "0"]
    await expectService(spawn("npx", args, { cwd: folder, detached: true }))
    expect(readdirSync(folder).filter((name) => !name.startsWith("armistice.db"))).toEqual([".npmrc"])
  })
})

function emptyFolder(): string {
  const whole = mkdtempSync(join(tmpdir(), "armistice-npx-"))
  onTestFinished(() => rmSync(whole, { recursive: true, force: true }))
  mkdirSync(join(whole, "empty"))
  return join(whole, "empty")
}

/** The started command must serve the web page and the API. */
async function expectService(started: ChildProcess): Promise<void> {
  onTestFinished(() => stop(started))
  const address = await firstLine(started)
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(await (await fetch(address)).text()).toContain("<!doctype html>")
  const body = { name: "x", arms: ["a", "b"], horizon: 100, answers: "all", privacy: { eta: 1 } }
  const created = await fetch(`${address}/v1/experiments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  expect(created.status).toBe(201)
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let [said, complaint] = ["", ""]
    child.stdout?.on("data", (part: Buffer) => {
      said += part
      if (said.includes("\n")) resolve(said.split("\n")[0] ?? "")
    })
    child.stderr?.on("data", (part: Buffer) => {
      complaint += part
    })
    child.once("close", (code) => reject(new Error(`npx must go on, ended with ${code}: ${complaint}`)))
  })
}

/** With all that it started. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const closed = new Promise((resolve) => child.once("close", resolve))
  process.kill(-(child.pid ?? 0), "SIGTERM")
  await closed
}
