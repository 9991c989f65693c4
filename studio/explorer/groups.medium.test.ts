// The explorer with known groups in a real browser: the numbers are the command's, the address
// keeps the setting, and nothing is too wide or inaccessible.

import { expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { type PrintedResult, runPrintedCommand, setUpExplorer } from "./testing/explorer-page.ts"

const { open } = setUpExplorer()

const query = "?means=0.6,0.5&horizon=1000&eta=1&algorithms=gdp-imed&runs=20"

test("knowing the group is switched on, and its numbers are those of the printed command", async () => {
  const page = await open(query)
  await page.locator(".settings-rail label:has-text('Know the group') input").check()
  await page.waitForURL(/groups=cross,5,5/)
  await page.getByLabel("Groups", { exact: true }).fill("2")
  await page.getByLabel("Options", { exact: true }).fill("2")
  await page.waitForURL(/groups=cross,2,2/)
  await page.waitForSelector("h1:has-text('Knowing the group')", { timeout: 60_000 })
  for (const id of ["differ", "alike"]) {
    const card = page.locator(`section[aria-labelledby=${id}]`)
    await page.waitForSelector(`section[aria-labelledby=${id}][data-done=true]`, { timeout: 60_000 })
    const shown = await card
      .locator("[data-use]")
      .evaluateAll((cells) => cells.map((cell) => Number((cell as HTMLElement).dataset.lost)))
    const { results } = await runPrintedCommand<{ results: readonly PrintedResult[] }>(
      (await card.locator("pre").textContent()) ?? "",
    )
    expect(results.map(({ regret }) => regret.mean)).toEqual(shown)
  }
  // Options, rewards and methods of everyone alike do not apply.
  expect(await page.locator(".settings-rail >> text=Compare with").count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 900 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.click("text=All settings")
  await page.locator("dialog.settings-sheet label:has-text('Know the group') input").uncheck()
  await page.waitForURL((url) => !url.search.includes("groups"))
  await page.waitForSelector("#price")
  await page.context().close()
})
