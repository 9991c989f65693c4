// The explorer's and the first page's states in a real browser at some widths, light or dark:
// nothing wider than the screen, nothing axe-core objects to, also with its dialogs open.

import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { openBrowser } from "../testing/browser.ts"
import type { PageStyle } from "../testing/page-styles.ts"
import { type Site, serveSite } from "../testing/serve-site.ts"

let browser: Browser
let site: Site

/** The settings are in the rail, or in the sheet that the bar opens. */
const inSettings = async (page: Page, width: number): Promise<string> => {
  if (width >= 992) return ".settings-rail"
  if ((await page.$("dialog.settings-sheet[open]")) === null) await page.click(".settings-bar >> text=All settings")
  return "dialog.settings-sheet"
}

const untilDone = (page: Page) => page.waitForSelector('section[data-done="true"]', { timeout: 60_000 })

export function statesAreWhole(looks: readonly PageStyle[]): void {
  beforeAll(async () => {
    site = await serveSite()
    browser = await openBrowser()
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  test.each(looks)(
    "in %s colours at %i px every state of the explorer and the first page is whole",
    async (colorScheme, width) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        reducedMotion: "reduce",
      })
      const page = await context.newPage()
      const problems: string[] = []
      const look = async (state: string) => {
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (tooWide > 0) problems.push(`${state}: wider than the screen by ${tooWide} px`)
        problems.push(...(await violations(page)).map((violation) => `${state}: ${violation}`))
      }
      await page.goto(`${site.address}/explorer?means=0.6,0.4&horizon=1000&eta=1&algorithms=gdp-imed&runs=50`)
      await page.waitForSelector('section[aria-labelledby="price"] path.bound-area', {
        state: "attached",
        timeout: 60_000,
      })
      for (const fold of await page.$$("details")) await fold.evaluate((one: HTMLDetailsElement) => (one.open = true))
      await look("everything unfolded")
      const settings = await inSettings(page, width)
      if (width < 992) await look("the sheet")
      await page.click(`${settings} >> text=In numbers`)
      await page.fill('dialog .field:has(label:text-is("η")) input', "nothing")
      await look("a privacy that is no number")
      await page.keyboard.press("Escape")
      await page.click(`${settings} >> text=Examples`)
      await look("examples")
      await page.keyboard.press("Escape")
      await page.selectOption(`${settings} select >> nth=1`, "choose")
      await page.waitForSelector("dialog[open] >> text=Methods to compare")
      await look("methods")
      await page.goto(`${site.address}/explorer?means=0.6,0.4&horizon=1000&eta=0.1&algorithms=ts-gaussian&runs=5`)
      await page.waitForSelector("h1:has-text('None of the methods chosen can be this private here')")
      await untilDone(page)
      await look("no method can be this private")
      await page.goto(site.address)
      await page.waitForSelector(".simulation .person-dots path", { state: "attached" })
      await page.check('.simulation label:text-is("None") input')
      await look("the first page without privacy")
      expect(problems).toEqual([])
      await context.close()
    },
    180_000,
  )
}
