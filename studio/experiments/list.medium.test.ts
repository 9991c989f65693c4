// The list: its parts, search, filters with counts, archived experiments, "Show more", populations,
// and what it says while the service is slow or away.

import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { WatchedLine } from "../testing/page-elsewhere.ts"
import { startServiceProcess } from "../testing/service-process.ts"
import { setUpService } from "../testing/set-up.ts"
import { firstRows, moreRows } from "./use-list.ts"

const base = {
  arms: ["a", "b"],
  horizon: 2000,
  answers: "all" as const,

  privacy: { eta: 1 },
}

const tested = setUpService(["--rate-limit", "0"])

const open = async (path: string, address = tested.service.address): Promise<Page> => {
  const page = await (await tested.browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await page.goto(address + path)
  return page
}

const names = (page: Page, part: string) =>
  page.$$eval(`section[aria-labelledby="part-${part}"] .name-cell`, (rows) =>
    rows.map((row) => row.firstChild?.textContent),
  )

/**
 * Sends people one by one until the verdict is clear: they answer at once, as differently as
 * possible.
 */
async function playClear(id: string): Promise<void> {
  const experiment = tested.client.experiment(id)
  for (let round = 0; round < 60; round++) {
    const { results } = await experiment.decideMany(Array.from({ length: 25 }, () => ({})))
    await experiment.rewards(
      results.map(({ decisionId, arm }) => ({ decisionId: decisionId as string, value: arm === "a" ? 1 : 0 })),
    )
    if ((await experiment.results()).segments[0]?.state === "clear") return
  }
  throw new Error("the verdict must become clear")
}

test("experiments are listed in parts, with search, filters and counts", async () => {
  const made: Record<string, string> = {}
  for (const name of ["Clear", "Learning", "Paused", "Finished", "Archived"])
    made[name] = (await tested.client.createExperiment({ ...base, name: `${name} one`, evenShare: 0.5 })).id
  await playClear(made["Clear"] as string)
  await tested.client.experiment(made["Paused"] as string).pause()
  await tested.client.experiment(made["Finished"] as string).finish()
  await tested.client.experiment(made["Archived"] as string).archive()
  await tested.client.population("patients").setLimit(2)
  await tested.client.createExperiment({ ...base, name: "Of patients", sticky: true, population: "patients" })
  const page = await open("/experiments")
  await page.waitForSelector(".experiment-row .name-cell")
  expect(await names(page, "waiting")).toEqual(["Clear one"])
  expect(await names(page, "learning")).toEqual(["Of patients", "Paused one", "Learning one"])
  expect(await names(page, "done")).toEqual(["Finished one"])
  expect(await page.$$eval(".filters a", (links) => links.map((link) => link.textContent))).toEqual([
    "All 5",
    "Running 3",
    "Paused 1",
    "Done 1",
    "Archived 1",
  ])
  expect(await page.textContent(`a[href="/experiments/${made["Clear"]}"]`)).toMatch(/Cleara, \+\d+\.\d points/)
  expect(await page.textContent('section[aria-labelledby="populations"] tbody')).toContain("patients85 in 1001")
  await page.click(".filters a:has-text('Archived')")
  await page.waitForURL(/\?show=archived$/)
  await page.waitForSelector(".name-cell:has-text('Archived one')")
  expect(await page.$$eval(".experiment-row .name-cell", (rows) => rows.length)).toBe(1)
  await page.click(".filters a:has-text('Paused')")
  await page.waitForSelector(".name-cell:has-text('Paused one')")
  expect(await page.$$eval(".experiment-row .name-cell", (rows) => rows.length)).toBe(1)
  await page.click(".filters a:has-text('All')")
  await page.fill("#q", (made["Learning"] as string).toLowerCase())
  await page.waitForURL(/\?q=exp_/)
  await page.waitForSelector(".filters a:has-text('All 1')")
  expect(await page.$$eval(".experiment-row .name-cell", (rows) => rows.length)).toBe(1)
  // The address alone brings the same view.
  await page.reload()
  await page.waitForSelector(".name-cell:has-text('Learning one')")
  await page.fill("#q", "nowhere")
  await page.waitForSelector("text=Nothing is called, has an option or has an id like “nowhere”")
  await page.context().close()
}, 120_000)

test("a long list is shown in steps", async () => {
  const many = firstRows + moreRows + 5
  for (let from = 0; from < many; from += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, many - from) }, (_, index) =>
        tested.client.createExperiment({ ...base, name: `Row ${from + index}` }),
      ),
    )
  const page = await open("/experiments?q=row")
  const count = () => page.$$eval(".experiment-row .name-cell", (rows) => rows.length)
  await page.waitForSelector(".experiment-row .name-cell")
  expect(await count()).toBe(firstRows)
  await page.waitForSelector(`h2:has-text("Still learning ${many}")`)
  await page.click("text=Show more")
  await page.waitForFunction(
    (wanted) => document.querySelectorAll(".experiment-row .name-cell").length === wanted,
    firstRows + moreRows,
  )
  await page.click("text=Show more")
  await page.waitForFunction(
    (wanted) => document.querySelectorAll(".experiment-row .name-cell").length === wanted,
    many,
  )
  expect(new Set(await names(page, "learning")).size).toBe(many)
  expect(await page.$("text=Show more")).toBeNull()
  await page.context().close()
}, 120_000)

test("pages say that the service is slow, and go on when it answers", async () => {
  const { id } = await tested.client.createExperiment({ ...base, name: "Slow one" })
  const line = await WatchedLine.to(tested.service.address)
  const page = await open(`/experiments/${id}`, line.address)
  await page.waitForSelector('section[aria-label^="Verdict"]')
  line.hold()
  await page.waitForSelector("text=takes long to answer", { timeout: 30_000 })
  line.release()
  await page.waitForSelector("text=takes long to answer", { state: "detached", timeout: 30_000 })
  await page.waitForSelector("text=does not answer just now", { state: "detached", timeout: 30_000 })
  await page.context().close()
}, 120_000)

test("the list keeps its rows while the service is down, says so, and updates when it is back", async () => {
  const page = await open("/experiments?q=one")
  await page.waitForSelector(".name-cell:has-text('Learning one')")
  const port = Number(new URL(tested.service.address).port)
  await tested.service.stop()
  await page.waitForSelector("text=does not answer just now", { timeout: 30_000 })
  expect(await page.$(".name-cell:has-text('Learning one')")).not.toBeNull()
  // The service is down, so the page comes from the browser's cache.
  await page.click(".name-cell:has-text('Learning one')")
  await page.waitForSelector("h1:has-text('does not answer'), h1:has-text('did not load')", { timeout: 60_000 })
  tested.service = await startServiceProcess(tested.store, port, ["--rate-limit", "0"])
  await page.waitForSelector("h1:text-is('Learning one')", { timeout: 60_000 })
  await page.goBack()
  await page.waitForSelector(".name-cell:has-text('Learning one')")
  await tested.client.createExperiment({ ...base, name: "New one" })
  await page.waitForSelector(".name-cell:has-text('New one')", { timeout: 30_000 })
  await page.context().close()
}, 180_000)
