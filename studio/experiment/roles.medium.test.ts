// The role of a key decides what its page offers. Names of keys, experiments, options and groups
// are shown as text, whatever they contain.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ArmisticeClient } from "@armistice/client"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { openBrowser } from "../testing/browser.ts"
import { createKey, type ServiceProcess, startServiceProcess } from "../testing/service-process.ts"

const evil = "<img src=x onerror=document.title='taken'>"
const folder = mkdtempSync(join(tmpdir(), "armistice-roles-"))
const keys: Record<string, string> = {}

let browser: Browser
let service: ServiceProcess
let id = ""

beforeAll(async () => {
  const store = join(folder, "roles.db")
  for (const role of ["operate", "audit", "decide"])
    keys[role] = await createKey(store, role, ["--name", `${role} ${evil}`])
  service = await startServiceProcess(store)
  const client = new ArmisticeClient({ baseUrl: service.address, key: keys["operate"] as string })
  ;({ id } = await client.createExperiment({
    name: `Names ${evil} \u202e back`,
    description: evil,
    labels: [evil.slice(0, 40)],
    arms: [evil, "javascript:alert(1)", "{{7*7}}"],
    segments: [`north ${evil}`, "south"],
    horizon: 1000,
    answers: "all" as const,
    privacy: { eta: 1 },
    sticky: true,
    metrics: [{ name: `complaints ${evil}`, eta: 0.5 }],
  }))
  browser = await openBrowser()
}, 180_000)

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function open(path: string, role: string, width = 1280): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  await context.addInitScript((key) => sessionStorage.setItem("armistice-key", key), keys[role] as string)
  const page = await context.newPage()
  await page.goto(service.address + path)
  await page.waitForSelector(".account span", { state: "attached" })
  await page.waitForSelector("main h1")
  return page
}

/** The buttons of the head, with menus opened. */
async function offered(page: Page): Promise<string[]> {
  await page.waitForSelector(".page-head .chip")
  const names = await page.$$eval(".page-head button", (buttons) =>
    buttons.map((button) => button.getAttribute("aria-label") ?? button.firstChild?.textContent ?? ""),
  )
  return names
}

const tabs = (page: Page) => page.$$eval("nav.tabs a", (links) => links.map((link) => link.textContent))
const files = ["Results, CSV", "Results, JSON", "Decisions, CSV", "Ledger, CSV", "Ledger, NDJSON", "Privacy statement"]

test("an operate key is offered every action, and no demo, because it may not send answers", async () => {
  const page = await open(`/experiments/${id}`, "operate")
  expect(await offered(page)).toEqual([
    "Pause",
    "Export",
    ...files,
    "More",
    "Stop an option …",
    "Rename …",
    "Copy …",
    "Archive …",
  ])
  expect(await tabs(page)).toEqual(["Results", "People", "Privacy and ledger", "Code", "Settings"])
  await page.waitForSelector("button:has-text('Finish')")
  await page.goto(`${service.address}/experiments`)
  await page.waitForSelector(".experiment-row .name-cell")
  expect(await page.$$eval(".page-head .btn", (buttons) => buttons.map((one) => one.textContent))).toEqual([
    "New experiment",
  ])
  await page.context().close()
})

test("an audit key reads and exports everything, and changes nothing", async () => {
  const page = await open(`/experiments/${id}`, "audit")
  await page.waitForSelector(".chip:text-is('Read only · audit key')")
  expect(await offered(page)).toEqual(["Export", ...files])
  await page.waitForSelector('section[aria-label^="Verdict"]')
  expect(await page.$("button:has-text('Finish')")).toBeNull()
  await page.goto(`${service.address}/experiments`)
  await page.waitForSelector(".experiment-row .name-cell")
  expect(await page.$(".page-head .btn")).toBeNull()
  await page.context().close()
})

test("a decide key sees progress and code of an experiment, and nothing else", async () => {
  const page = await open(`/experiments/${id}`, "decide")
  await page.waitForSelector(".chip:text-is('Read only · decide key')")
  expect(await offered(page)).toEqual([])
  expect(await tabs(page)).toEqual(["People", "Code", "Settings"])
  await page.waitForSelector("text=Nobody has come yet")
  await page.goto(`${service.address}/experiments`)
  await page.waitForSelector("text=It may not list experiments")
  expect(await violations(page)).toEqual([])
  await page.fill("#id", id)
  await page.click("text=Open it")
  await page.waitForURL(new RegExp(`/experiments/${id}$`))
  await page.context().close()
})

test("without experiments an audit key is offered neither button", async () => {
  const store = join(folder, "empty.db")
  const key = await createKey(store, "audit")
  const empty = await startServiceProcess(store)
  try {
    const context = await browser.newContext()
    await context.addInitScript((given) => sessionStorage.setItem("armistice-key", given), key)
    const page = await context.newPage()
    await page.goto(`${empty.address}/experiments`)
    await page.waitForSelector("text=This key may read experiments")
    expect(await page.$("main .btn.primary")).toBeNull()
    expect(await page.$("text=Watch the demo")).toBeNull()
    expect(await violations(page)).toEqual([])
    await context.close()
  } finally {
    await empty.stop()
  }
}, 120_000)

test.each([1280, 390])(
  "names in %i px are text: nothing of them runs, and nothing is wider than the screen",
  async (width) => {
    const page = await open(`/experiments/${id}`, "operate", width)
    const problems: string[] = []
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()))
    page.on("pageerror", (error) => problems.push(String(error)))
    page.on(
      "response",
      (response) => response.status() >= 400 && problems.push(`${response.status()} ${response.url()}`),
    )
    page.on("request", (request) => request.url().endsWith("/x") && problems.push(request.url()))
    const look = async (where: string) => {
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (tooWide > 0) problems.push(`${where}: wider than the screen by ${tooWide} px`)
      problems.push(...(await violations(page)).map((one) => `${where}: ${one}`))
      if ((await page.$("main img, header .account img, dialog img")) !== null) problems.push(`${where}: an image`)
    }
    await page.waitForSelector('section[aria-label^="Verdict"]')
    expect(await page.title()).toMatch(/^Names <img .* · Armistice$/)
    await look("results")
    for (const tab of ["people", "privacy", "code", "settings"]) {
      await page.goto(`${service.address}/experiments/${id}?tab=${tab}`)
      await page.waitForSelector("main .card")
      await look(tab)
    }
    await page.waitForSelector("dd:has-text('onerror')")
    await page.click("[aria-label=More]")
    await page.click("button:has-text('Rename …')")
    await page.waitForSelector("dialog[open]")
    await look("rename")
    await page.goto(`${service.address}/experiments`)
    await page.waitForSelector(".experiment-row .name-cell:has-text('onerror')")
    await look("list")
    expect(await page.title()).not.toBe("taken")
    expect(problems).toEqual([])
    await page.context().close()
  },
  120_000,
)
