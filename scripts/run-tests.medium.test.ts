import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { root } from "./repository.ts"
import { runVitest } from "./run-tests.ts"
import { excluded, type TestSelection } from "./test-kinds.ts"

// Real runs of vitest on small suites, inside node_modules, where only these runs find them.
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
  return runVitest(["--root", folder], "pipe")
}

test("passed, failed and skipped tests are counted over all files", () => {
  const outcome = run(
    `test("good", () => {}); test("bad", () => expect(1).toBe(2)); test.skip("later", () => {})`,
    `test("good", () => {}); test("bad", () => expect(1).toBe(2))`,
  )
  expect(outcome).toEqual({ passed: 2, failed: 2 })
})

test("a file that cannot be loaded and a stray error are failures", () => {
  const stray = `test("good", () => { void Promise.reject(new Error("stray")) })`
  expect(run(`test("good", () => {})`, `throw new Error("broken")`)).toMatchObject({ passed: 1, failed: 1 })
  expect(run(`test("good", () => {})`, stray)).toMatchObject({ passed: 2, failed: 1 })
})

test("no test at all is a failure", () => {
  expect(run()).toMatchObject({ passed: 0, failed: 1 })
})

/** The files of this repository that vitest would run. */
function listFiles(...args: string[]): string[] {
  const vitest = join(root, "node_modules/vitest/vitest.mjs")
  const { stdout } = spawnSync(process.execPath, [vitest, "list", "--filesOnly", ...args], {
    cwd: root,
    encoding: "utf8",
  })
  return stdout
    .split("\n")
    .filter((line) => line.endsWith(".test.ts"))
    .sort()
}

test("quick, medium and slow tests are told apart: each selection has its own, and together they are all", () => {
  const select = (selection: TestSelection) =>
    listFiles(...excluded[selection].map((pattern) => `--exclude=${pattern}`))
  const [all, quick, whole, slow] = [listFiles(), select("quick"), select("whole"), select("slow")]
  expect(quick).toEqual(all.filter((path) => !/\.(medium|slow)\.test\.ts$/.test(path)))
  expect(whole).toEqual(all.filter((path) => !path.endsWith(".slow.test.ts")))
  expect(slow).toEqual(all.filter((path) => path.endsWith(".slow.test.ts")))
  for (const files of [quick, slow]) expect(files.length).toBeGreaterThan(5)
})

test("vitest --dir finds the tests that lie in the folder itself", () => {
  expect(listFiles("--dir", "core")).toContain("core/bandit.test.ts")
})
