// The common part of tests of pages: opening a page on a desktop, reading text as people see it,
// and checking that nothing overflows and nothing is inaccessible on desktops and phones, in both
// themes.

import type { Browser, Page } from "playwright-core"
import { expect } from "vitest"
import { violations } from "./accessibility.ts"

const desktop = { width: 1440, height: 900 }

/** `shows` is a selector that the finished page contains. */
export async function openPage(browser: Browser, address: string, shows: string): Promise<Page> {
  const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce" })
  const page = await context.newPage()
  await page.goto(address)
  await page.waitForSelector(shows)
  return page
}

/** The text of an element on one line, with plain spaces. */
export const readText = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).innerText()).replaceAll("\u00a0", " ").replaceAll(/\s+/g, " ")

export type ColorScheme = "light" | "dark"

/** `inspect` may look closer at each width and theme. */
export async function expectWholePage(
  page: Page,
  inspect?: (width: number, colorScheme: ColorScheme) => Promise<unknown>,
): Promise<void> {
  for (const width of [390, desktop.width])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.waitForSelector(`html[data-theme="${colorScheme}"]`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      expect(await violations(page)).toEqual([])
      await inspect?.(width, colorScheme)
    }
  await page.setViewportSize(desktop)
}
