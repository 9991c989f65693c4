// A newcomer without a mouse, in a real browser: from the first page to a demo with its ledger verified, and to its end.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openBrowser } from "./testing/browser.ts"
import { type ServiceProcess, startServiceProcess } from "./testing/service-process.ts"

const folder = mkdtempSync(join(tmpdir(), "armistice-keyboard-"))

let browser: Browser
let service: ServiceProcess

beforeAll(async () => {
  service = await startServiceProcess(join(folder, "keyboard.db"))
  browser = await openBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Presses Tab until what is called so has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab")
    const found = await page.evaluate(() => {
      const { activeElement } = document
      return (activeElement?.getAttribute("aria-label") ?? activeElement?.textContent ?? "").trim()
    })
    if (found === name) return
  }
  throw new Error(`${name} must be reached with Tab`)
}

describe("without a mouse", () => {
  test("a newcomer watches a demo, verifies its ledger, pauses, thinks twice, and finishes it", async () => {
    const page = await browser.newPage()
    await page.goto(service.address)
    await page.waitForSelector("h1")
    await tabTo(page, "Skip to content")
    await page.keyboard.press("Enter")
    await tabTo(page, "Watch a live demo")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/experiments\/exp_/)
    await page.waitForSelector('section[aria-labelledby="estimates"] tbody tr', { timeout: 60_000 })
    await tabTo(page, "Verify it here")
    await page.keyboard.press("Enter")
    await page.waitForSelector("[role=status] >> text=Verified:")
    await page.evaluate(() => document.querySelector("main")?.focus())
    await tabTo(page, "Pause")
    await page.keyboard.press("Space")
    await page.waitForSelector("h1 + .badge:text-is('paused')")
    await page.evaluate(() => document.querySelector("main")?.focus())
    await tabTo(page, "Finish …")
    await page.keyboard.press("Enter")
    await page.waitForSelector("dialog[open]")
    // What cannot be undone is not what Enter does by itself.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Keep it as it is")
    await page.keyboard.press("Escape")
    await page.waitForSelector("dialog[open]", { state: "detached" })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Finish …")
    await page.keyboard.press("Enter")
    await tabTo(page, "Finish it")
    await page.keyboard.press("Enter")
    await page.waitForSelector("h1 + .badge:text-is('finished')")
    await page.close()
  }, 120_000)

  test("an experiment is created with the form", async () => {
    const page = await browser.newPage()
    await page.goto(`${service.address}/experiments/new`)
    await page.focus("#name")
    await page.keyboard.type("By keyboard")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/experiments\/exp_/)
    await page.waitForSelector("h1:text-is('By keyboard')")
    // A new page is read from its start.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN")
    await page.close()
  }, 60_000)
})
