// The page of an experiment with context and a real service: whether personalising helps, for whom
// which option, and calls that contain a context.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { openPage } from "../testing/check-page.ts"
import { setUpService } from "../testing/set-up.ts"
import { sendPeople } from "./testing/context-traffic.ts"

const tested = setUpService()

const pictures = process.env.STUDIO_PICTURES

const definition = {
  name: "Which start page keeps people?",
  arms: ["Pictures", "Search first"],
  horizon: 8000,
  answers: "all",
  missing: "ignore",
  privacy: { eta: 10 },
  evenShare: 0.5,
  context: {
    protection: "none",
    attributes: { device: { levels: ["phone", "desk", "other"] } },
  },
} as unknown as Parameters<typeof tested.client.createExperiment>[0]

test("the page words a gain as the service does, with each group's options on one axis", async () => {
  const contexts = ["phone", "phone", "phone", "desk", "desk"].map((device) => ({ device }))
  const share = (arm: string, { device }: Readonly<Record<string, unknown>>) =>
    (device === "desk") === (arm === "Search first") ? 0.85 : 0.15
  const id = await sendPeople(tested.client, { definition, contexts, share, people: 5000 })
  const results = await tested.client.experiment(id).results()
  expect(results.personalisation?.state).toBe("helps")
  const page = await openPage(tested.browser, `${tested.service.address}/experiments/${id}`, ".verdict")
  const errors: string[] = []
  page.on("pageerror", (error) => errors.push(error.message))
  const least = Math.floor(1000 * (results.personalisation?.value?.low ?? 0)) / 10
  expect(await page.textContent(".verdict h2")).toBe(`Yes, by at least ${least.toFixed(1)} points.`)
  expect(await page.getAttribute(".verdict", "data-state")).toBe("helps")
  expect(await page.textContent(".verdict .btn.primary")).toBe("Finish: give each device its own")
  expect(await page.locator(".facts").innerText()).toContain("By device")
  // One axis for all groups, the leader of each marked, and a group without people in words.
  expect(await page.locator(".group-table .axis-label").count()).toBeGreaterThan(2)
  expect(await page.locator(".group-head h3").allInnerTexts()).toEqual(["phone", "desk", "other"])
  expect(await page.locator(".group-table .interval-dot").count()).toBe(4)
  expect(await page.locator(".group-table .interval-dot.lead").count()).toBe(2)
  expect(await page.locator(".group-head").nth(1).innerText()).toMatch(
    /40\.0\s%[\s\S]*Clear[\s\S]*Search first is ahead by/,
  )
  expect(await page.locator(".group-head").nth(2).innerText()).toContain("Too few people for a figure.")
  for (const [colorScheme, width] of [
    ["light", 1440],
    ["dark", 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.waitForSelector(`html[data-theme="${colorScheme}"]`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await violations(page)).toEqual([])
    if (pictures !== undefined)
      await page.screenshot({ path: join(pictures, `context-${width}-${colorScheme}.png`), fullPage: true })
  }
  // Every figure stands beside the name of its option, also where rows are stacked.
  const tops = await page.$$eval(".group-table .ruled.name-cell, .group-table .ruled.value-cell", (cells) =>
    cells.map((cell) => Math.round(cell.getBoundingClientRect().top)),
  )
  for (let row = 0; row < tops.length; row += 2) expect(tops[row]).toBe(tops[row + 1])
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("[aria-labelledby=groups]").getByText("CSV", { exact: true }).click(),
  ])
  const file = join(tested.folder, "groups.csv")
  await download.saveAs(file)
  expect(readFileSync(file, "utf8").trim().split("\r\n")).toHaveLength(7)
  // The ledger says which group a line is about.
  await page.goto(`${page.url()}?tab=privacy`)
  await page.waitForSelector("td:has-text('· desk')")
  // The calls of the page are taken by the service.
  await page.goto(page.url().replace("privacy", "code"))
  await page.click("button:text-is('curl')")
  const body = /-d '(\{"decisionId".*\})'/.exec((await page.textContent("#calls")) ?? "")?.[1] ?? ""
  expect(JSON.parse(body)).toMatchObject({ context: { device: "phone" } })
  const answer = await fetch(`${tested.service.address}/v1/experiments/${id}/decisions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  })
  expect(answer.status).toBe(201)
  // Finishing gives each device its own without another question.
  await page.goto(page.url().replace("?tab=code", ""))
  await page.click(".verdict .btn.primary")
  expect(await page.locator("dialog[open]").innerText()).toMatch(/phone: Pictures, desk: Search first/)
  await page.click("dialog[open] button:text-is('Finish it')")
  await page.waitForSelector(".facts:has-text('what did best for their device')")
  expect(errors).toEqual([])
  await page.goto(`${tested.service.address}/experiments`)
  expect(await page.locator(".experiment-row .name-cell").first().innerText()).toContain("by device")
  await page.context().close()
})

test("where effects must add up, the page shows no groups", async () => {
  const id = await sendPeople(tested.client, {
    definition: {
      ...definition,
      context: { protection: "none", attributes: { age: { range: [0, 100] } } },
    } as typeof definition,
    contexts: [{ age: 10 }, { age: 90 }],
    share: () => 0.5,
    people: 400,
  })
  const page = await openPage(tested.browser, `${tested.service.address}/experiments/${id}`, ".verdict")
  expect(await page.textContent(".verdict h2")).toBe("Effects are assumed to add up.")
  expect(await page.locator(".group-table").count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await page.context().close()
})
