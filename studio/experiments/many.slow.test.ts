// Pages stay usable and correct with ten thousand experiments in the list, and with an experiment
// of very many people.

import { expect, test } from "vitest"
import { setUpService } from "../testing/set-up.ts"

const tested = setUpService(["--rate-limit", "0"])

test("with 105,000 people no tab says that nobody has come", async () => {
  const { id } = await tested.client.createExperiment({
    name: "Crowded",
    arms: ["a", "b"],
    horizon: 200_000,
    answers: "all" as const,
    privacy: { eta: 1 },
  })
  for (let group = 0; group < 105; group++)
    await tested.client.experiment(id).decideMany(Array.from({ length: 1000 }, () => ({})))
  const page = await tested.browser.newPage()
  for (const tab of ["results", "people", "privacy", "code", "settings"]) {
    await page.goto(`${tested.service.address}/experiments/${id}?tab=${tab}`)
    await page.waitForSelector(".facts b:text-is('105,000')", { timeout: 60_000 })
    await page.waitForSelector("main .card, main .verdict", { timeout: 60_000 })
    expect(await page.textContent("main")).not.toMatch(/nobody has come/i)
  }
  await page.goto(`${tested.service.address}/experiments`)
  await page.waitForSelector(".experiment-row:has-text('105,000')", { timeout: 60_000 })
  expect(await page.textContent("main")).not.toMatch(/nobody has come/i)
  await page.close()
}, 600_000)

test("each of 10,000 experiments is found by paging and by name", async () => {
  const { learning } = (await tested.client.listExperiments({ limit: 1 })).counts
  const many = 10_000 - learning
  for (let from = 0; from < many; from += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, many - from) }, (_, index) =>
        tested.client.createExperiment({
          name: `Experiment ${from + index}`,
          arms: ["a", "b"],
          horizon: 1000,
          answers: "all" as const,
          privacy: { eta: 1 },
        }),
      ),
    )
  const page = await tested.browser.newPage()
  await page.goto(`${tested.service.address}/experiments`)
  await page.waitForSelector(".filters a:has-text('All 10,000')", { timeout: 60_000 })
  await page.click("text=Show more")
  await page.waitForFunction(() => document.querySelectorAll(".experiment-row .name-cell").length > 100, undefined, {
    timeout: 60_000,
  })
  await page.fill("#q", "Experiment 17")
  // 17, 170 to 179, 1700 to 1799.
  await page.waitForSelector(".filters a:text-is('All 111')", { timeout: 60_000 })
  await page.fill("#q", "Experiment 9998")
  await page.waitForSelector(".filters a:text-is('All 1')", { timeout: 60_000 })
  await page.click("a.experiment-row")
  await page.waitForSelector("h1:text-is('Experiment 9998')", { timeout: 60_000 })
  await page.close()
}, 900_000)
