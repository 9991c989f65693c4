// The explorer in a real browser: pictures while dragging, by keyboard, from a link, and with the numbers of the command.

import { execFile } from "node:child_process"
import { loadavg } from "node:os"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { shortNumber } from "@armistice/lab"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openBrowser } from "../testing/browser.ts"
import { measureDrags, measureRestlessDrag } from "../testing/measure-drags.ts"
import { type Site, serveSite } from "../testing/serve-site.ts"
import { unbroken } from "../text/numbers.ts"

const command = fileURLToPath(new URL("../../cli/armistice.mjs", import.meta.url))
const regretChart = 'section[aria-labelledby="regret"] .drawing'
const sliders = {
  "a mean": 'input[aria-label="Mean of arm 2"]',
  "the horizon": '.field:has(label:text-is("Horizon: rounds in all")) input[type="range"]',
  η: '.field:has(label:text-is("η (eta)")) input[type="range"]',
}
const tenArms = "means=0.95,0.85,0.75,0.65,0.55,0.45,0.35,0.25,0.15,0.05"

let browser: Browser
let site: Site

beforeAll(async () => {
  site = await serveSite()
  browser = await openBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

async function open(query: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto(`${site.address}/explorer${query}`)
  return page
}

const settled = (page: Page) => page.waitForSelector('section[data-settled="true"] table tbody tr', { timeout: 60_000 })

const shownRegrets = (page: Page) =>
  page.$$eval("tr[data-algorithm]", (rows) =>
    rows.map(({ dataset }) => [dataset.algorithm ?? "", Number(dataset.regret)] as const),
  )

interface Printed {
  readonly algorithm: string
  readonly regret: { readonly mean: number; readonly interval: { readonly bootstrap: readonly number[] } }
}

/** What a command from the page prints. */
async function printed<Document>(text: string): Promise<Document> {
  const [, , ...args] = text.split(" ")
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...args, "--json"])
  return JSON.parse(stdout) as Document
}

describe("the explorer", () => {
  test("draws a picture within 100 ms of a drag at T = 1e9 with ten arms, and prints how soon", async () => {
    const page = await open(`?${tenArms}&horizon=1000000000&eta=2.5`)
    await settled(page)
    const all: number[] = []
    for (const [name, slider] of Object.entries(sliders)) {
      const pictures = await measureDrags(page, slider, regretChart, 8)
      console.log(`${name}: first pictures after ${pictures.join(", ")} ms`)
      all.push(...pictures)
    }
    all.sort((a, b) => a - b)
    const at = (share: number) => all[Math.floor(share * (all.length - 1))] as number
    console.log(
      `${all.length} drags: half within ${at(0.5)} ms, nine in ten within ${at(0.9)} ms, all within ${at(1)} ms; load ${loadavg()[0]?.toFixed(1)}`,
    )
    // The faster quarter: other work on the machine can only add to it.
    expect(at(0.25)).toBeLessThan(100)
    await page.context().close()
  }, 60_000)

  test("goes on drawing while a slider never rests, and the page goes on answering", async () => {
    const page = await open(`?${tenArms}&horizon=1000000000&eta=2.5`)
    await settled(page)
    for (const [name, slider] of Object.entries(sliders)) {
      const { moves, pictures, longestTask } = await measureRestlessDrag(page, slider, regretChart)
      console.log(`${name}: ${pictures} pictures for ${moves} moves in two seconds; longest task ${longestTask} ms`)
      expect(pictures).toBeGreaterThan(3)
    }
    await page.context().close()
  }, 60_000)

  test("a mean is dragged with the mouse", async () => {
    const page = await open("?means=0.6,0.4&horizon=1000&eta=1&algorithms=gdp-imed")
    await settled(page)
    const box = await (await page.waitForSelector('input[aria-label="Mean of arm 2"]')).boundingBox()
    if (box === null) throw new Error("the slider must be on the page")
    const at = (share: number): [number, number] => [box.x + share * box.width, box.y + box.height / 2]
    await page.mouse.move(...at(0.42))
    await page.mouse.down()
    await page.mouse.move(...at(0.9), { steps: 8 })
    await page.mouse.up()
    await page.waitForURL(/means=0\.6,0\.9/)
    await settled(page)
    await page.context().close()
  })

  test("works by keyboard alone", async () => {
    const page = await open("?means=0.6,0.4&horizon=1000&eta=1&algorithms=gdp-imed")
    await settled(page)
    await page.focus('input[aria-label="Mean of arm 1"]')
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    await page.waitForURL(/means=0\.62,0\.4/)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Mean of arm 2")
    await page.focus("text=Add an arm")
    await page.keyboard.press("Enter")
    await page.waitForURL(/means=0\.62,0\.4,0\.5/)
    await page.focus('input[name="target"][value="eta"]')
    await page.keyboard.press("ArrowRight")
    await page.waitForURL(/epsilon=/)
    await page.context().close()
  })

  test("a link shows the same in another window", async () => {
    const query =
      "?means=0.7,0.5,0.2&horizon=20000&success=0.8&algorithms=gdp-imed,dp-se&runs=20&seed=5&alpha=0.5&rounds=2000"
    const [one, other] = [await open(query), await open(query)]
    for (const page of [one, other]) await settled(page)
    expect(await shownRegrets(one)).toEqual(await shownRegrets(other))
    expect(await other.inputValue('input[aria-label="Mean of arm 3"]')).toBe("0.2")
    await one.waitForTimeout(400)
    expect(new URL(one.url()).search).toBe(new URL(other.url()).search)
    for (const page of [one, other]) await page.context().close()
  })

  test.each(["bernoulli", "beta"])(
    "shows the numbers that its commands print, with %s rewards",
    async (rewards) => {
      const page = await open(
        `?means=0.8,0.6,0.5&rewards=${rewards}&horizon=50000&eta=1&algorithms=dp-ts-ucb,gdp-imed,gdp-ts,dp-se&runs=20&seed=3`,
      )
      await settled(page)
      const commands = await page.$$eval('section[aria-labelledby="regret"] pre', (parts) =>
        parts.flatMap(({ textContent }) => (textContent ?? "").split("\n")),
      )
      const shown = Object.fromEntries(await shownRegrets(page))
      expect(Object.keys(shown).sort()).toEqual(["dp-se", "gdp-imed", "gdp-ts"])
      const [comparing = "", ...simulating] = commands
      const { results } = await printed<{ results: Printed[] }>(comparing)
      expect(shown).toEqual(Object.fromEntries(results.map(({ algorithm, regret }) => [algorithm, regret.mean])))
      expect(simulating.length).toBe(results.length)
      for (const one of simulating) {
        const { algorithm, regret } = await printed<Printed>(one)
        expect(regret.mean).toBe(shown[algorithm])
        const row = (await page.textContent(`tr[data-algorithm="${algorithm}"]`)) ?? ""
        expect(row).toContain(shortNumber(regret.mean, 4))
        for (const end of regret.interval.bootstrap) expect(row).toContain(shortNumber(end, 4))
      }
      await page.context().close()
    },
    60_000,
  )

  test("leaves out a method of which one run takes too long, and says so", async () => {
    const page = await open("?means=0.6,0.6,0.3&horizon=1000000000&eta=2&algorithms=gdp-imed,gdp-ts")
    await settled(page)
    expect(await page.textContent('section[aria-labelledby="regret"] table')).toContain("GDP-TStakes too long here")
    expect((await shownRegrets(page)).map(([name]) => name)).toEqual(["gdp-imed"])
    await page.context().close()
  }, 60_000)

  test("says of the promise what `armistice privacy` says", async () => {
    const page = await open("?means=0.8,0.6&horizon=1000&eta=1&algorithms=gdp-imed&runs=20")
    await page.waitForSelector('section[aria-labelledby="trade-off"] pre', { state: "attached" })
    const panel = (await page.textContent('section[aria-labelledby="trade-off"]')) ?? ""
    const text = (await page.textContent('section[aria-labelledby="trade-off"] pre')) ?? ""
    const { epsilonAt, attack } = await printed<{
      epsilonAt: { delta: number; epsilon: number }[]
      attack: { inWords: string }
    }>(text)
    expect(panel).toContain(unbroken(attack.inWords))
    for (const { delta, epsilon } of epsilonAt)
      if (delta <= 1e-5) expect(panel).toContain(`ε = ${shortNumber(epsilon, 4)} at δ = ${shortNumber(delta)}`)
    await page.context().close()
  })

  test("the run of the fourth lesson is in its address", async () => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${site.address}/learn/dp-ts-ucb?alpha=0.5&rounds=100&round=42`)
    await page.waitForSelector("caption:has-text('After round 42')")
    expect(await page.isChecked('label:text-is("100") input')).toBe(true)
    await page.focus('.field:has(label:text-is("Look at round")) input')
    await page.keyboard.press("ArrowRight")
    await page.waitForURL(/alpha=0\.5&rounds=100&round=43$/)
    await page.context().close()
  })

  test("the frontier's commands print its numbers", async () => {
    const page = await open("?means=0.8,0.6&horizon=1000&eta=1&algorithms=gdp-imed&runs=20&seed=4")
    await page.waitForSelector('section[aria-labelledby="frontier"] .badge:text-is("10 runs a point")')
    const commands = (await page.textContent('section[aria-labelledby="frontier"] pre'))?.split("\n") ?? []
    const saving = page.waitForEvent("download")
    await page.click('section[aria-labelledby="frontier"] button:has-text("CSV")')
    const [heading = [], ...rows] = (await text(await (await saving).createReadStream()))
      .trim()
      .split("\n")
      .map((line) => line.split(","))
    expect(commands.length).toBe(rows.length)
    for (const place of [0, rows.length - 1]) {
      const { results } = await printed<{ results: Printed[] }>(commands[place] ?? "")
      expect(Number(rows[place]?.[heading.indexOf("regret_mean")])).toBe(results[0]?.regret.mean)
    }
    await page.context().close()
  }, 60_000)

  test("gives pictures and numbers to take away", async () => {
    const page = await open("?means=0.8,0.6&horizon=1000&eta=1&algorithms=gdp-imed&runs=20")
    await settled(page)
    for (const kind of ["SVG", "PNG", "CSV"]) {
      const saved = page.waitForEvent("download")
      await page.click(`section[aria-labelledby="regret"] button:has-text("${kind}")`)
      expect((await saved).suggestedFilename()).toBe(`regret.${kind.toLowerCase()}`)
    }
    await page.context().close()
  })
})
