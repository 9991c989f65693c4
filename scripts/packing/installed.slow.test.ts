// A new user's installation: the packed packages installed together in an empty project. They must
// compile in strict mode, run in Node and, bundled, in a browser, and bring a command that serves,
// simulates and reproduces.

import { execFile, spawn } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest"
import { root } from "../repository.ts"
import { type Installed, installAll, listEntries, readmeCode } from "./testing/installed.ts"
import { complaints, ways } from "./testing/strict-project.ts"

declare module "vitest" {
  interface ProvidedContext {
    browserDoor: string
  }
}

const run = promisify(execFile)
const npx = (args: string) =>
  run("npx", ["--no-install", "armistice", ...args.split(" ")], { cwd: installed.folder, encoding: "utf8" })

let installed: Installed
let remove = () => {}
/** Where the installed command serves. */
let address = ""
let stopServing = () => {}

beforeAll(async () => {
  installed = installAll()
  remove = installed.remove
  const served = spawn("npx", ["--no-install", "armistice", "serve", "--port", "0", "--store", "served.db"], {
    cwd: installed.folder,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  })
  // The whole group: npx starts the command as a process of its own.
  stopServing = () => process.kill(-(served.pid ?? 0), "SIGTERM")
  address = await new Promise<string>((resolve, reject) => {
    served.stdout.once("data", (data) => resolve(String(data).split("\n")[0] ?? ""))
    served.once("exit", (code) => reject(new Error(`serve ended with ${code}`)))
  })
}, 600_000)

afterAll(() => {
  stopServing()
  remove()
})

describe("types", () => {
  test.each(ways)(
    "$compiler with $resolution: every entry and every example compiles strictly",
    async (way) => {
      const entries = listEntries(installed)
      expect(entries.length).toBeGreaterThan(14)
      const imports = entries.map((entry, index) => `export * as entry${index} from "${entry}"`)
      writeFileSync(join(installed.folder, "entries.ts"), `${imports.join("\n")}\n`)
      const files = ["entries.ts"]
      for (const { folder } of installed.packed) {
        const code = readmeCode(folder, "js")
        if (code === "") continue
        files.push(`${folder}.ts`)
        writeFileSync(join(installed.folder, `${folder}.ts`), `${code}\nexport {}\n`)
      }
      expect(files.length).toBeGreaterThan(8)
      expect(await complaints(installed.folder, files, way, { types: ["node"] })).toBe("")
      // TypeScript 5 takes minutes of a busy machine for all of it.
    },
    1_200_000,
  )

  test("a type that is missing anywhere is noticed", async () => {
    const gone = join(installed.folder, "node_modules/@armistice/client/types/api.d.ts")
    const text = readFileSync(gone, "utf8")
    rmSync(gone)
    try {
      for (const way of ways.filter(({ compiler }) => compiler === "typescript"))
        expect(await complaints(installed.folder, ["entries.ts"], way, { types: ["node"] })).toMatch(/TS2307|TS7016/)
    } finally {
      writeFileSync(gone, text)
    }
  })
})

describe("Node", () => {
  test("every entry can be imported, and every README's example runs", async () => {
    for (const entry of listEntries(installed))
      if (!entry.endsWith("/browser-worker"))
        await run(process.execPath, ["--input-type=module", "-e", `await import("${entry}")`], {
          cwd: installed.folder,
        })
    const said: Record<string, string> = {}
    for (const { folder } of installed.packed) {
      const code = readmeCode(folder, "js").replaceAll("http://127.0.0.1:4600", address)
      if (code === "") continue
      writeFileSync(join(installed.folder, `${folder}.mjs`), code)
      said[folder] = (await run(process.execPath, [`${folder}.mjs`], { cwd: installed.folder })).stdout
    }
    expect(said).toMatchObject({
      core: expect.stringMatching(/^show (blue|green); one answer is 1-GDP\n$/),
      lab: expect.stringMatching(/^mean regret \d+\.\d\n$/),
      charts: expect.stringMatching(/^SVG of \d{4,} characters, PNG of \d{4,} bytes\n$/),
      paper: expect.stringMatching(/^\d+ exhibits, \d+ errata\n$/),
      fleet: expect.stringMatching(/^gdp-imed: mean regret [\d.]+\ndp-ts-ucb: mean regret [\d.]+\n$/),
      service: expect.stringMatching(/^listening at http:/),
      studio: expect.stringMatching(/^the studio is at http:/),
      client: expect.stringMatching(/^show [ab]\n$/),
      openfeature: "wide: true, SPLIT\n",
    })
  })
})

describe("a browser", () => {
  test("the code that runs anywhere runs bundled in a page, which the service then serves", async () => {
    const page = `import { Bandit } from "@armistice/core"
import { drawChart } from "@armistice/charts"
import { ArmisticeClient } from "@armistice/client"
import { regretOverTimeChart, simulate } from "@armistice/lab"
import { errata } from "@armistice/paper"
import { ArmisticeProvider } from "@armistice/openfeature/web"
import { OpenFeature } from "@openfeature/web-sdk"
window.tryAll = async (baseUrl) => {
  const bandit = new Bandit({ arms: ["a", "b"], algorithm: "gdp-imed", parameters: { eta: 1, horizon: 100 } })
  bandit.update(bandit.select(), 1)
  const result = await simulate({ algorithm: "gdp-imed", parameters: { eta: 1 },
    environment: { kind: "bernoulli", means: [0.6, 0.4] }, horizon: 1000, runs: 5, seed: 1 })
  document.body.innerHTML = drawChart(regretOverTimeChart([result]))
  const client = new ArmisticeClient({ baseUrl })
  const { id } = await client.createExperiment({ name: "x", arms: ["a", "b"], horizon: 100, answers: "all", privacy: { eta: 1 } })
  const { arm } = await client.experiment(id).decide()
  await OpenFeature.setContext({ targetingKey: "someone" })
  await OpenFeature.setProviderAndWait(new ArmisticeProvider({ baseUrl, flags: { x: { experiment: id } } }))
  const { reason } = OpenFeature.getClient().getStringDetails("x", "?")
  return { eta: bandit.guarantee().eta, drawn: document.querySelectorAll("svg path").length, arm, reason, errata: errata().length }
}`
    const { outputFiles } = await build({
      stdin: { contents: page, resolveDir: installed.folder },
      bundle: true,
      write: false,
      format: "iife",
      platform: "browser",
    })
    const { chromium } = await import("playwright-core")
    const browser = await chromium.connect(await (await fetch(inject("browserDoor"))).text())
    try {
      const tab = await browser.newPage()
      // The installed studio's page lets the service answer. It allows no foreign script, so the
      // bundle is evaluated.
      await tab.goto(`${address}/learn`)
      expect(await tab.title()).toMatch(/Armistice/)
      await tab.waitForSelector("h1", { timeout: 120_000 })
      await tab.evaluate(outputFiles[0]?.text ?? "")
      const seen = (await tab.evaluate(`tryAll(${JSON.stringify(address)})`)) as Record<string, unknown>
      expect(seen).toMatchObject({ eta: 1, reason: "SPLIT", arm: expect.stringMatching(/^[ab]$/) })
      expect(seen.drawn).toBeGreaterThan(0)
      expect(seen.errata).toBeGreaterThan(5)
    } finally {
      await browser.close()
    }
  })
})

describe("the command", () => {
  test("simulates, accounts and reproduces", async () => {
    for (const line of readmeCode("cli", "sh")
      .split("\n")
      .filter((one) => /simulate|privacy/.test(one))) {
      const { stdout } = await npx(line.replace(/^npx armistice /, "").replace(/ +#.*$/, ""))
      expect(stdout).toMatch(/GDP|ε/)
    }
    const { stdout } = await npx("reproduce --only guarantees,sampling-budget --runs 2 --out reproduced")
    expect(stdout).toMatch(/claims: /)
    for (const file of ["report.html", "guarantees.svg", "guarantees.png", "guarantees.json"])
      expect(existsSync(join(installed.folder, "reproduced", file))).toBe(true)
  })

  test("examples of its help that name files run as they are printed", async () => {
    for (const name of ["simulate", "replay", "sweep"]) {
      const { stdout: help } = await npx(`${name} --help`)
      const lines = help.replaceAll(/\s*\\\n\s*/g, " ").split("\n")
      const line = lines.find((one) => one.includes("/examples/"))?.trim() ?? "none"
      expect(line).toContain(`npx @armistice/cli ${name} `)
      const { stdout } = await npx(line.replace(/^npx @armistice\/cli /, ""))
      expect(stdout).toMatch(/regret|reward/)
    }
  })

  test("runs algorithms and environments of one's own from outside the project, which import the packages", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "armistice-elsewhere-"))
    onTestFinished(() => rmSync(elsewhere, { recursive: true }))
    const own = readFileSync(join(root, "docs/examples/own-algorithm.mjs"), "utf8")
    writeFileSync(
      join(elsewhere, "own.mjs"),
      `import { seededRandom } from "@armistice/core"\nseededRandom(1).uniform()\n${own}`,
    )
    cpSync(join(root, "docs/examples/own-environment.mjs"), join(elsewhere, "shop.mjs"))
    const files = `--module ${join(elsewhere, "own.mjs")} --environment-module ${join(elsewhere, "shop.mjs")}`
    const { stdout } = await npx(`simulate ${files} --horizon 500 --runs 4 --jobs 2 --json`)
    expect(JSON.parse(stdout)).toMatchObject({
      algorithm: "ten-then-best",
      finished: 4,
      manifest: { environment: { name: "shop" } },
    })
  }, 120_000)

  test("serves the studio with its scripts", async () => {
    const page = await (await fetch(`${address}/`)).text()
    const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? "none"
    const answer = await fetch(`${address}${script}`)
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"])
  })
})
