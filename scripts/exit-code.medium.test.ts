// `vitest run` with this project's set-up must end with an error when a test fails.

import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { root } from "./repository.ts"

/** The exit code of vitest on one test, in a folder that only this test finds. */
function exitCodeOf(body: string): number | null {
  const folder = mkdtempSync(join(root, "node_modules", ".exit code "))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const setup = JSON.stringify([join(root, "service/testing/postgres-door.ts")])
  writeFileSync(
    join(folder, "vitest.config.ts"),
    `export default { test: { include: ["*.suite.ts"], exclude: [], globalSetup: ${setup} } }`,
  )
  writeFileSync(
    join(folder, "one.suite.ts"),
    `import { expect, inject, test } from "vitest"\ntest("one", async () => { ${body} }, 60_000)`,
  )
  const vitest = join(root, "node_modules/vitest/vitest.mjs")
  return spawnSync(process.execPath, [vitest, "run", "--root", folder], { cwd: root }).status
}

test("a failed test ends vitest with 1, a passed one with 0", () => {
  expect(exitCodeOf("expect(1).toBe(2)")).toBe(1)
  expect(exitCodeOf("expect(1).toBe(1)")).toBe(0)
})

test("a failed test ends vitest with 1 after Postgres was used, too", () => {
  expect(exitCodeOf(`await fetch(inject("postgresDoor")); expect(1).toBe(2)`)).toBe(1)
})
