// Takes pictures of pages that look the same on every machine: fixed time, fixed fonts, no motion.

import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Browser, BrowserContext, Page, Request } from "playwright-core"
import { today } from "./fixed-data.ts"

export interface Look {
  readonly width: number
  readonly height?: number
  readonly colours: "light" | "dark"
  /** Pixels of the picture per pixel of the page. */
  readonly scale?: number
}

/** The fonts that the pages ask for, from the package that draws charts. */
const weights = { 400: "400Regular", 500: "500Medium", 600: "600SemiBold", 700: "700Bold" } as const
const charts = createRequire(new URL("../../../charts/package.json", import.meta.url))
const fonts = Object.entries(weights).map(([weight, name]) => ({
  weight,
  file: readFileSync(charts.resolve(`@expo-google-fonts/inter/${name}/Inter_${name}.ttf`)),
}))

/** The requests of each context that have no complete response yet. */
const outstanding = new WeakMap<BrowserContext, Set<Request>>()

export async function openContext(browser: Browser, look: Look, key?: string): Promise<BrowserContext> {
  const { width, height = 900, colours, scale = 1 } = look
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: colours,
    reducedMotion: "reduce",
    // The page's policy allows no fonts, so the gallery brings its own.
    bypassCSP: true,
  })
  trackRequests(context)
  await context.clock.setFixedTime(today)
  for (const { weight, file } of fonts)
    await context.route(`**/gallery-letters/${weight}`, (route) =>
      route.fulfill({ body: file, contentType: "font/ttf" }),
    )
  await context.addInitScript((all) => {
    for (const weight of all) {
      const font = new FontFace("Inter", `url(/gallery-letters/${weight})`, { weight })
      document.fonts.add(font)
      void font.load()
    }
  }, Object.keys(weights))
  if (key !== undefined) await context.addInitScript((given) => sessionStorage.setItem("armistice-key", given), key)
  return context
}

/** A stream of events ends with its page, so nobody waits for it. */
function trackRequests(context: BrowserContext): void {
  const requests = new Set<Request>()
  outstanding.set(context, requests)
  context.on("request", (request) => {
    if (request.headers().accept !== "text/event-stream") requests.add(request)
  })
  context.on("requestfinished", (request) => requests.delete(request))
  context.on("requestfailed", (request) => requests.delete(request))
}

/**
 * Waits until nothing loads or simulates, every chart is drawn, fonts are there, no request is
 * outstanding, and nothing has changed for a while.
 */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForSelector("h1")
  let before = ""
  for (let same = 0; same < 3; ) {
    await page.waitForFunction(isStill, undefined, { timeout: 120_000 })
    await new Promise((resolve) => setTimeout(resolve, 150))
    const now = await page.evaluate(() => document.querySelector("#app")?.innerHTML ?? "")
    const isLoading = (outstanding.get(page.context())?.size ?? 0) > 0
    same = now === before && !isLoading ? same + 1 : 0
    before = now
  }
  await page.evaluate(layOutLists)
}

/** The browser does not lay list items out again when a font arrives late. */
const layOutLists = (): void => {
  for (const list of document.querySelectorAll("select")) {
    const { display } = list.style
    list.style.display = "none"
    void list.offsetHeight
    list.style.display = display
  }
}

const isStill = (): boolean =>
  document.querySelector('.drawing:empty, [aria-busy="true"]') === null &&
  !/(loading the|simulating) [^.]*…/i.test(document.querySelector("#app")?.textContent ?? "") &&
  [...document.fonts].filter(({ family }) => family === "Inter").every(({ status }) => status === "loaded")

interface Clip {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The whole page, its visible part, or a part of that. */
export async function picture(page: Page, isWhole: boolean, clip?: Clip): Promise<Buffer> {
  const part = clip === undefined ? {} : { clip }
  return page.screenshot({ fullPage: isWhole, animations: "disabled", caret: "hide", timeout: 120_000, ...part })
}
