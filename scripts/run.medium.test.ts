import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { root } from "./repository.ts"

// A small repository in a path with a space. Its only dependency is a workspace, so npm needs no
// network.
let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "armistice ready "))
  cpSync(join(root, "scripts/run.mjs"), join(folder, "scripts/run.mjs"))
  const engines = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines
  writeJson("package.json", {
    name: "small",
    version: "1.0.0",
    private: true,
    type: "module",
    engines,
    workspaces: ["part"],
  })
  mkdirSync(join(folder, "part"))
  writeJson("part/package.json", { name: "part", version: "1.0.0" })
  writeFileSync(join(folder, "program.mjs"), "console.log(...process.argv.slice(2))")
  npm("install", "--package-lock-only")
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const writeJson = (path: string, value: unknown) => writeFileSync(join(folder, path), JSON.stringify(value))
const npm = (...args: string[]) => execFileSync("npm", args, { cwd: folder, stdio: "ignore" })

function addWorkspace(name: string): void {
  mkdirSync(join(folder, name))
  writeJson(`${name}/package.json`, { name, version: "1.0.0" })
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  writeJson("package.json", { ...manifest, workspaces: [...manifest.workspaces, name] })
  npm("install", "--package-lock-only")
}

function run(nodeVersion = process.versions.node, environment: Record<string, string> = {}) {
  const pretend = `Object.defineProperty(process,"versions",{value:{...process.versions,node:"${nodeVersion}"}})`
  const args = [
    `--import=data:text/javascript,${encodeURIComponent(pretend)}`,
    "scripts/run.mjs",
    "program.mjs",
    "it",
    "runs",
  ]
  const env = { ...process.env, ...environment }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" })
  return { status, stdout, stderr }
}

const runs = { status: 0, stdout: "it runs\n", stderr: "" }

test("a missing package is installed, with a word about it, and only once", () => {
  expect(run().stdout).toMatch(/^Installing dependencies with npm ci/)
  expect(existsSync(join(folder, "node_modules/part"))).toBe(true)
  expect(run()).toEqual(runs)
})

test("a changed lock file is installed, even where NODE_ENV is production, and stays as it is", () => {
  addWorkspace("another")
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8")
  expect(run(undefined, { NODE_ENV: "production" }).stdout).toMatch(/^Installing dependencies with npm install/)
  expect(existsSync(join(folder, "node_modules/another"))).toBe(true)
  expect(readFileSync(join(folder, "package-lock.json"), "utf8")).toBe(lock)
  expect(run()).toEqual(runs)
})

test("an install that fails says so and ends with 1", () => {
  rmSync(join(folder, "node_modules"), { recursive: true })
  writeJson("part/package.json", { name: "part", version: "1.0.0", dependencies: { "left-out-of-the-lock": "1.0.0" } })
  const { status, stderr } = run(undefined, { npm_config_offline: "true" })
  expect(status).toBe(1)
  expect(stderr).toContain("npm ci failed")
})

test.each(["12.22.12", "18.20.8", "20.18.3", "21.7.3", "22.5.0", "23.11.0"])(
  "Node %s is refused in a sentence",
  (version) => {
    expect(run(version)).toMatchObject({ status: 1, stdout: "" })
    expect(run(version).stderr).toContain(`Armistice needs Node 20.19+, 22.12+ or 24+; this is Node ${version}.`)
  },
)
