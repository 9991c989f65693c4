// The form's attributes with a real service: typed by keyboard, agreed to be seen, simulated, sent.

import { expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { setUpService } from "../testing/set-up.ts"
import { fillForm, openForm, pressCreate, readCreated } from "./testing/form.ts"

const tested = setUpService()

test("attributes are typed by keyboard, and an experiment needs the tick that they may be seen", async () => {
  const page = await openForm(tested.browser, tested.service.address)
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent)
  await fillForm(page, "By device")
  await page.focus("#attributes-switch")
  await page.keyboard.press("Space")
  await page.fill("#attribute-1", "device")
  await page.focus("#level-1")
  await page.keyboard.press("Enter")
  for (const level of ["phone", "desk", "desk", "tv"]) {
    await page.keyboard.type(level)
    await page.keyboard.press("Enter")
    if (level !== "desk" || (await page.locator("#level-1-problem").count()) === 0) continue
    expect(await page.textContent("#level-1-problem")).toBe("There is a level “desk” already.")
    await page.fill("#level-1", "other")
    await page.keyboard.press("Enter")
  }
  await page.keyboard.press("Escape")
  expect(await focused()).toBe("Add a level")
  const levels = () => page.locator(".level").allInnerTexts()
  expect(await levels()).toEqual(["phone", "desk", "other", "tv"])
  // After a removal the focus is on the next level, then on "Add a level".
  await page.focus("[aria-label='Remove level other']")
  await page.keyboard.press("Enter")
  expect(await focused()).toBe("Remove level tv")
  await page.keyboard.press("Enter")
  expect(await focused()).toBe("Add a level")
  expect(await levels()).toEqual(["phone", "desk"])
  await page.click("text=Add an attribute")
  await page.keyboard.type("age")
  await page.selectOption("#kind-2", "number")
  await page.fill("#bands-2", "3")
  await page.waitForSelector("text=6 groups, 11 of at most 50 features.")
  await page.fill("#even-share", "7")
  // The page simulates costs and benefits.
  await page.waitForSelector("aside[aria-busy=false] b[data-lost]", { timeout: 120_000 })
  const figures = await page.$$eval(".worth-figure", (all) =>
    all.map((one) => ({ ignore: Number(one.dataset.ignore), share: Number(one.dataset.share) })),
  )
  expect(figures).toHaveLength(2)
  // Groups with different best options cost more to ignore than groups that are alike.
  expect(figures[1].ignore).toBeGreaterThan(figures[0].ignore)
  await page.click("button:text-is('the command')")
  expect(await page.innerText("aside")).toContain("The figures above count that for 93\u00a0% of people")
  expect(await violations(page)).toEqual([])
  // Never ticked beforehand, and not created without it.
  expect(await page.isChecked("#context-seen")).toBe(false)
  await pressCreate(page)
  await page.click(".error-summary a:has-text('may be seen')")
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("context-seen")
  expect(await violations(page)).toEqual([])
  await page.keyboard.press("Space")
  await pressCreate(page)
  expect(await readCreated(page)).toMatchObject({
    algorithm: { name: "gdp-context" },
    evenShare: 0.07,
    segments: null,
    context: {
      protection: "none",
      releases: "cells",
      attributes: { device: { levels: ["phone", "desk"] }, age: { range: [0, 100], bands: 3 } },
    },
  })
  await page.context().close()
})

test("groups become the first attribute, and are not asked for beside attributes", async () => {
  const page = await openForm(tested.browser, tested.service.address, { viewport: { width: 390, height: 800 } })
  await page.click("text=Add a group")
  await page.fill("#group-1", "north")
  await page.click("text=Add a group")
  await page.fill("#group-2", "south")
  await page.locator("#attributes-switch").check()
  expect(await page.inputValue("#attribute-1")).toBe("group")
  expect(await page.locator(".level").allInnerTexts()).toEqual(["north", "south"])
  expect(await page.locator("text=Add a group").count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.locator("#attributes-switch").uncheck()
  await page.waitForSelector("text=Add a group")
  await page.context().close()
})
