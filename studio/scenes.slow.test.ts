// Every scene of the gallery at three widths, light and dark, with every fold open: nothing wider
// than the screen, nothing axe-core objects to, no text that its own box cuts off.

import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { violations } from "./testing/accessibility.ts"
import { openBrowser } from "./testing/browser.ts"
import { untilStill } from "./testing/gallery/camera.ts"
import { storyNames } from "./testing/gallery/fixed-data.ts"
import { scenes } from "./testing/gallery/scenes.ts"
import { openStage, type Stage } from "./testing/gallery/stage.ts"

let browser: Browser
let stage: Stage

beforeAll(async () => {
  browser = await openBrowser()
  stage = await openStage(scenes, storyNames)
}, 900_000)

afterAll(async () => {
  await stage?.close()
  await browser?.close()
})

/** Without loading the page again: turning a phone or changing the theme does not, either. */
async function lookAt(page: Page, width: number, colorScheme: "light" | "dark"): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.waitForFunction(() => document.querySelector(".drawing:empty") === null)
}

async function unfoldAll(page: Page): Promise<void> {
  await page.$$eval("details", (folds) => {
    for (const fold of folds) fold.open = true
  })
  await untilStill(page)
}

async function findProblems(page: Page): Promise<string[]> {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll("main :is(h1, h2, h3, p, button, .btn, .chip, label, th, td, summary)")]
      .filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX !== "visible")
      .filter((box) => !["auto", "scroll"].includes(getComputedStyle(box).overflowX))
      // Hidden from eyes on purpose, or shortened with three dots and whole elsewhere.
      .filter((box) => box.clientWidth > 1 && getComputedStyle(box).textOverflow !== "ellipsis")
      .map((box) => box.outerHTML.slice(0, 120)),
  )
  return [
    ...(tooWide > 0 ? [`wider than the screen by ${tooWide} px`] : []),
    ...cut.map((html) => `cut off: ${html}`),
    ...(await violations(page)),
  ]
}

test.each(scenes.map((scene) => [scene.name, scene] as const))(
  "%s is whole at 390, 768 and 1440 px, light and dark",
  async (_, scene) => {
    const problems: string[] = []
    const page = await stage.show(browser, scene, { width: 390, colours: "light" })
    await unfoldAll(page)
    for (const width of [390, 768, 1440])
      for (const colours of ["light", "dark"] as const) {
        await lookAt(page, width, colours)
        problems.push(...(await findProblems(page)).map((problem) => `${width} ${colours}: ${problem}`))
      }
    await page.context().close()
    expect(problems).toEqual([])
  },
  180_000,
)
