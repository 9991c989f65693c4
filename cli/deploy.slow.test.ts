// The image's own commands, as written, on a copy of the repository: what they put together runs,
// with production dependencies alone and without a source. Only the folders differ, since there is
// no container here.

import { execFileSync, spawn } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readDockerfile } from "./testing/dockerfile.ts"
import { waitForExit } from "./testing/run-command.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const { stages, last } = readDockerfile(readFileSync(join(root, "deploy/Dockerfile"), "utf8"))
let whole = ""
const here = (path: string) => join(whole, path)

beforeAll(() => {
  whole = mkdtempSync(join(tmpdir(), "armistice-image-"))
  // The files of the repository, as `COPY . .` copies them.
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 << 20,
  })
  for (const path of listed.split("\0").filter((one) => one !== "" && existsSync(join(root, one))))
    cpSync(join(root, path), join(here("source"), path))
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_/i.test(name) || /^npm_config_(registry|cache|userconfig)$/i.test(name),
  )
  const env = { ...Object.fromEntries(kept), npm_config_prefer_offline: "true" }
  for (const [name, rest] of stages[0] ?? []) {
    if (name !== "RUN") continue
    const line = rest.replaceAll(/(?<= )\/(packages|app)\b/g, `${whole}/$1`)
    execFileSync("sh", ["-c", line], { cwd: here("source"), env, stdio: "pipe" })
  }
}, 1_200_000)

afterAll(() => rmSync(whole, { recursive: true, force: true }))

test("has neither sources nor development tools, and the versions of the lock file", () => {
  expect(existsSync(here("app/cli/main.ts"))).toBe(false)
  // TypeScript stays, as a library may read its settings with it.
  for (const tool of ["vitest", "vite", "tsx", "@biomejs"])
    expect(existsSync(here(`app/node_modules/${tool}`)), tool).toBe(false)
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  for (const name of ["fastify", "pg", "typebox", "light-my-request"]) {
    const { version } = JSON.parse(readFileSync(here(`app/node_modules/${name}/package.json`), "utf8"))
    expect(version).toBe(packages[`node_modules/${name}`].version)
  }
  expect(readdirSync(here("app/studio/dist/site"))).toContain("index.html")
})

test("its command, started as the image starts it, serves the studio, and stops when asked", async () => {
  const [entry, command] = ["ENTRYPOINT", "CMD"].map(
    (name) => JSON.parse(last.find(([one]) => one === name)?.[1] ?? "[]") as string[],
  )
  expect(entry).toEqual(["armistice"])
  expect(last.some(([, rest]) => rest.includes("ln -s /app/cli/armistice.mjs /usr/local/bin/armistice"))).toBe(true)
  mkdirSync(here("data"))
  const run = (args: readonly string[]) =>
    spawn(process.execPath, [here("app/cli/armistice.mjs"), ...args], {
      cwd: here("data"),
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe"],
    })
  const store = here("data/armistice.db")
  const made = await waitForExit(run(["keys", "create", "--role", "operate", "--name", "ops", "--store", store]))
  expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^arm_/)])
  const given = (command ?? []).map((one) => one.replace("/data/armistice.db", store).replace(/^4600$/, "0"))
  const child = run(given)
  try {
    const said = await new Promise<string>((resolve, reject) => {
      child.stdout?.once("data", (data) => resolve(String(data).split("\n")[0] ?? ""))
      child.once("close", (code) => reject(new Error(`ended with ${code}`)))
    })
    const address = `http://127.0.0.1:${/:(\d+)$/.exec(said)?.[1]}`
    expect(await (await fetch(`${address}/`)).text()).toContain("<title>")
    expect((await fetch(`${address}/v1/experiments`)).status).toBe(401)
    const health = spawn(process.execPath, [here("app/deploy/healthcheck.mjs"), `${address}/readyz`])
    expect((await waitForExit(health)).code).toBe(0)
    const closed = new Promise((resolve) => child.once("close", resolve))
    child.kill("SIGTERM")
    expect(await closed).toBe(0)
  } finally {
    child.kill("SIGKILL")
  }
})
