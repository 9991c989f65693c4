// The paper's figures in a real browser: drawn from the committed results, and run again in the
// page.

import { readFileSync } from "node:fs"
import { exhibits } from "@armistice/paper"
import { describe, expect, test } from "vitest"
import { setUpSite } from "../testing/set-up.ts"

const tested = setUpSite()

describe("the paper", () => {
  test("shows every exhibit and every claim of the committed results", async () => {
    const page = await tested.browser.newPage()
    for (const { id, charts } of exhibits) {
      const text = readFileSync(new URL(`../../paper/results/${id}.json`, import.meta.url), "utf8")
      const committed = JSON.parse(text) as { judgements: { claim: string; verdict: string }[]; results: unknown }
      await page.goto(`${tested.site.address}/paper/${id}`)
      await page.waitForSelector(".claims li")
      const shown = await page.$$eval(".claims li .chip", (badges) => badges.map(({ textContent }) => textContent))
      expect(shown, id).toEqual(committed.judgements.map(({ verdict }) => verdict))
      await page.waitForFunction(
        (count) => document.querySelectorAll(".drawing svg").length === count,
        charts(committed.results).length,
      )
    }
    await page.close()
  })

  test("reports that results did not load, and retries by itself", async () => {
    const page = await tested.browser.newPage()
    await page.route("**/equal-privacy-*.json", (route) => route.abort())
    await page.goto(`${tested.site.address}/paper/equal-privacy`)
    await page.waitForSelector("text=The results did not load. They are tried again by themselves")
    await page.unroute("**/equal-privacy-*.json")
    await page.waitForSelector(".claims li")
    await page.waitForSelector("text=did not load", { state: "detached" })
    await page.close()
  })

  test("runs an exhibit again in the page, contradicts nothing, and can be stopped", async () => {
    const page = await tested.browser.newPage()
    await page.goto(`${tested.site.address}/paper/arm-epochs`)
    await page.click("button:text-is('Run it')")
    await page.waitForSelector("text=Nothing that holds in the committed results is contradicted")
    // The one that takes longest, with the most runs, so that it does not end by itself before it
    // is stopped.
    await page.goto(`${tested.site.address}/paper/other-instances`)
    await page.click("label:text-is('50')")
    await page.click("button:text-is('Run it')")
    await page.waitForSelector("progress")
    await page.click("button:text-is('Stop')")
    await page.waitForSelector("button:text-is('Run it')")
    await page.close()
  })
})
