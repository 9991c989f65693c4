// The question who sends an answer: nothing is preselected, outcomes become public only by an
// explicit choice, and a window that is too long causes a warning.

import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { expectWholePage } from "../testing/check-page.ts"
import { setUpService } from "../testing/set-up.ts"
import { openForm, pressCreate, readCreated } from "./testing/form.ts"

const tested = setUpService()

async function open(): Promise<Page> {
  const page = await openForm(tested.browser, tested.service.address)
  await page.fill("#name", "Who answers?")
  await page.fill("#option-1", "Plain page")
  await page.fill("#option-2", "With a picture")
  return page
}

const successes = "input[name=answers] >> nth=1"

describe("do people who do nothing send an answer?", () => {
  test("nothing is preselected, and nothing is created without an answer", async () => {
    const page = await open()
    expect(await page.locator("input[name=answers]:checked").count()).toBe(0)
    expect(await page.locator("fieldset:has(#answers) legend").innerText()).toBe(
      "Do people who do nothing send an answer?",
    )
    await pressCreate(page)
    await page.waitForSelector("#answers-problem >> text=Choose one")
    await page.click(".error-summary a")
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("answers")
    await expectWholePage(page)
    // Arrow keys move between the answers.
    await page.focus("#answers")
    await page.keyboard.press("ArrowDown")
    expect(await page.locator(successes).isChecked()).toBe(true)
    await page.waitForSelector(".error-summary", { state: "detached" })
    expect(await page.locator("#arrivals-switch").isChecked()).toBe(true)
    expect(await page.inputValue("#answer-share")).toBe("11")
    await pressCreate(page)
    expect(await readCreated(page)).toMatchObject({
      answers: "successes",
      arrivals: "private",
      outcomes: "private",
      missing: 0,
      rewardWindowSeconds: 604_800,
    })
    await page.context().close()
  })

  test("public outcomes need one confirmation, and are then stated everywhere", async () => {
    const page = await open()
    await page.check(successes)
    await page.click("#arrivals-switch")
    await page.waitForSelector(".note.bad >> text=This would make outcomes public.")
    await pressCreate(page)
    await page.waitForSelector(".error-summary >> text=This would make outcomes public")
    await expectWholePage(page)
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
    await pressCreate(page)
    expect(await readCreated(page)).toMatchObject({ answers: "successes", arrivals: "public", outcomes: "public" })
    await page.waitForSelector("text=Outcomes are public in this experiment.")
    expect(await page.textContent("section[aria-labelledby=privacy-card]")).toContain("Nothing is promised")
    await page.context().close()
  })

  test("silence counts as no, or is left out where everyone answers publicly", async () => {
    const page = await open()
    await page.check("#answers")
    await page.waitForSelector("aside >> text=No answer within 7 days")
    expect(await page.textContent("aside")).toContain("counts as no")
    await page.click("text=Leave them out")
    await page.waitForSelector("aside >> text=is left out")
    await pressCreate(page)
    expect(await readCreated(page)).toMatchObject({ answers: "all", arrivals: "public", missing: "ignore" })
    await page.context().close()
  })

  test("the plan shows what waiting costs, and warns of a window that outlasts it", async () => {
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
    await expectWholePage(page)
    await page.fill("#window", "1 day")
    await note.waitFor({ state: "detached" })
    await page.context().close()
  })
})
