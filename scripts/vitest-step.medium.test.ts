import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { root } from "./repository.ts"
import { leftOut, type Selection } from "./test-kinds.ts"
import { runTool } from "./tool.ts"
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

/** The files of this repository that vitest would run. */
async function listed(...args: string[]): Promise<string[]> {
  const { output } = await runTool("vitest", ["list", "--filesOnly", ...args])
  return output
    .split("\n")
    .filter((line) => line.endsWith(".test.ts"))
    .sort()
}

test("quick, medium and slow tests are told apart: each selection has its own, and together they are all", async () => {
  const select = (selection: Selection) => listed(...leftOut[selection].map((pattern) => `--exclude=${pattern}`))
  const [all, quick, whole, slow] = await Promise.all([listed(), select("quick"), select("whole"), select("slow")])
  expect(quick).toEqual(all.filter((path) => !/\.(medium|slow)\.test\.ts$/.test(path)))
  expect(whole).toEqual(all.filter((path) => !path.endsWith(".slow.test.ts")))
  expect(slow).toEqual(all.filter((path) => path.endsWith(".slow.test.ts")))
  for (const files of [quick, slow]) expect(files.length).toBeGreaterThan(5)
})

test("vitest --dir finds the tests that lie in the folder itself", async () => {
  expect(await listed("--dir", "core")).toContain("core/bandit.test.ts")
})
