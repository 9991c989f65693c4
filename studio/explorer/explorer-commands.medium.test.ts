// The explorer shows the numbers that its commands print.

import { text } from "node:stream/consumers"
import { formatLoss, formatPlainNumber } from "@armistice/core/text"
import { shortNumber } from "@armistice/lab"
import { expect, test } from "vitest"
import { keepPercentTogether } from "../text/numbers.ts"
import { formatWhole } from "../text/price.ts"
import {
  type PrintedResult,
  runPrintedCommand,
  setUpExplorer,
  shownRegrets,
  untilDone,
} from "./testing/explorer-page.ts"

const { open } = setUpExplorer()

test.each(["bernoulli", "beta"])(
  "shows the numbers that its commands print, with %s rewards",
  async (rewards) => {
    const page = await open(
      `?means=0.8,0.6,0.5&rewards=${rewards}&horizon=50000&eta=1&algorithms=dp-ts-ucb,gdp-imed,gdp-ts,dp-se&runs=20&seed=3`,
    )
    await untilDone(page)
    await page.waitForSelector("h1:has-text('costs')", { timeout: 60_000 })
    const commands = await page.$$eval('section[aria-labelledby="regret"] pre', (parts) =>
      parts.flatMap(({ textContent }) => (textContent ?? "").split("\n")),
    )
    const shown = Object.fromEntries(await shownRegrets(page))
    expect(Object.keys(shown).sort()).toEqual(["dp-se", "dp-ts-ucb-calibrated", "gdp-imed", "gdp-ts"])
    const [comparing = "", ...simulating] = commands
    const { results } = await runPrintedCommand<{ results: PrintedResult[] }>(comparing)
    expect(shown).toEqual(Object.fromEntries(results.map(({ algorithm, regret }) => [algorithm, regret.mean])))
    // The last is what is lost without privacy.
    expect(simulating.length).toBe(results.length + 1)
    const without = await runPrintedCommand<PrintedResult>(simulating.pop() ?? "")
    expect(await page.textContent("h1 + p")).toContain(`without privacy it is ${formatWhole(without.regret.mean)}`)
    for (const one of simulating) {
      const { algorithm, regret } = await runPrintedCommand<PrintedResult>(one)
      expect(regret.mean).toBe(shown[algorithm])
      const row = (await page.textContent(`tr[data-algorithm="${algorithm}"]`)) ?? ""
      expect(row).toContain(shortNumber(regret.mean, 4))
      for (const end of [regret.interval.low, regret.interval.high]) expect(row).toContain(shortNumber(end, 4))
    }
    await page.context().close()
  },
  60_000,
)

test("describes the guarantee as `armistice privacy` does", async () => {
  const page = await open("?means=0.8,0.6&horizon=1000&eta=1&algorithms=gdp-imed&runs=20")
  await page.click('section[aria-labelledby="attack"] summary')
  await page.waitForSelector('section[aria-labelledby="attack"] pre', { state: "attached" })
  const panel = (await page.textContent('section[aria-labelledby="attack"]')) ?? ""
  const text = (await page.textContent('section[aria-labelledby="attack"] pre')) ?? ""
  const { epsilonAt, attack } = await runPrintedCommand<{
    epsilonAt: { delta: number; epsilon: number }[]
    attack: { inWords: string }
  }>(text)
  expect(panel).toContain(keepPercentTogether(attack.inWords))
  for (const { delta, epsilon } of epsilonAt)
    if (delta <= 1e-5) expect(panel).toContain(`ε = ${formatLoss(epsilon)} at δ = ${formatPlainNumber(delta)}`)
  await page.context().close()
})

test("the commands of the first chart print its numbers", async () => {
  const page = await open("?means=0.8,0.6&horizon=1000&eta=1&algorithms=gdp-imed&runs=20&seed=4")
  await page.waitForSelector('section[aria-labelledby="price"]:not([data-runs="0"])', { timeout: 60_000 })
  const commands = (await page.textContent('section[aria-labelledby="price"] pre'))?.split("\n") ?? []
  const saving = page.waitForEvent("download")
  await page.click('section[aria-labelledby="price"] button:has-text("CSV")')
  const [heading = [], ...rows] = (await text(await (await saving).createReadStream()))
    .trim()
    .split("\n")
    .map((line) => line.split(","))
  expect(commands.length).toBe(rows.length)
  for (const place of [0, rows.length - 1]) {
    const { results } = await runPrintedCommand<{ results: PrintedResult[] }>(commands[place] ?? "")
    expect(Number(rows[place]?.[heading.indexOf("regret_mean")])).toBe(results[0]?.regret.mean)
  }
  await page.context().close()
}, 60_000)

test("exports pictures and numbers", async () => {
  const page = await open("?means=0.8,0.6&horizon=1000&eta=1&algorithms=gdp-imed&runs=20")
  await untilDone(page)
  for (const [card, kind] of [
    ["loss", "SVG"],
    ["loss", "PNG"],
    ["price", "SVG"],
    ["regret", "CSV"],
  ]) {
    const saved = page.waitForEvent("download")
    await page.click(`section[aria-labelledby="${card}"] button:has-text("${kind}")`)
    expect((await saved).suggestedFilename()).toBe(`${card}.${kind?.toLowerCase()}`)
    // Pictures travel without the page: they carry their day and origin.
    if (kind === "SVG")
      expect(await text(await (await saved).createReadStream())).toMatch(
        /Armistice · \d+ \w+ \d{4} · http[^<]+\/explorer/,
      )
  }
  await page.context().close()
})
