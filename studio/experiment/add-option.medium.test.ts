// Adding an option to a running experiment, in a real browser: where it is offered, what is asked,
// and its effects.

import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { setUpService } from "../testing/set-up.ts"

const tested = setUpService(["--rate-limit", "0"])
const definition = { arms: ["Blue", "Green"], horizon: 1000, answers: "all" as const, privacy: { eta: 1 } }
const entry = "button:text-is('Add an option …')"

async function openMenu(page: Page, id: string): Promise<void> {
  await page.goto(`${tested.service.address}/experiments/${id}`)
  await page.click("button[aria-label='More']")
  await page.waitForSelector("button:text-is('Rename …')")
}

test("an option can be added as long as there is room, by a name that is new", async () => {
  const page = await tested.browser.newPage()
  const fixed = await tested.client.createExperiment({ ...definition, name: "Fixed" })
  await openMenu(page, fixed.id)
  expect(await page.locator(entry).count()).toBe(0)
  const { id } = await tested.client.createExperiment({ ...definition, name: "With room", maxArms: 3 })
  await openMenu(page, id)
  await page.click(entry)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Leave it as it is")
  expect(await page.innerText("dialog")).toContain("It is the last one that can be added.")
  expect(await violations(page)).toEqual([])
  await page.click("dialog button:text-is('Add it')")
  await page.waitForSelector("dialog [role=alert]:text-is('Give it a name.')")
  await page.fill("#add-name", "Green ")
  await page.click("dialog button:text-is('Add it')")
  await page.waitForSelector("dialog [role=alert]:text-is('There is an option of that name.')")
  await page.fill("#add-name", " Red")
  await page.click("dialog button:text-is('Add it')")
  await page.waitForSelector("dialog", { state: "detached" })
  expect((await tested.client.experiment(id).read()).arms).toEqual(["Blue", "Green", "Red"])
  await openMenu(page, id)
  expect(await page.locator(entry).count()).toBe(0)
  await page.context().close()
}, 60_000)
