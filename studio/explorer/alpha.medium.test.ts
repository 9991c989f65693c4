// The slider of α in the explorer, and the lines of lower bounds from the literature.

import { findAlgorithm } from "@armistice/core"
import { shortNumber } from "@armistice/lab"
import { expect, test } from "vitest"
import { setUpExplorer, shownRegrets, untilDone } from "./testing/explorer-page.ts"

const { open } = setUpExplorer()
const horizon = 10_000
const etaOf = (alpha: number) => findAlgorithm("dp-ts-ucb").create({ alpha, horizon }).guarantee(2).eta ?? Number.NaN
const slider = '.slider-field:has(label:text-is("α of DP-TS-UCB"))'

test("α moves the privacy of every method, and below what it reaches the calibrated form is compared", async () => {
  const page = await open(`?means=0.8,0.6&horizon=${horizon}&eta=1&algorithms=dp-ts-ucb,gdp-imed&runs=5`)
  await untilDone(page)
  expect(await page.textContent(`${slider} output`)).toBe("calibrated form")
  expect(await page.textContent(`${slider} .hint`)).toBe(
    `Its most private α, 1, has η = ${shortNumber(etaOf(1), 3)} here, above the chosen η = 1. Its calibrated form is compared instead.`,
  )
  expect(Object.keys(Object.fromEntries(await shownRegrets(page))).sort()).toEqual(["dp-ts-ucb-calibrated", "gdp-imed"])
  for (const [place, alpha] of [
    ["10", 0.5],
    ["20", 1],
  ] as const) {
    await page.fill(`${slider} input`, place)
    await page.waitForSelector(`${slider} output:text-is("${alpha}")`)
    expect(await page.textContent(`${slider} .hint`)).toContain("It sets the privacy of every method.")
    await page.waitForSelector('section[data-done="true"] tr[data-algorithm="dp-ts-ucb"]')
    // The address has the η of that α, rounded up.
    await page.waitForFunction((least) => {
      const eta = Number(new URLSearchParams(location.search).get("eta"))
      return eta >= least && eta < least + 2e-4
    }, etaOf(alpha))
    expect(Object.keys(Object.fromEntries(await shownRegrets(page))).sort()).toEqual(["dp-ts-ucb", "gdp-imed"])
  }
  await page.context().close()
}, 60_000)

test("three orders from the literature are drawn while they are asked for", async () => {
  const page = await open("?means=0.8,0.6&horizon=1000&eta=1&algorithms=gdp-imed&runs=5")
  await untilDone(page)
  const lines = () =>
    page.$$eval('section[aria-labelledby="price"] path.order-line', (paths) =>
      paths.map((path) => path.getAttribute("d")),
    )
  const choice = 'label:has-text("Show lower bounds from the literature") input'
  expect(await lines()).toEqual([])
  await page.check(choice)
  await page.waitForSelector("text=Dotted: the orders of")
  const shown = await lines()
  expect(new Set(shown).size).toBe(3)
  for (const line of shown) expect(line).toMatch(/^M[\d. L-]+$/)
  await page.uncheck(choice)
  await page.waitForSelector("text=Dotted: the orders of", { state: "detached" })
  expect(await lines()).toEqual([])
  await page.context().close()
}, 60_000)
