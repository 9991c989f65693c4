// The figures beside the form are those that the command under them prints, and hold for what they
// say.

import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { chooseWithEvenShare, createAlgorithm, seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { openBrowser } from "../testing/browser.ts"
import { serveSite } from "../testing/serve-site.ts"
import { emptyDraft } from "./draft.ts"
import { guessMeans, withEvenShare } from "./plan-simulation.ts"
import { readFormSettings } from "./settings.ts"

const command = fileURLToPath(new URL("../../cli/armistice.mjs", import.meta.url))

async function printed(text: string): Promise<number> {
  const args = [command, ...text.split(" ").slice(2), "--json"]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 })
  return (JSON.parse(stdout) as { regret: { mean: number } }).regret.mean
}

test("the plan has the numbers that its command prints", async () => {
  const site = await serveSite()
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`${site.address}/experiments/new`)
    await page.waitForSelector("b[data-lost]", { timeout: 120_000 })
    await page.click("button:text-is('the command')")
    const text = (await page.textContent("aside pre")) ?? ""
    expect(text).toBe(
      "npx armistice simulate --algorithm gdp-imed --eta 1 --means 0.5,0.4 --horizon 2e4 --runs 200 --seed 1",
    )
    expect(await page.textContent("aside")).toContain("The figure above counts that for 80\u00a0% of people")
    const method = await printed(text)
    const lost = Number(await page.getAttribute("b[data-lost]", "data-lost"))
    expect(lost).toBeCloseTo(withEvenShare(0.2, 1000, method), 6)
    expect(await page.textContent("aside")).toContain(`about ${Math.round(lost)} in 20,000`)
    // The strict card has what the same command prints for its η.
    const strict = Number(await page.getAttribute(".privacy-level >> nth=0 >> [data-lost]", "data-lost"))
    expect(strict).toBeCloseTo(withEvenShare(0.2, 1000, await printed(text.replace("--eta 1", "--eta 0.25"))), 6)
    // Nothing dealt evenly: the method's own loss, and nothing becomes clear.
    await page.waitForSelector("b[data-clear]:not([data-clear=never])", { timeout: 120_000 })
    // 4.8 points of a difference that matters from 1 point on.
    await page.waitForSelector("b[data-within]", { timeout: 120_000 })
    const within = Number(await page.getAttribute("b[data-within]", "data-within"))
    expect(within).toBeGreaterThan(0.03)
    expect(within).toBeLessThan(0.07)
    expect(await page.textContent("aside")).toContain("1 point would matter to you. What would help: an even split")
    await page.click("text=Only shift to what works")
    await page.waitForFunction(
      (mean) => Math.abs(Number(document.querySelector("b[data-lost]")?.getAttribute("data-lost")) - mean) < 1e-6,
      method,
      {
        timeout: 120_000,
      },
    )
    await page.waitForSelector("b[data-clear=never]", { timeout: 120_000 })
    expect(await page.textContent("aside")).toContain("not within 20,000 people")
  } finally {
    await browser.close()
    await site.close()
  }
}, 300_000)

test("the plan and its command include late and silent people", async () => {
  const site = await serveSite()
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`${site.address}/experiments/new`)
    await page.fill("#people", "5000")
    await page.fill("#window", "1 day")
    await page.check("#answers")
    await page.waitForSelector("aside >> text=if everyone answered at once", { timeout: 120_000 })
    await page.click("button:text-is('the command')")
    const text = (await page.textContent("aside pre")) ?? ""
    expect(text).toBe(
      "npx armistice simulate --algorithm gdp-imed --eta 1 --means 0.5,0.4 --horizon 5000 --runs 200 --seed 1 --mean-delay 500 --delay-law exponential --silence 0.3 --window 1000",
    )
    // The command counts answers within the window, which 1 - e^-2 of them are; the plan counts
    // them whenever they come.
    const method = (await printed(text)) / -Math.expm1(-2)
    const lost = Number(await page.getAttribute("b[data-lost]", "data-lost"))
    expect(lost).toBeCloseTo(withEvenShare(0.2, 0.7 * 250, method), 6)
  } finally {
    await browser.close()
    await site.close()
  }
}, 300_000)

test("with a fifth assigned evenly the loss is a fifth of an even split's and four fifths of the method's", () => {
  const settings = { ...readFormSettings(emptyDraft), people: 10_000 }
  const means = guessMeans(settings)
  const lossAt = (evenShare: number): number => {
    const random = seededRandom(1)
    let lost = 0
    for (let run = 0; run < 40; run++) {
      const algorithm = createAlgorithm("gdp-imed", { eta: 1, horizon: settings.people })
      const state = algorithm.start(means.length)
      const stream = random.fork(run)
      for (let person = 0; person < settings.people; person++) {
        const arm = chooseWithEvenShare(algorithm, state, stream, evenShare)
        algorithm.observe(
          state,
          arm,
          stream.uniform() < Number(means[arm]) ? 1 : 0,
          stream,
          Number(state.decided[arm]) - 1,
        )
        lost += 0.5 - Number(means[arm])
      }
    }
    return lost / 40
  }
  // Each mean of 40 experiments is known to about 3 of 120: eight of them is a claim that could
  // fail.
  expect(Math.abs(lossAt(0.2) - withEvenShare(0.2, 500, lossAt(0)))).toBeLessThan(8)
})
