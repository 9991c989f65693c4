// The slider of α in the lesson on DP-TS-UCB.

import { samplingBudget } from "@armistice/core"
import { shortNumber } from "@armistice/lab"
import { expect, test } from "vitest"
import { setUpSite } from "../testing/set-up.ts"

const tested = setUpSite()

test("α sets the budget of draws, the picture and the address", async () => {
  const page = await tested.browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${tested.site.address}/learn/dp-ts-ucb`)
  const slider = '.slider-field:has(label:has-text("α: least regret"))'
  const picture = () => page.innerHTML('section[aria-labelledby="unrolled"] svg')
  await page.waitForSelector('section[aria-labelledby="unrolled"] svg')
  const seen = [await picture()]
  expect(await page.textContent(`${slider} output`)).toBe("1")
  for (const [place, alpha] of [
    ["10", 0.5],
    ["0", 0],
  ] as const) {
    await page.fill(`${slider} input`, place)
    await page.waitForSelector(`${slider} output:text-is("${alpha}")`)
    const budget = shortNumber(Math.floor(samplingBudget(alpha, 1e6)))
    expect(await page.textContent(`${slider} .hint`)).toContain(`${budget} draws an epoch.`)
    expect(await page.textContent('section[aria-labelledby="unrolled"] p')).toContain(`only ${budget} of them`)
    await page.waitForFunction((want) => new URLSearchParams(location.search).get("alpha") === want, String(alpha))
    seen.push(await picture())
  }
  expect(new Set(seen).size).toBe(seen.length)
  await page.close()
}, 60_000)
