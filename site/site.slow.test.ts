// The whole site as `npm run docs` builds it, without a network, and its pages in a browser that
// opens them as files.

import { execFile } from "node:child_process"
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest"
import { checkLinks } from "./links/check-links.ts"
import { root } from "./repository.ts"

const run = promisify(execFile)
const site = mkdtempSync(join(tmpdir(), "armistice-site-"))
let printed = ""
let browser: Browser | undefined

beforeAll(async () => {
  const guard = pathToFileURL(join(root, "site/testing/loopback-only.mjs")).href
  const env = { ...process.env, NODE_OPTIONS: `--import=${guard}` }
  printed = (await run("npm", ["run", "--silent", "docs", "--", site], { cwd: root, env })).stdout
  const door = (inject as (name: string) => string)("browserDoor")
  browser = await chromium.connect(await (await fetch(door)).text())
}, 600_000)

afterAll(async () => {
  await browser?.close()
  rmSync(site, { recursive: true })
})

test("the guard of the build lets no connection out", async () => {
  const guard = join(root, "site/testing/loopback-only.mjs")
  const program = 'await fetch("http://192.0.2.1/")'
  await expect(
    run(process.execPath, [`--import=${pathToFileURL(guard).href}`, "--input-type=module", "-e", program]),
  ).rejects.toThrow(/got a connection to 192\.0\.2\.1/)
})

test("has hundreds of pages with the API and the packages, and every link leads somewhere", () => {
  expect(Number(/^(\d+) pages/.exec(printed)?.[1])).toBeGreaterThan(400)
  expect(checkLinks(site)).toEqual([])
  const read = (path: string) => readFileSync(join(site, path), "utf8")
  expect(read("reference/http/decisions.html")).toContain("/v1/experiments/{id}/decisions:batch")
  expect(read("reference/packages/core/Bandit.html")).toContain("A private bandit that chooses among named arms")
  expect(read("reference/packages/client/ArmisticeClient.html")).toContain('href="ExperimentHandle.html"')
})

test("a broken anchor in a page is found", () => {
  const page = join(site, "docs/tutorial.html")
  const before = readFileSync(page)
  onTestFinished(() => writeFileSync(page, before))
  appendFileSync(page, '<a href="api.html#nowhere">x</a>')
  expect(checkLinks(site)).toEqual([
    "docs/tutorial.html links to api.html#nowhere, but docs/api.html has no such heading",
  ])
})

describe.each([
  { width: 390, height: 844, colorScheme: "light" },
  { width: 1440, height: 900, colorScheme: "dark" },
] as const)("$width pixels wide and $colorScheme", ({ width, height, colorScheme }) => {
  async function open(path: string): Promise<{ page: Page; foreign: string[] }> {
    const context = await browser?.newContext({ viewport: { width, height }, colorScheme })
    if (context === undefined) throw new Error("the browser must have started")
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const foreign: string[] = []
    page.on("request", (request) => {
      if (!request.url().startsWith("file:")) foreign.push(request.url())
    })
    page.on("pageerror", (error) => foreign.push(String(error)))
    await page.goto(pathToFileURL(join(site, path)).href)
    return { page, foreign }
  }

  test.each([
    "index.html",
    "docs/theory.html",
    "docs/api.html",
    "reference/http/index.html",
    "reference/packages/core/Bandit.html",
  ])("%s fits, is accessible, and needs nothing from elsewhere", async (path) => {
    const { page, foreign } = await open(path)
    expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(0)
    await page.addScriptTag({ path: join(root, "node_modules/axe-core/axe.min.js") })
    const { violations } = (await page.evaluate("axe.run()")) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(foreign).toEqual([])
  })

  test("search leads from any page to a section", async () => {
    const { page, foreign } = await open("reference/http/keys.html")
    await page.keyboard.press("/")
    await page.keyboard.type("erasing a subject")
    await page.waitForSelector("#found a")
    await page.keyboard.press("Enter")
    await page.waitForURL(/docs\/operations\.html#erasing-a-subject$/)
    expect(await page.locator("h1").textContent()).toBe("Running the service")
    expect(foreign).toEqual([])
  })
})
