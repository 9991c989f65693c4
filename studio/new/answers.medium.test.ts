// The question who sends an answer: nothing is preselected, outcomes become public only by an
// explicit choice, and a window that is too long causes a warning.

import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { setUpService } from "../testing/set-up.ts"

const tested = setUpService()

async function open(): Promise<Page> {
  const context = await tested.browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
  const page = await context.newPage()
  await page.goto(`${tested.service.address}/experiments/new`)
  await page.waitForSelector("#name")
  await page.fill("#name", "Who answers?")
  await page.fill("#option-1", "Plain page")
  await page.fill("#option-2", "With a picture")
  return page
}

const create = (page: Page) => page.click(".btn.primary[type=submit]:visible")

async function made(page: Page): Promise<Record<string, unknown>> {
  await page.waitForURL(/\/experiments\/exp_/)
  const answer = await fetch(`${tested.service.address}/v1${new URL(page.url()).pathname}`)
  return (await answer.json()) as Record<string, unknown>
}

const successes = "input[name=answers] >> nth=1"

/** Nothing is too wide and axe-core finds nothing, on desktops and phones, in both themes. */
async function isWhole(page: Page): Promise<void> {
  for (const width of [390, 1440])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.waitForSelector(`html[data-theme="${colorScheme}"]`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      expect(await violations(page)).toEqual([])
    }
  await page.setViewportSize({ width: 1440, height: 900 })
}

describe("do people who do nothing send an answer?", () => {
  test("nothing is chosen beforehand, and without an answer nothing is created", async () => {
    const page = await open()
    expect(await page.locator("input[name=answers]:checked").count()).toBe(0)
    expect(await page.locator("fieldset:has(#answers) legend").innerText()).toBe(
      "Do people who do nothing send an answer?",
    )
    await create(page)
    await page.waitForSelector("#answers-problem >> text=Choose one")
    await page.click(".error-summary a")
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("answers")
    await isWhole(page)
    // Arrow keys move between the answers.
    await page.focus("#answers")
    await page.keyboard.press("ArrowDown")
    expect(await page.locator(successes).isChecked()).toBe(true)
    await page.waitForSelector(".error-summary", { state: "detached" })
    expect(await page.locator("#arrivals-switch").isChecked()).toBe(true)
    expect(await page.inputValue("#answer-share")).toBe("11")
    await create(page)
    expect(await made(page)).toMatchObject({
      answers: "successes",
      arrivals: "private",
      outcomes: "private",
      missing: 0,
      rewardWindowSeconds: 604_800,
    })
    await page.context().close()
  })

  test("public outcomes are refused, asked about once, and then told of everywhere", async () => {
    const page = await open()
    await page.check(successes)
    await page.click("#arrivals-switch")
    await page.waitForSelector(".note.bad >> text=This would make outcomes public.")
    await create(page)
    await page.waitForSelector(".error-summary >> text=This would make outcomes public")
    await isWhole(page)
    await page.click("text=Hide who answered")
    await page.waitForSelector(".note.bad", { state: "detached" })
    expect(await page.locator("#arrivals-switch").isChecked()).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("arrivals-switch")
    await page.keyboard.press("Space")
    await page.click("text=Accept public outcomes …")
    // The harmless button has the focus, and leaving accepts nothing.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Not now")
    await page.keyboard.press("Escape")
    await page.waitForSelector("dialog", { state: "detached" })
    await page.waitForSelector("text=This would make outcomes public.")
    await page.click("text=Accept public outcomes …")
    expect(await violations(page)).toEqual([])
    await page.click("dialog .btn.danger")
    await page.waitForSelector("text=Outcomes will be public.")
    await create(page)
    expect(await made(page)).toMatchObject({ answers: "successes", arrivals: "public", outcomes: "public" })
    await page.waitForSelector("text=Outcomes are public in this experiment.")
    expect(await page.textContent("section[aria-labelledby=privacy-card]")).toContain("Nothing is promised")
    await page.context().close()
  })

  test("silence counts as no, or is left out where everyone answers and that may be seen", async () => {
    const page = await open()
    await page.check("#answers")
    await page.waitForSelector("aside >> text=No answer within 7 days")
    expect(await page.textContent("aside")).toContain("counts as no")
    await page.click("text=Leave them out")
    await page.waitForSelector("aside >> text=is left out")
    await create(page)
    expect(await made(page)).toMatchObject({ answers: "all", arrivals: "public", missing: "ignore" })
    await page.context().close()
  })

  test("what to expect says what the wait costs, and that a window outlasts the plan", async () => {
    const page = await open()
    await page.fill("#people", "2000")
    await page.check(successes)
    const plan = page.locator("aside.plan")
    await page.waitForSelector("aside b[data-lost]:has-text('in 2,000')", { timeout: 120_000 })
    await page.waitForSelector("aside >> text=if everyone answered at once", { timeout: 120_000 })
    const words = (await plan.innerText()).replaceAll("\u00a0", " ")
    expect(words).toContain("on the eighth day")
    expect(words).toContain("Every person counts after 7 days.")
    expect(words).toContain("With a window of 1 day: about")
    const note = page.locator(".form-section .note.warn")
    expect(await note.innerText()).toMatch(
      /^The window is too long for this plan\. At this pace all 2,000 people have an option by \d+ \w+( \d+)?, before the first figures, so nothing can shift to what works\. Add people, or choose a window of about 1 day\.$/,
    )
    await isWhole(page)
    await page.fill("#window", "1 day")
    await note.waitFor({ state: "detached" })
    await page.context().close()
  })
})
