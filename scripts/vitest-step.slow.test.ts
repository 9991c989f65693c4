import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { root } from "./repository.ts"
import { runTests } from "./vitest-step.ts"

// Real runs of vitest on small suites, inside node_modules so that they find vitest and nobody else finds them.
let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(root, "node_modules", ".test counts "))
  writeFileSync(join(folder, "vitest.config.ts"), `export default { test: { include: ["*.suite.ts"], exclude: [] } }`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function run(...suites: string[]) {
  suites.forEach((text, number) => {
    writeFileSync(join(folder, `${number}.suite.ts`), `import { expect, test } from "vitest"\n${text}`)
  })
  return runTests(["--root", folder], "captured")
}

test("passed, failed and skipped tests are counted over all files", async () => {
  const outcome = await run(
    `test("good", () => {}); test("bad", () => expect(1).toBe(2)); test.skip("later", () => {})`,
    `test("good", () => {}); test("bad", () => expect(1).toBe(2))`,
  )
  expect(outcome).toMatchObject({ passed: 2, failed: 2, summary: "2 tests passed, 1 skipped" })
})

test("a file that cannot be loaded and a stray error are failures", async () => {
  const stray = `test("good", () => { void Promise.reject(new Error("stray")) })`
  expect(await run(`test("good", () => {})`, `throw new Error("broken")`)).toMatchObject({ passed: 1, failed: 1 })
  expect(await run(`test("good", () => {})`, stray)).toMatchObject({ passed: 2, failed: 1 })
})

test("no test at all is a failure", async () => {
  expect(await run()).toMatchObject({ passed: 0, failed: 1 })
})
