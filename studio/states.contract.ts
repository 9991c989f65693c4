// States that a page only has for a while, in a real browser, at some widths, light or dark:
// nothing yet, a key wanted and refused, a demo running, a question before what cannot be undone,
// the service away. Whole, and nothing axe-core objects to.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { violations } from "./testing/accessibility.ts"
import { openBrowser } from "./testing/browser.ts"
import type { PageStyle } from "./testing/page-styles.ts"
import { createKey, type ServiceProcess, startServiceProcess } from "./testing/service-process.ts"

let folder = ""
/** Where screenshots go, for those who want to look. */
const pictures = process.env.STUDIO_PICTURES

let browser: Browser
let guarded: ServiceProcess

export function statesAreWhole(looks: readonly PageStyle[]): void {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "armistice-states-"))
    await createKey(join(folder, "guarded.db"))
    guarded = await startServiceProcess(join(folder, "guarded.db"))
    browser = await openBrowser()
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await guarded?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(looks)(
    "in %s colours at %i px every state of a page is whole",
    async (colorScheme, width) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        reducedMotion: "reduce",
      })
      const page = await context.newPage()
      const problems: string[] = []
      const look = async (state: string) => {
        problems.push(...(await findProblems(page)).map((problem) => `${state}: ${problem}`))
        if (pictures !== undefined)
          await page.screenshot({ path: join(pictures, `state-${state}-${width}-${colorScheme}.png`), fullPage: true })
      }
      const service = await startServiceProcess(join(folder, `${colorScheme}-${width}.db`))
      try {
        await page.goto(`${service.address}/experiments`)
        await page.waitForSelector("text=Nothing is being tried yet")
        await look("empty")
        await page.click("text=Watch the demo")
        await page.waitForSelector('section[aria-label^="Verdict"]', { timeout: 30_000 })
        await look("demo")
        for (const tab of ["People", "Code", "Settings", "Privacy and ledger"]) {
          await page.click(`a:text-is('${tab}')`)
          await page.waitForSelector("main .card")
          await look(`tab-${tab}`)
        }
        await page.waitForSelector('section[aria-labelledby="ledger"] tbody tr', { timeout: 30_000 })
        await page.click("text=Check it in this browser")
        await page.waitForSelector("text=Checked just now:")
        await look("checked")
        await page.click("button:text-is('Export')")
        await look("menu")
        await page.keyboard.press("Escape")
        await page.click("[aria-label=More]")
        await page.click("button:has-text('Rename …')")
        await look("rename")
        await page.click("button:text-is('Keep the name')")
        await page.click("a:text-is('Results')")
        await page.click("button:has-text('Finish')")
        await page.waitForSelector("dialog[open]")
        await look("question")
        await page.click("button:text-is('Keep it running')")
        await page.goto(`${service.address}/experiments?q=nothing-like-it`)
        await page.waitForSelector("text=Nothing is called")
        await look("nothing-found")
        await page.goto(`${service.address}/experiments`)
        await page.waitForSelector(".experiment-rows .experiment-row")
        await look("list")
      } finally {
        await service.stop()
      }
      await page.waitForSelector("text=does not answer just now")
      await look("away")
      await page.goto(`${guarded.address}/experiments`)
      await page.fill("#key", "not-a-key")
      await page.click("button:text-is('Sign in')")
      await page.waitForSelector("#key-problem")
      await look("key")
      expect(problems).toEqual([])
      await context.close()
    },
    240_000,
  )
}

async function findProblems(page: Page): Promise<string[]> {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return [...(tooWide > 0 ? [`wider than the screen by ${tooWide} px`] : []), ...(await violations(page))]
}
