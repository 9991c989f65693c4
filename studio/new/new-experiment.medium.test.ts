// The form with a real service: what it sends.

import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { createKey, startServiceProcess } from "../testing/service-process.ts"
import { setUpService } from "../testing/set-up.ts"
import { fillForm, openedFor, openForm, pressCreate, readCreated } from "./testing/form.ts"

const tested = setUpService()

const open = () => openForm(tested.browser, tested.service.address)

describe("a new experiment", () => {
  test("takes a name and two options; the same person keeps the same option", async () => {
    const page = await open()
    await fillForm(page, "By keyboard")
    await page.focus("#name")
    await page.keyboard.press("Enter")
    expect(await readCreated(page)).toMatchObject({
      name: "By keyboard",
      arms: ["Plain reminder", "Short reminder"],
      horizon: openedFor,
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

  test("figures that arrive while a button is pressed wait until it is released", async () => {
    const page = await open()
    await fillForm(page, "Pressed for long")
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
    await figure("1,000")
    await page.waitForSelector("aside[aria-busy=false]", { timeout: 120_000 })
    await pressAndChange("h1", "3000")
    // The figures were only held back.
    await figure("3,000")
    await page.waitForSelector("aside[aria-busy=false]", { timeout: 120_000 })
    // A native menu hides the pointer, and no event says when it closes.
    await page.mouse.down({ button: "right" })
    await page.fill("#people", "5000")
    await figure("5,000")
    await page.mouse.up({ button: "right" })
    await page.waitForSelector("aside[aria-busy=false]", { timeout: 120_000 })
    await pressAndChange("aside .btn.primary", "4000")
    expect(await readCreated(page)).toMatchObject({ name: "Pressed for long", horizon: 4000 })
    await page.context().close()
  })

  test("takes guardrails, groups, a new population, a number and another privacy, all within the person's limit", async () => {
    const page = await open()
    await fillForm(page, "Everything")
    await page.fill("#people", "20000")
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
    await pressCreate(page)
    const experiment = await readCreated(page)
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
    await fillForm(page, "With a guardrail")
    await page.fill("#people", "20000")
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
    await pressCreate(page)
    expect(await readCreated(page)).toMatchObject({
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

  test("takes a long list of options at once", async () => {
    const page = await open()
    await page.fill("#name", "Many")
    await page.check("#answers")
    await page.click("text=Paste a list")
    await page.fill("#option-list", Array.from({ length: 24 }, (_, n) => `option ${n}`).join("\n"))
    await page.click("text=Use this list")
    await pressCreate(page)
    expect((await readCreated(page)).arms).toHaveLength(24)
    await page.context().close()
  })

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
