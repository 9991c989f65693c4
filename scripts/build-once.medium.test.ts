// Several processes need the same build: one makes it, the others wait and find it made.

import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"

const module = new URL("build-once.mjs", import.meta.url).href

/** A folder with one source and a slow build that adds a line to the file `builds`. */
function project() {
  const folder = mkdtempSync(join(tmpdir(), "armistice-build-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, "sources"))
  writeFileSync(join(folder, "sources", "one.ts"), "")
  writeFileSync(join(folder, "builds"), "")
  const at = (name: string) => JSON.stringify(join(folder, name))
  writeFileSync(
    join(folder, "program.mjs"),
    `import { appendFileSync, existsSync } from "node:fs"
    import { buildOnce } from ${JSON.stringify(module)}
    const build = async () => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      appendFileSync(${at("builds")}, process.pid + "\\n")
      appendFileSync(${at("made")}, "")
    }
    await buildOnce({ stamp: ${at(".built")}, folders: [${at("sources")}], skipped: [], isSource: /ts$/, build })
    process.exitCode = existsSync(${at("made")}) ? 0 : 1`,
  )
  const run = () =>
    new Promise<number | null>((resolve) =>
      spawn(process.execPath, [join(folder, "program.mjs")], { stdio: "inherit" }).on("exit", resolve),
    )
  const builds = () => readFileSync(join(folder, "builds"), "utf8").split("\n").length - 1
  return { folder, run, builds }
}

test("one of several processes that start together builds, and the others go on when it has", async () => {
  const { folder, run, builds } = project()
  expect(await Promise.all([run(), run(), run()])).toEqual([0, 0, 0])
  expect(builds()).toBe(1)
  expect(await run()).toBe(0)
  expect(builds()).toBe(1)
  utimesSync(join(folder, ".built"), 0, 0)
  expect(await Promise.all([run(), run(), run()])).toEqual([0, 0, 0])
  expect(builds()).toBe(2)
})

test("a build that was broken off does not stop the next one", async () => {
  const { folder, run, builds } = project()
  // No process has this number: Linux and macOS end far below.
  writeFileSync(join(folder, ".building"), "999999999")
  expect(await run()).toBe(0)
  expect(builds()).toBe(1)
})
