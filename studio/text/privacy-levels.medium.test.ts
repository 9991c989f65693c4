// The first page, the form, the explorer and the lessons name the same privacy levels.

import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { setUpSite } from "../testing/set-up.ts"

const tested = setUpSite()

/** Read from the page, independently of the module that provides it. */
const levels = [
  ["Strict", 55, 0.25],
  ["Careful", 70, 1],
  ["Light", 85, 2],
] as const
const littleIsLeft = [99.4, 5] as const

async function open(path: string): Promise<Page> {
  const page = await tested.browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(tested.site.address + path)
  return page
}

describe("the careful level", () => {
  test("on the first page", async () => {
    const page = await open("/")
    expect(await page.isChecked('.simulation label:text-is("Careful") input')).toBe(true)
    for (const [name, guesses] of levels) {
      await page.check(`.simulation label:text-is("${name}") input`)
      await page.waitForSelector(`.simulation .outcome-figures b:text-is("${guesses} in 100")`)
    }
    await page.close()
  }, 60_000)

  test("in the form", async () => {
    const page = await open("/experiments/new")
    for (const [name, guesses] of levels) {
      const card = await page.waitForSelector(`label:has(input[type="radio"]):has-text("${name}")`)
      const words = (await card.textContent()) ?? ""
      expect(words, name).toContain(`${guesses} in 100`)
      expect(await (await card.$("input"))?.isChecked(), name).toBe(name === "Careful")
    }
    await page.close()
  }, 60_000)

  test("in the explorer", async () => {
    const page = await open("/explorer?means=0.6,0.4&horizon=1000&algorithms=gdp-imed&runs=5")
    await page.waitForSelector('.chip.accent:text-is("you are at 70 in 100")')
    for (const [, guesses, eta] of levels) {
      await page.goto(
        `${tested.site.address}/explorer?means=0.6,0.4&horizon=1000&algorithms=gdp-imed&runs=5&eta=${eta}`,
      )
      await page.waitForSelector(`.chip.accent:text-is("you are at ${guesses} in 100")`)
      expect(await page.inputValue(".settings-rail input.privacy")).toBe(String(guesses))
    }
    await page.click(".settings-rail >> text=In numbers")
    await page.waitForSelector(`dialog >> text=beyond about ${littleIsLeft[1]} little is left`)
    await page.close()
  }, 60_000)

  test("in the lessons", async () => {
    const page = await open("/learn/choosing")
    await page.waitForSelector("tbody tr")
    const rows = await page.$$eval("tbody tr", (all) =>
      all.map((row) => [...row.children].map(({ textContent }) => textContent ?? "")),
    )
    for (const [name, guesses, eta] of levels)
      expect(rows).toContainEqual([
        String(guesses),
        expect.stringContaining(`${name}: `),
        String(eta),
        expect.anything(),
      ])
    expect(rows.at(-1)?.slice(0, 3)).toEqual([
      String(littleIsLeft[0]),
      expect.stringContaining("little is left"),
      String(littleIsLeft[1]),
    ])
    await page.goto(`${tested.site.address}/learn/thompson`)
    await page.waitForSelector(
      `.caption:has-text("1 is careful; beyond about ${littleIsLeft[1]} (dashed) little is left")`,
    )
    await page.close()
  }, 60_000)
})
