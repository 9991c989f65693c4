// The form for a new experiment, as tests fill and send it.

import type { Browser, Page } from "playwright-core"

type ContextOptions = Parameters<Browser["newContext"]>[0]

/** How many people the form is opened for: the fewer, the less the page simulates meanwhile. */
export const openedFor = 1000

export async function openForm(
  browser: Browser,
  address: string,
  options: ContextOptions = { viewport: { width: 1440, height: 900 } },
): Promise<Page> {
  const page = await (await browser.newContext({ ...options, reducedMotion: "reduce" })).newPage()
  await page.goto(`${address}/experiments/new`)
  await page.waitForSelector("#name")
  await page.fill("#people", String(openedFor))
  return page
}

export async function fillForm(page: Page, name: string): Promise<void> {
  await page.fill("#name", name)
  await page.fill("#option-1", "Plain reminder")
  await page.fill("#option-2", "Short reminder")
  await page.check("#answers")
}

export const pressCreate = (page: Page): Promise<void> => page.click(".btn.primary[type=submit]:visible")

/** The experiment that the form created, as the service returns it. */
export async function readCreated(page: Page): Promise<Record<string, unknown>> {
  await page.waitForURL(/\/experiments\/exp_/)
  const { origin, pathname } = new URL(page.url())
  return (await (await fetch(`${origin}/v1${pathname}`)).json()) as Record<string, unknown>
}
