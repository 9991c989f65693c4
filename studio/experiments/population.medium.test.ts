// A population brought to its limit: created in the form with its first experiment, then two more
// experiments with the same people until none has room left.

import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { setUpService } from "../testing/set-up.ts"

const tested = setUpService()

const people = 40

test("people are learned from up to their limit and then only served, as list, experiment and settings say", async () => {
  const page = await tested.browser.newPage({ viewport: { width: 1440, height: 900 } })
  const ids = [
    await create(page, "Which greeting?", async () => {
      await page.selectOption("#population", { label: "A new one …" })
      await page.fill("#population-name", "visitors")
      // Two of η = 1 are 76.1 right guesses in 100 together, three are 80.7.
      await page.fill("#population-limit", "77")
    }),
    await create(page, "Which colour?", () => page.selectOption("#population", "visitors")),
    await create(page, "Which ending?", () => page.selectOption("#population", "visitors")),
  ]
  for (const id of ids) {
    const { results } = await tested.client
      .experiment(id)
      .decideMany(Array.from({ length: people }, (_, person) => ({ subject: `person-${person}` })))
    await tested.client
      .experiment(id)
      .rewards(results.flatMap(({ decisionId }) => (decisionId === undefined ? [] : [{ decisionId, value: 1 }])))
  }
  const text = async (path: string, place: string) => {
    await page.goto(tested.service.address + path)
    await page.waitForSelector(place)
    return ((await page.textContent(place)) ?? "").replaceAll("\u00a0", " ")
  }
  // Nobody is counted in the third experiment although everyone came, and the page must say so.
  for (const [place, id] of ids.entries()) {
    const verdict = await text(
      `/experiments/${id}`,
      'section[aria-label^="Verdict"] .summary, section[aria-label^="Verdict"]',
    )
    // With noise, forty answers are too early to judge or, in one of ten cases, lean.
    expect(verdict).toMatch(place < 2 ? /40 people|^Leaning/ : /Nobody is counted yet\./)
    expect(await text(`/experiments/${id}?tab=people`, "main dl")).toContain(
      `${place < 2 ? people : 0} of 20,000 planned`,
    )
    await page.waitForSelector("h2:text-is('Population visitors')")
    const card = (await page.textContent('section:has(> h2:text-is("Population visitors"))')) ?? ""
    expect(card).toContain("77 right guesses in 100")
    expect(card).toContain(`People counted in any of them${people}Of these at their limit${people}`)
    expect(await page.textContent("main")).not.toContain("Nobody has come")
    expect(await violations(page)).toEqual([])
  }
  const list = await text("/experiments", 'section[aria-labelledby="populations"] tbody')
  expect(list).toBe(`visitors77 in 1003${people}${people}`)
  const third = await page.textContent('.experiment-row:has-text("Which ending?") .verdict-cell small')
  expect(third).toBe("Nobody is counted yet")
  expect(await page.textContent("main")).not.toContain("Nobody has come")
  await page.close()
}, 120_000)

async function create(page: Page, name: string, choosePopulation: () => Promise<unknown>): Promise<string> {
  await page.goto(`${tested.service.address}/experiments/new`)
  await page.fill("#name", name)
  await page.fill("#option-1", "left")
  await page.fill("#option-2", "right")
  await page.check("#answers")
  await choosePopulation()
  await page.click("button:text-is('Create and start'):visible")
  await page.waitForURL(/\/experiments\/exp_/)
  return new URL(page.url()).pathname.split("/").at(-1) ?? ""
}
