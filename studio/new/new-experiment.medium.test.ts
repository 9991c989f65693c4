// The form with a real service: what it sends, which problems it shows where, and where the focus
// goes.

import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { createKey, startServiceProcess } from "../testing/service-process.ts"
import { setUpService } from "../testing/set-up.ts"

const tested = setUpService()

type Look = Parameters<Browser["newContext"]>[0]

async function open(look: Look = { viewport: { width: 1440, height: 900 } }): Promise<Page> {
  const page = await (await tested.browser.newContext({ ...look, reducedMotion: "reduce" })).newPage()
  await page.goto(`${tested.service.address}/experiments/new`)
  await page.waitForSelector("#name")
  return page
}

const create = (page: Page) => page.click(".btn.primary:visible")

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id || document.activeElement?.className)

async function made(page: Page): Promise<Record<string, unknown>> {
  await page.waitForURL(/\/experiments\/exp_/)
  const answer = await fetch(`${tested.service.address}/v1${new URL(page.url()).pathname}`)
  return (await answer.json()) as Record<string, unknown>
}

async function fill(page: Page, name: string): Promise<void> {
  await page.fill("#name", name)
  await page.fill("#option-1", "Plain reminder")
  await page.fill("#option-2", "Short reminder")
  await page.check("#answers")
}

describe("a new experiment", () => {
  test("takes a name and two options; the same person keeps the same option", async () => {
    const page = await open()
    await fill(page, "By keyboard")
    await page.focus("#name")
    await page.keyboard.press("Enter")
    expect(await made(page)).toMatchObject({
      name: "By keyboard",
      arms: ["Plain reminder", "Short reminder"],
      horizon: 20_000,
      answers: "all",
      arrivals: "public",
      missing: 0,
      sticky: true,
      protects: "subject",
      guarantee: { kind: "gdp", eta: expect.closeTo(1, 9) },
      subject: { cap: 1, eta: expect.closeTo(1, 9) },
      evenShare: 0.2,
      worthwhile: 0.01,
    })
    await page.context().close()
  })

  test("figures that arrive while a button is pressed wait until it is let go, and do not move it away", async () => {
    const page = await open()
    await fill(page, "Pressed for long")
    const figure = (people: string) =>
      page.waitForSelector(`b[data-lost]:has-text("in ${people}")`, { timeout: 120_000 })
    const pressAndChange = async (place: string, people: string) => {
      const { x, y, height } = (await page.locator(place).boundingBox()) as { x: number; y: number; height: number }
      await page.mouse.move(x + 9, y + height / 2)
      await page.mouse.down()
      await page.fill("#people", people)
      const [plan, button] = [
        await page.textContent("aside dl"),
        await page.locator("aside .btn.primary").boundingBox(),
      ]
      // Longer than the figures take.
      await page.waitForTimeout(2000)
      expect(await page.textContent("aside dl")).toBe(plan)
      expect(await page.locator("aside .btn.primary").boundingBox()).toEqual(button)
      await page.mouse.up()
    }
    await figure("20,000")
    await page.waitForSelector("aside[aria-busy=false]", { timeout: 120_000 })
    await pressAndChange("h1", "30000")
    // The figures were only held back.
    await figure("30,000")
    await page.waitForSelector("aside[aria-busy=false]", { timeout: 120_000 })
    // A native menu hides the pointer, and no event says when it closes.
    await page.mouse.down({ button: "right" })
    await page.fill("#people", "50000")
    await figure("50,000")
    await page.mouse.up({ button: "right" })
    await page.waitForSelector("aside[aria-busy=false]", { timeout: 120_000 })
    await pressAndChange("aside .btn.primary", "40000")
    expect(await made(page)).toMatchObject({ name: "Pressed for long", horizon: 40_000 })
    await page.context().close()
  })

  test("takes guardrails, groups, a new population, a number and another privacy, all within the person's limit", async () => {
    const page = await open()
    await fill(page, "Everything")
    await page.click("text=A number between two bounds")
    await page.fill("#min", "-1")
    await page.fill("#max", "3")
    await page.fill("#window", "2 hours")
    await page.click("text=Add a guardrail")
    await page.fill("#guardrail-1", "complaint")
    await page.click("text=Add a guardrail")
    await page.fill("#guardrail-2", "opened")
    await page.selectOption("#bad-2", "lower")
    await page.fill("#margin-2", "3")
    await page.fill("#soon-2", "1 hour")
    await page.click("text=Add a group")
    await page.fill("#group-1", "north")
    await page.click("text=Add a group")
    await page.fill("#group-2", "south")
    await page.selectOption("#population", { label: "A new one …" })
    await page.fill("#population-name", "patients")
    await page.click("text=Set it in numbers")
    await page.fill("#guesses", "60")
    await page.click("text=Whether and when someone answered is secret too")
    await page.fill("#silence-value", "0.5")
    await create(page)
    const experiment = await made(page)
    expect(experiment).toMatchObject({
      reward: { min: -1, max: 3 },
      rewardWindowSeconds: 7200,
      segments: ["north", "south"],
      population: "patients",
      answers: "all",
      arrivals: "private",
      missing: 0.5,
      metrics: [
        { name: "complaint", worse: "higher", windowSeconds: 7200 },
        { name: "opened", worse: "lower", windowSeconds: 3600, margin: 0.03 },
      ],
    })
    // The least that so many people can settle, in each of two groups.
    const { margin } = (experiment.metrics as { margin: number }[])[0]
    expect(margin).toBeGreaterThan(0.03)
    expect(margin).toBeLessThan(0.4)
    // 60 right guesses in 100 are η = 0.5067, which must be neither under-stated nor exceeded.
    expect((experiment.subject as { eta: number }).eta).toBeCloseTo(0.5067, 4)
    await page.context().close()
  })

  test("proposes a margin that so many people can settle, and says what would show and when", async () => {
    const page = await open()
    await fill(page, "With a guardrail")
    await page.click("text=Add a guardrail")
    await page.fill("#guardrail-1", "complained")
    await page.waitForFunction(() => (document.querySelector("#margin-1") as HTMLInputElement).value !== "")
    const proposed = Number(await page.inputValue("#margin-1"))
    expect(proposed).toBeGreaterThan(1)
    expect(proposed).toBeLessThan(10)
    const said = page.locator(".guardrail-row [role=status]")
    expect(await said.textContent()).toMatch(/a rise of [\d.]+ points or more would show/)
    expect(await said.textContent()).toMatch(/Harm can show on the eighth day at the earliest/)
    await page.fill("#soon-1", "2 days")
    await page.waitForSelector(".guardrail-row >> text=on the third day at the earliest")
    await page.fill("#margin-1", "0.5")
    await page.waitForSelector(`.guardrail-row >> text=allow ${proposed} points, or take an even split`)
    await page.click("text=Even split to the end")
    await page.waitForFunction(
      (before) =>
        Number(/allow ([\d.]+) points/.exec(document.querySelector(".guardrail-row")?.textContent ?? "")?.[1]) < before,
      proposed,
    )
    await page.selectOption("#control", "Short reminder")
    await page.click("text=Finish by itself when a winner is clear")
    await page.fill("#traffic-share", "50")
    await page.fill("#ends", "2040-01-01T09:00")
    await page.selectOption("#after-target", "control")
    await page.click("text=Only tell me")
    await page.click("text=Also stop an option that surely does worse than Short reminder")
    await page.click("text=Description, labels, options added later")
    await page.fill("#most-options", "4")
    await page.fill("#description", "Fewer missed visits")
    await page.fill("#labels", "clinic, visits")
    await create(page)
    expect(await made(page)).toMatchObject({
      metrics: [{ name: "complained", margin: 0.005, windowSeconds: 172_800 }],
      control: "Short reminder",
      evenShare: 1,
      stopWhen: "clear",
      description: "Fewer missed visits",
      labels: ["clinic", "visits"],
      trafficShare: 0.5,
      endsAt: expect.stringMatching(/^(2040-01-01|2039-12-31)T/),
      afterTarget: "control",
      onHarm: "notify",
      onWorse: "stop_arm",
      maxArms: 4,
    })
    await page.context().close()
  })

  test("says what is wrong beside a field when it is left, and on top when Create is tried", async () => {
    const page = await open()
    await fill(page, "Wrong at first")
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
    await create(page)
    await page.waitForSelector(".error-summary >> text=Fix two things")
    expect(await focused(page)).toBe("error-summary")
    expect(await page.$$eval(".error-summary a", (links) => links.map(({ textContent }) => textContent))).toEqual([
      "Two options are called “Short reminder”",
      "20 people are too few for three options",
    ])
    // The plan never disappears, and says what it holds for.
    expect(await page.textContent("aside [role=status]")).toBe("For 20,000 people, until their number is fixed.")
    await page.click(".error-summary a >> nth=1")
    expect(await focused(page)).toBe("people")
    await page.keyboard.press("Control+A")
    await page.keyboard.type("3,000")
    await page.waitForSelector(".error-summary >> text=Fix one thing")
    expect(await page.textContent("aside [role=status]")).toBe("For 3,000 people and three options.")
    await page.click("[aria-label='Remove option 3']")
    await page.waitForSelector(".error-summary", { state: "detached" })
    await page.keyboard.press("Enter")
    expect(await made(page)).toMatchObject({
      arms: ["Plain reminder", "Short reminder"],
      horizon: 3000,
      answers: "all",
    })
    await page.context().close()
  })

  test("moves the focus with the rows: no key that is pressed next is lost", async () => {
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

  test("puts a refusal of the service at its field, and keeps what was typed", async () => {
    const limit = await fetch(`${tested.service.address}/v1/populations/strict`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ limit: 0.5 }),
    })
    expect(limit.status).toBe(200)
    const page = await open()
    await fill(page, "Beyond a limit")
    await page.waitForSelector("#population option:text-is('strict')", { state: "attached" })
    await page.selectOption("#population", "strict")
    await create(page)
    await page.waitForSelector("#population-problem")
    expect(await page.getAttribute("#population", "aria-invalid")).toBe("true")
    expect(await focused(page)).toBe("error-summary")
    await page.click(".error-summary a")
    expect(await focused(page)).toBe("population")
    await page.selectOption("#population", "")
    await page.waitForSelector(".error-summary", { state: "detached" })
    // Only the service checks this name.
    await page.fill("#option-2", "beep \u0007")
    await create(page)
    await page.waitForSelector("#option-2-problem >> text=Must be well-formed Unicode text without control characters")
    await page.fill("#option-2", "beep")
    await create(page)
    expect(await made(page)).toMatchObject({ name: "Beyond a limit", arms: ["Plain reminder", "beep"] })
    await page.context().close()
  })

  test("a population that is there is not changed by making one of its name", async () => {
    const page = await open()
    await fill(page, "Taken")
    await page.waitForSelector("#population option:text-is('strict')", { state: "attached" })
    await page.selectOption("#population", { label: "A new one …" })
    await page.fill("#population-name", "strict")
    await create(page)
    await page.waitForSelector("#population-name-problem >> text=Choose it in the list above")
    await page.context().close()
  })

  test("takes a long list of options at once", async () => {
    const page = await open()
    await page.fill("#name", "Many")
    await page.check("#answers")
    await page.click("text=Paste a list")
    await page.fill("#option-list", Array.from({ length: 24 }, (_, n) => `option ${n}`).join("\n"))
    await page.click("text=Use this list")
    await create(page)
    expect((await made(page)).arms).toHaveLength(24)
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
    "with mistakes at %i px in %s colours it is whole, and Create is in sight",
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
      await create(page)
      await page.waitForSelector(".error-summary")
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
      const box = await page.locator(".btn.primary:visible").boundingBox()
      expect(box !== null && box.y >= 0 && box.y + box.height <= 900).toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      expect(await violations(page)).toEqual([])
      await page.context().close()
    },
  )

  test("is not offered to a key that may only read", async () => {
    const store = join(tested.folder, "keys.db")
    await createKey(store)
    const audit = await createKey(store, "audit")
    const guarded = await startServiceProcess(store)
    try {
      const page = await (await tested.browser.newContext()).newPage()
      await page.goto(`${guarded.address}/experiments/new`)
      await page.fill("#key", audit)
      await page.click("button:text-is('Sign in')")
      await page.waitForSelector("text=Your key may read experiments, but not create them.")
      expect(await page.$("form")).toBeNull()
      await page.context().close()
    } finally {
      await guarded.stop()
    }
  })
})
