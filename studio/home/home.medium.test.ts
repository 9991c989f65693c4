// The first page: what it loads, how soon its picture is complete, and that its numbers are the
// simulator's.

import { loadavg } from "node:os"
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { setUpSite } from "../testing/set-up.ts"
import { formatPrice } from "../text/price.ts"
import { formatGuesses, privacyLevels } from "../text/privacy-levels.ts"
import { computeAverageLoss, countBest, pickMiddleRun } from "./simulate-example.ts"

const tested = setUpSite()

const readPrice = (page: Page) =>
  page.waitForSelector(".simulation .person-dots path", { state: "attached", timeout: 60_000 })
const numbers = (page: Page) =>
  page.$$eval(".simulation .outcome-figures b", (shown) => shown.map(({ textContent }) => textContent?.trim()))

describe("the first page", () => {
  test("loads at most 140 kB from its own host until its picture is complete, and prints how soon", async () => {
    const context = await tested.browser.newContext()
    const page = await context.newPage()
    const asked: string[] = []
    context.on("request", (request) => asked.push(request.url()))
    const before = tested.site.bytesSent()
    await page.goto(tested.site.address)
    await readPrice(page)
    // Counted by the server: browsers do not report the size of a worker's script.
    const bytes = tested.site.bytesSent() - before
    const { usable, stands } = await page.evaluate(() => ({
      usable: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
      stands: performance.getEntriesByName("picture-stands")[0]?.startTime ?? 0,
    }))
    console.log(
      `first page: ${(bytes / 1000).toFixed(1)} kB compressed in ${asked.length} requests; usable after ${usable.toFixed(0)} ms, picture after ${stands.toFixed(0)} ms; load ${loadavg()[0]?.toFixed(1)}`,
    )
    // They include the document, styles, scripts and the worker.
    for (const part of [/\/$/, /\.css$/, /index-.*\.js$/, /worker-.*\.js$/])
      expect(asked.some((url) => part.test(url))).toBe(true)
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThanOrEqual(140_000)
    expect(asked.filter((url) => !url.startsWith(tested.site.address))).toEqual([])
    expect([usable, stands].every((moment) => moment > 0)).toBe(true)
    await context.close()
  }, 90_000)

  test("its three numbers are the simulator's, and change with the privacy", async () => {
    const page = await tested.browser.newPage({ reducedMotion: "reduce" })
    await page.goto(tested.site.address)
    const without = computeAverageLoss(null, 2000)
    for (const { name, eta } of [...privacyLevels].reverse()) {
      await page.check(`.simulation label:text-is("${name}") input`)
      await page.waitForSelector(".simulation .outcome-figures span:has-text('simulated 2,000 times')", {
        timeout: 60_000,
      })
      expect(await numbers(page), name).toEqual([
        `${countBest(pickMiddleRun(eta)).toLocaleString("en-US")} of 3,000`,
        formatGuesses(eta),
        formatPrice(computeAverageLoss(eta, 2000), without),
      ])
      // Each dot stands for five people.
      const dots = await page.$$eval(".simulation .person-dots path", (paths) =>
        paths.map((path) => (path.getAttribute("d") ?? "").split("M").length - 1),
      )
      expect(dots.reduce((sum, one) => sum + one, 0)).toBe(600)
    }
    await page.check('.simulation label:text-is("None") input')
    expect(await numbers(page)).toEqual([
      `${countBest(pickMiddleRun(null)).toLocaleString("en-US")} of 3,000`,
      "Nothing is hidden",
      "No price",
    ])
    await page.close()
  }, 120_000)

  test("animates once in five seconds, and not with reduced motion", async () => {
    for (const reducedMotion of ["no-preference", "reduce"] as const) {
      const page = await tested.browser.newPage({ reducedMotion })
      await page.goto(tested.site.address)
      await readPrice(page)
      const animation = await page.$eval(".simulation .person-dots", (picture) => {
        const { animationName, animationDuration, animationIterationCount } = getComputedStyle(picture)
        return [animationName, animationDuration, animationIterationCount]
      })
      expect(animation).toEqual(reducedMotion === "reduce" ? ["none", "0s", "1"] : ["reveal", "5s", "1"])
      await page.close()
    }
  }, 60_000)

  test("says when its simulation does not load, and recovers by itself", async () => {
    const page = await tested.browser.newPage({ reducedMotion: "reduce" })
    await page.context().route("**/picture-worker-*", (route) => route.abort())
    await page.goto(tested.site.address)
    await page.waitForSelector("text=The simulation did not load. It is tried again by itself.")
    await page.context().unroute("**/picture-worker-*")
    await readPrice(page)
    await page.waitForSelector("text=The simulation did not load", { state: "detached" })
    await page.close()
  }, 60_000)

  test("its links and buttons work by keyboard", async () => {
    const page = await tested.browser.newPage()
    for (const [name, path] of [
      ["Start your own", "/experiments/new"],
      ["See what privacy costs", "/explorer"],
      ["Read the checked paper", "/paper"],
      ["Start with page one", "/learn/bandit"],
    ] as const) {
      await page.goto(tested.site.address)
      await page.focus(`main a:has-text("${name}")`)
      await page.keyboard.press("Enter")
      await page.waitForURL((url) => url.pathname === path)
      await page.waitForSelector("h1")
    }
    await page.close()
  }, 60_000)
})
