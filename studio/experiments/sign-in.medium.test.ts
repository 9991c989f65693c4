// People sign in with a real provider in a real browser, come back to the page that they wanted,
// act under their names, and sign out here or everywhere.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { openBrowser } from "../testing/browser.ts"
import { createKey, type ServiceProcess } from "../testing/service-process.ts"
import { startSignInService } from "../testing/sign-in-process.ts"

const pictures = process.env.STUDIO_PICTURES
const folder = mkdtempSync(join(tmpdir(), "armistice-people-"))
const store = join(folder, "people.db")

let browser: Browser
let service: ServiceProcess

beforeAll(async () => {
  service = await startSignInService(store, ["--rate-limit", "0"])
  browser = await openBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const look = async (page: Page, name: string) => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  expect(await violations(page)).toEqual([])
  if (pictures === undefined) return
  const { width = 0 } = page.viewportSize() ?? {}
  await page.screenshot({ path: join(pictures, `people-${name}-${width}.png`), fullPage: true })
}

const wide = { viewport: { width: 1440, height: 900 } }

/** Opens `path` in a browser of their own and signs in from there. */
async function signIn(name: string, path = "/experiments", options: object = wide): Promise<Page> {
  const context: BrowserContext = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(service.address + path)
  await page.click("a:has-text('Sign in with 127.0.0.1')")
  await page.fill("input[name=login]", name)
  await page.fill("input[name=password]", "any")
  await page.click("button[type=submit]")
  await page.waitForURL((url) => url.origin === service.address && !url.pathname.startsWith("/sign-in"))
  return page
}

test("an operator signs in, comes back, acts under her name, and signs out everywhere", async () => {
  const phone = { viewport: { width: 390, height: 900 }, colorScheme: "dark" }
  const context = await browser.newContext(wide)
  const asked = await context.newPage()
  await asked.goto(`${service.address}/experiments/new?from=mail`)
  await asked.waitForSelector("h1:text-is('Sign in')")
  await look(asked, "asked")
  await context.close()
  const page = await signIn("ada", "/experiments/new?from=mail")
  expect(page.url()).toBe(`${service.address}/experiments/new?from=mail`)
  await page.waitForSelector("header >> text=Ada Lovelace · may operate")
  const { id } = await page.evaluate(async () => {
    const body = { name: "Which page?", arms: ["a", "b"], horizon: 100, answers: "all", privacy: { eta: 1 } }
    const headers = { "content-type": "application/json" }
    const answer = await fetch("/v1/experiments", { method: "POST", headers, body: JSON.stringify(body) })
    return (await answer.json()) as { id: string }
  })
  await page.goto(`${service.address}/experiments/${id}`)
  await page.waitForSelector(".timeline >> text=Ada Lovelace")
  // Keys are not for her, and the page says why.
  await page.goto(`${service.address}/settings/keys`)
  await page.waitForSelector("text=Keys are for those who may administer.")
  const other = await signIn("ada", "/experiments", phone)
  await other.click("button[aria-label^='Account: Ada Lovelace']")
  await look(other, "menu")
  await other.click("button:has-text('Sign out everywhere')")
  await other.waitForSelector("h1:text-is('Sign in')")
  expect(await other.$(".account .menu")).toBeNull()
  await page.goto(`${service.address}/experiments`)
  await page.waitForSelector("text=Your session is over.")
  await page.context().close()
  await other.context().close()
}, 120_000)

test("an administrator sees who is signed in, and ends the sessions of others", async () => {
  const amy = await signIn("amy")
  await amy.waitForSelector("header >> text=Amy Analyst · may audit")
  const rosa = await signIn("root", "/settings/keys")
  const people = rosa.locator("section[aria-labelledby=people]")
  await people.locator("tr:has-text('Amy Analyst')").waitFor()
  expect(await people.innerText()).toMatch(/Rosa Root[\s\S]*administer[\s\S]*“platform”[\s\S]*now/)
  expect(await people.innerText()).toMatch(/Amy Analyst[\s\S]*read results[\s\S]*group “analysts”/)
  await look(rosa, "people")
  await rosa.click("button[aria-label='Sign out Amy Analyst everywhere']")
  await rosa.click("button:text-is('Sign them out')")
  await people.locator("tr:has-text('Amy Analyst')").waitFor({ state: "detached" })
  await amy.waitForSelector("text=Your session is over.", { timeout: 10_000 })
  await rosa.click("nav a:text-is('Activity')")
  await rosa.waitForSelector("tr:has-text('Someone was signed out everywhere'):has-text('Rosa Root')")
  await amy.context().close()
  await rosa.context().close()
}, 120_000)

test("a key opens the page beside people who sign in, and one that is refused says so", async () => {
  const key = await createKey(store, "audit", ["--name", "report"])
  const page = await (await browser.newContext(wide)).newPage()
  await page.goto(`${service.address}/experiments`)
  await page.click("summary:text-is('Use a key instead')")
  await page.fill("#key", "not-a-key")
  await page.click("button:text-is('Sign in')")
  await page.waitForSelector("text=The service does not know this key.")
  await page.fill("#key", key)
  await page.click("button:text-is('Sign in')")
  await page.waitForSelector("header >> text=key “report” · may audit")
  await page.context().close()
}, 120_000)
