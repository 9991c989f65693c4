// The page of keys: the first one, new ones, limits, rotation and the end, each with its name in
// the activity; and what a lost answer leaves.

import { join } from "node:path"
import { ArmisticeClient } from "@armistice/client"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { setUpService } from "../testing/set-up.ts"

const pictures = process.env.STUDIO_PICTURES
const tested = setUpService(["--rate-limit", "0"])

const look = async (page: Page, name: string) => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  expect(await violations(page)).toEqual([])
  if (pictures === undefined) return
  const { width = 0 } = page.viewportSize() ?? {}
  await page.screenshot({ path: join(pictures, `keys-${name}-${width}.png`), fullPage: true })
}

const secretOf = (page: Page): Promise<string> => page.innerText(".secret-line code")
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)
const row = (page: Page, name: string) => page.locator(`section[aria-labelledby=keys] tr:has(th:has-text("${name}"))`)
const clientWith = (key: string) => new ArmisticeClient({ baseUrl: tested.service.address, key, retries: 0 })

test("keys are made, limited, rotated and revoked, and each is shown once", async () => {
  const { id } = await tested.client.createExperiment({
    name: "Which page?",
    arms: ["a", "b"],
    horizon: 100,
    answers: "all",
    privacy: { eta: 1 },
  })
  const context = await tested.browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "light" })
  const page = await context.newPage()
  // Without keys nobody is asked for anything.
  await page.goto(`${tested.service.address}/experiments`)
  await page.click("[aria-label=Settings]")
  await page.waitForSelector("text=asks nobody for one")
  expect(await page.innerText(".account")).toContain("No keys: full access")

  await page.click("button:text-is('New key')")
  await page.waitForSelector("text=From then on every request needs a key")
  await page.click("button:text-is('Make the key')")
  expect(await page.innerText("dialog [role=alert]")).toBe("Say what it is for.")
  await page.fill("#key-name", "Ada's laptop")
  await page.click("button:text-is('Make the key')")
  await page.waitForSelector("h2:text-is('Key “Ada\\'s laptop” is ready. It is shown once.')")
  expect(await focusedId(page)).toBe("new-secret")
  const admin = await secretOf(page)
  expect((await clientWith(admin).me()).role).toBe("admin")
  // This tab goes on with it, and others need one.
  await page.waitForSelector("text=key “Ada's laptop” · may administer")
  await expect(tested.client.me()).rejects.toMatchObject({ code: "missing_key" })
  await page.click("nav a:text-is('Webhooks')")
  await page.waitForSelector("text=Leave before it is stored?")
  await page.click("button:text-is('Stay here')")
  await page.goBack()
  await page.waitForSelector("text=Leave before it is stored?")
  await page.click("button:text-is('Stay here')")
  expect([new URL(page.url()).pathname, await secretOf(page)]).toEqual(["/settings/keys", admin])
  await page.click("button:text-is('New key')")
  expect([await focusedId(page), await page.$("dialog")]).toEqual(["new-secret", null])
  await page.click("button:text-is('I have stored it')")
  expect(await page.content()).not.toContain(admin)

  await page.click("button:text-is('New key')")
  await page.fill("#key-name", "web page")
  await page.check("text=Evaluate flags only")
  await page.check("text=Only some")
  await page.check("dialog label:has-text('Which page?')")
  await page.fill("#key-end", new Date(Date.now() + 12.5 * 86_400_000).toISOString().slice(0, 10))
  await page.fill("#key-limit", "0")
  await page.click("button:text-is('Make the key')")
  expect(await page.innerText("dialog [role=alert]")).toContain("a whole number from 1 to 1,000,000, or left empty")
  await page.fill("#key-limit", "2,000")
  await look(page, "new")
  await page.click("button:text-is('Make the key')")
  await page.waitForSelector("text=Key “web page” is ready")
  await look(page, "made")
  await page.click("button:text-is('I have stored it')")
  expect(await row(page, "web page").innerText()).toMatch(
    /evaluate flags only\s+in one experiment\s+2,000 a second\s+until [\s\S]*not yet\s+made today by Ada's laptop[\s\S]*Ends in 12 days/,
  )
  const { keys } = await clientWith(admin).listKeys()
  expect(keys.find(({ name }) => name === "web page")).toMatchObject({
    role: "evaluate",
    experiments: [id],
    requestsPerSecond: 2000,
  })

  await page.click("button[aria-label='Rotate web page']")
  const end = keys.find(({ name }) => name === "web page")?.expiresAt
  expect(await page.inputValue("#rotate-end")).toBe(end?.slice(0, 10))
  await look(page, "rotate")
  await page.click("button:text-is('Rotate it')")
  await page.waitForSelector("text=Key “web page” is ready")
  const web = await secretOf(page)
  await page.click("button:text-is('I have stored it')")
  await row(page, "web page").locator(".chip:text-is('Being rotated')").waitFor()
  const pair = (await clientWith(admin).listKeys()).keys.filter(({ name }) => name === "web page")
  expect(pair.map(({ lineage, state }) => [lineage, state])).toEqual(pair.map(() => [pair[0]?.id, "active"]))
  expect(pair.find(({ id: one, lineage }) => one !== lineage)?.expiresAt).toBe(end)
  await page.click("button[aria-label='End the old key of web page now']")
  await page.click("button:text-is('End it')")
  await page.click("button[aria-label='Change web page']")
  await page.check("text=All experiments")
  expect(await page.inputValue("#key-limit")).toBe("2,000")
  await page.fill("#key-limit", "")
  await page.fill("#key-end", "")
  await page.fill("#key-name", "shop page")
  await page.click("button:text-is('Save')")
  await row(page, "shop page").locator(".chip:text-is('Active')").waitFor()
  const changed = (await clientWith(admin).listKeys()).keys.find(({ name }) => name === "shop page")
  expect(changed).toMatchObject({ experiments: null, requestsPerSecond: null, expiresAt: null })

  await page.click("button[aria-label='Revoke shop page']")
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Keep it")
  await page.click("button:text-is('rotate it')")
  await page.waitForSelector("text=Rotate “shop page”?")
  await page.click("button:text-is('Rotate it')")
  await page.waitForSelector("text=Key “shop page” is ready")
  expect(await secretOf(page)).not.toBe(web)
  await page.click("button:text-is('I have stored it')")
  await row(page, "shop page").locator(".chip:text-is('Being rotated')").waitFor()
  await page.click("button[aria-label='End the old key of shop page now']")
  await page.click("button:text-is('End it')")
  await row(page, "shop page").locator(".chip:text-is('Active')").waitFor()
  await page.click("button[aria-label='Revoke shop page']")
  await page.click("button:text-is('Revoke it')")
  await row(page, "shop page").locator(".chip:text-is('Revoked')").waitFor()

  // The last key that may administer stays, and the page says why.
  await page.click('button[aria-label="Revoke Ada\'s laptop"]')
  await page.click("button:text-is('Revoke it')")
  await page.waitForSelector("dialog [role=alert]:has-text('is the last key that may manage keys')")
  await page.click("button:text-is('Keep it')")

  await page.click("nav a:text-is('Activity')")
  await page.waitForSelector("h2:text-is('Activity')")
  const done = await page.$$eval("tbody tr", (rows) =>
    rows.map((one) => `${one.querySelector("th")?.textContent}, ${one.querySelector("td:nth-child(2)")?.textContent}`),
  )
  const ada = "key “Ada's laptop”"
  expect(done).toEqual([
    `Refused: revoke key, ${ada}`,
    `A key was revoked, ${ada}`,
    `A key was revoked, ${ada}`,
    `A key was rotated, ${ada}`,
    `A key was changed, ${ada}`,
    `A key was revoked, ${ada}`,
    `A key was rotated, ${ada}`,
    `A key was made, ${ada}`,
    "A key was made, without a key",
    "Created, without a key",
  ])

  // An answer that is lost on the way leaves no key that nobody has.
  await page.click("nav a:text-is('Keys and people')")
  let isLost = false
  await page.route("**/v1/keys", async (route) => {
    if (route.request().method() !== "POST" || isLost) return route.continue()
    isLost = true
    await route.fetch()
    return route.abort()
  })
  await page.click("button:text-is('New key')")
  await page.fill("#key-name", "till")
  await page.click("button:text-is('Make the key')")
  await page.waitForSelector("dialog [role=alert]:has-text('no second key is made')")
  await page.click("button:text-is('Make the key')")
  await page.waitForSelector("text=Key “till” is ready")
  expect((await clientWith(await secretOf(page)).me()).key?.name).toBe("till")
  const tills = (await clientWith(admin).listKeys()).keys.filter(({ name }) => name === "till")
  expect(tills.map(({ state }) => state)).toEqual(["revoked", "active"])
  await page.goBack()
  await page.click("button:text-is('Leave')")
  await page.waitForSelector("h2:text-is('Activity')")
  await page.click("nav a:text-is('Keys and people')")
  await page.waitForSelector("h2:text-is('Keys')")
  expect(await page.$(".secret-line")).toBeNull()
  await page.setViewportSize({ width: 390, height: 900 })
  await page.emulateMedia({ colorScheme: "dark" })
  await page.waitForSelector("html[data-theme=dark]")
  await look(page, "list")
  await context.close()
}, 120_000)
