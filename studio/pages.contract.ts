// Every page in a real browser at some widths, light or dark: no error, nothing wider than the
// screen, nothing axe-core objects to.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { exhibits } from "@armistice/paper"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { violations } from "./testing/accessibility.ts"
import { openBrowser } from "./testing/browser.ts"
import type { PageStyle } from "./testing/page-styles.ts"
import { type ServiceProcess, startServiceProcess } from "./testing/service-process.ts"

let folder = ""
/** Where screenshots go, for those who want to look. */
const pictures = process.env.STUDIO_PICTURES

let browser: Browser
let service: ServiceProcess
let experiment: string

const paths = (): string[] => [
  "/",
  "/explorer?means=0.8,0.6,0.5&horizon=10000&eta=1&algorithms=dp-ts-ucb,gdp-imed,dp-se&runs=20",
  `/explorer?means=${Array.from({ length: 50 }, (_, arm) => (80 - arm) / 100)}&rewards=beta&horizon=1000000000&success=0.7&algorithms=gdp-imed,dp-imed&runs=20`,
  "/learn",
  ...["bandit", "promise", "thompson", "dp-ts-ucb", "choosing"].map((lesson) => `/learn/${lesson}`),
  "/paper",
  "/paper/errata",
  ...exhibits.slice(4, 6).map(({ id }) => `/paper/${id}`),
  "/experiments",
  "/experiments/new",
  `/experiments/${experiment}`,
  "/learn/nowhere",
  "/experiments/exp_nowhere",
]

export function pagesAreWhole(looks: readonly PageStyle[]): void {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "armistice-studio-"))
    service = await startServiceProcess(join(folder, "pages.db"))
    browser = await openBrowser()
    experiment = await experimentWithData(service.address)
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(looks)("in %s colours at %i px every page is whole", async (colorScheme, width) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" })
    const page = await context.newPage()
    const errors = collectErrors(page)
    const problems: string[] = []
    for (const path of paths()) {
      await page.goto(service.address + path)
      await untilStill(page)
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (tooWide > 0) problems.push(`${path}: wider than the screen by ${tooWide} px`)
      problems.push(...(await violations(page)).map((violation) => `${path}: ${violation}`))
      if (pictures !== undefined) {
        const name = `${path.replaceAll(/\W+/g, "-").slice(0, 60)}-${width}-${colorScheme}.png`
        await page.screenshot({ path: join(pictures, name), fullPage: true })
      }
    }
    // The one page that does not exist gets such a status, which browsers report.
    expect(problems).toEqual([])
    expect(errors.filter((text) => !text.includes("404"))).toEqual([])
    await context.close()
  })
}

function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on("pageerror", (error) => errors.push(String(error)))
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text())
  })
  return errors
}

/** Nothing is loading, every chart is drawn. */
async function untilStill(page: Page): Promise<void> {
  await page.waitForSelector("h1, pre")
  const isDrawn = () =>
    document.querySelector(".drawing:empty") === null && !/simulating …/i.test(document.body.textContent ?? "")
  await page.waitForFunction(isDrawn, undefined, { timeout: 20_000 })
}

async function experimentWithData(address: string): Promise<string> {
  const send = async (path: string, body: unknown) => {
    const answer = await fetch(`${address}/v1/experiments${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { id: string; results: { decisionId: string; arm: string }[] }
  }
  const request = {
    name: "Which colour?",
    arms: ["red", "green"],
    horizon: 5000,
    answers: "all",
    privacy: { eta: 1 },
    subjectCap: 2,
  }
  const { id } = await send("", request)
  for (let group = 0; group < 4; group++) {
    const decisions = Array.from({ length: 100 }, (_, person) => ({ subject: `${group}-${person}` }))
    const { results } = await send(`/${id}/decisions:batch`, { decisions })
    const rewards = results.map(({ decisionId, arm }, n) => ({
      decisionId,
      value: n % 10 < (arm === "red" ? 7 : 4) ? 1 : 0,
    }))
    await send(`/${id}/rewards:batch`, { rewards })
  }
  return id
}
