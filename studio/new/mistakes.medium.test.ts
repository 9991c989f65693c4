// Mistakes in the form: which problems it shows where, where the focus goes, and refusals of the
// service.

import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { setUpService } from "../testing/set-up.ts"
import { fillForm, openForm, pressCreate, readCreated } from "./testing/form.ts"

const tested = setUpService()

const open = (options?: Parameters<typeof openForm>[2]) => openForm(tested.browser, tested.service.address, options)

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id || document.activeElement?.className)

describe("a form with mistakes", () => {
  test("shows a problem beside a field that was left, and all problems on top after Create", async () => {
    const page = await open()
    await fillForm(page, "Wrong at first")
    await page.click("text=Add an option")
    // A new row takes the focus.
    await page.waitForFunction(() => document.activeElement?.id === "option-3")
    await page.keyboard.type("Short reminder")
    expect(await page.$(".field-error")).toBeNull()
    await page.keyboard.press("Tab")
    await page.waitForSelector("#option-3-problem >> text=Option 2 has this name too.")
    expect(await page.getAttribute("#option-3", "aria-invalid")).toBe("true")
    expect(await page.getAttribute("#option-3", "aria-describedby")).toBe("option-3-problem")
    expect(await page.$(".error-summary")).toBeNull()
    await page.fill("#people", "20")
    await pressCreate(page)
    await page.waitForSelector(".error-summary >> text=Fix two things")
    expect(await focused(page)).toBe("error-summary")
    expect(await page.$$eval(".error-summary a", (links) => links.map(({ textContent }) => textContent))).toEqual([
      "Two options are called “Short reminder”",
      "20 people are too few for three options",
    ])
    // The plan never disappears, and says what it holds for.
    expect(await page.textContent("aside [role=status]")).toBe("For 1,000 people, until their number is fixed.")
    await page.click(".error-summary a >> nth=1")
    expect(await focused(page)).toBe("people")
    await page.keyboard.press("Control+A")
    await page.keyboard.type("3,000")
    await page.waitForSelector(".error-summary >> text=Fix one thing")
    expect(await page.textContent("aside [role=status]")).toBe("For 3,000 people and three options.")
    await page.click("[aria-label='Remove option 3']")
    await page.waitForSelector(".error-summary", { state: "detached" })
    await page.keyboard.press("Enter")
    expect(await readCreated(page)).toMatchObject({
      arms: ["Plain reminder", "Short reminder"],
      horizon: 3000,
      answers: "all",
    })
    await page.context().close()
  })

  test("moves the focus with the rows, so that no key press is lost", async () => {
    const page = await open()
    /** The focus right after a click, before anything is painted. */
    const focusedAtOnce = (button: string) =>
      page.locator(button).evaluate(async (element) => {
        ;(element as HTMLElement).click()
        await new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => resolve(null))))
        return document.activeElement?.id
      })
    expect(await focusedAtOnce("text=Add an option")).toBe("option-3")
    expect(await focusedAtOnce("[aria-label='Remove option 3']")).toBe("option-2")
    expect(await focusedAtOnce("[aria-label='Remove option 1']")).toBe("option-1")
    expect(await focusedAtOnce("text=Paste a list")).toBe("option-list")
    expect(await focusedAtOnce("text=Back to the rows")).toBe("option-1")
    await page.context().close()
  })

  test("shows a refusal of the service at its field, and keeps what was typed", async () => {
    const limit = await fetch(`${tested.service.address}/v1/populations/strict`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ limit: 0.5 }),
    })
    expect(limit.status).toBe(200)
    const page = await open()
    await fillForm(page, "Beyond a limit")
    await page.waitForSelector("#population option:text-is('strict')", { state: "attached" })
    await page.selectOption("#population", "strict")
    await pressCreate(page)
    await page.waitForSelector("#population-problem")
    expect(await page.getAttribute("#population", "aria-invalid")).toBe("true")
    expect(await focused(page)).toBe("error-summary")
    await page.click(".error-summary a")
    expect(await focused(page)).toBe("population")
    await page.selectOption("#population", "")
    await page.waitForSelector(".error-summary", { state: "detached" })
    // Only the service checks this name.
    await page.fill("#option-2", "beep \u0007")
    await pressCreate(page)
    await page.waitForSelector("#option-2-problem >> text=Must be well-formed Unicode text without control characters")
    await page.fill("#option-2", "beep")
    await pressCreate(page)
    expect(await readCreated(page)).toMatchObject({ name: "Beyond a limit", arms: ["Plain reminder", "beep"] })
    await page.context().close()
  })

  test("an existing population is not changed by creating one of its name", async () => {
    const page = await open()
    await fillForm(page, "Taken")
    await page.waitForSelector("#population option:text-is('strict')", { state: "attached" })
    await page.selectOption("#population", { label: "A new one …" })
    await page.fill("#population-name", "strict")
    await pressCreate(page)
    await page.waitForSelector("#population-name-problem >> text=Choose it in the list above")
    await page.context().close()
  })

  test.each([
    [390, "light"],
    [390, "dark"],
    [768, "light"],
    [768, "dark"],
    [1440, "light"],
    [1440, "dark"],
  ] as const)(
    "with mistakes at %i px in %s colours nothing overflows, and Create is visible",
    async (width, colorScheme) => {
      const page = await open({ viewport: { width, height: 900 }, colorScheme })
      await page.click("text=Set it in numbers")
      await page.fill("#eta", "")
      await page.click("text=Add a guardrail")
      await page.fill("#soon-1", "later")
      await page.click("text=Add a group")
      await page.click("text=A number between two bounds")
      await page.fill("#max", "")
      await page.selectOption("#population", { label: "A new one …" })
      await pressCreate(page)
      await page.waitForSelector(".error-summary")
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
      const box = await page.locator(".btn.primary:visible").boundingBox()
      expect(box !== null && box.y >= 0 && box.y + box.height <= 900).toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      expect(await violations(page)).toEqual([])
      await page.context().close()
    },
  )
})
