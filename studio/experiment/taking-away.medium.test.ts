// The files that an experiment's page offers, and its questions before something ends: each
// sentence is compared with what the service then does.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { ArmisticeClient } from "@armistice/client"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { setUpService } from "../testing/set-up.ts"

const base = {
  arms: ["left", "right"],
  horizon: 1000,
  answers: "all" as const,
  privacy: { eta: 1 },
  rewardWindowSeconds: 3600,
}

const tested = setUpService()

async function open(id: string, tab = ""): Promise<Page> {
  const page = await (await tested.browser.newContext({ acceptDownloads: true })).newPage()
  await page.goto(`${tested.service.address}/experiments/${id}${tab}`)
  await page.waitForSelector(".page-head .chip")
  return page
}

async function saved(page: Page, choose: () => Promise<void>): Promise<{ name: string; text: string }> {
  const waiting = page.waitForEvent("download")
  await choose()
  const download = await waiting
  const file = join(tested.folder, download.suggestedFilename())
  await download.saveAs(file)
  return { name: download.suggestedFilename(), text: readFileSync(file, "utf8") }
}

/** All answers in one request, so that batches fill up. */
async function play(id: string, people: number): Promise<void> {
  const experiment = tested.client.experiment(id)
  for (let person = 0; person < people; person++) {
    const { decisionId, arm } = await experiment.decide({ subject: `person ${person}` })
    await experiment.reward(decisionId, arm === "left" ? 1 : 0)
  }
}

test("results, decisions, ledger and statement are downloaded as the service returns them", async () => {
  const { id } = await tested.client.createExperiment({ ...base, name: "files", sticky: true })
  await play(id, 40)
  const page = await open(id)
  const given = async (path: string) => (await fetch(`${tested.service.address}/v1/experiments/${id}${path}`)).text()
  for (const [label, path, name] of [
    ["Results, CSV", "/results?format=csv", "results.csv"],
    ["Results, JSON", "/results", "results.json"],
    ["Decisions, CSV", "/export?record=decisions&format=csv", "decisions.csv"],
    ["Ledger, CSV", "/export?record=ledger&format=csv", "ledger.csv"],
    ["Ledger, NDJSON", "/export?record=ledger&format=ndjson", "ledger.ndjson"],
  ] as const) {
    const file = await saved(page, async () => {
      await page.click("button:text-is('Export')")
      await page.click(`.menu button:has-text("${label}")`)
    })
    expect(file).toEqual({ name: `${id}-${name}`, text: await given(path) })
    expect(file.text.length).toBeGreaterThan(60)
  }
  const statement = await saved(page, async () => {
    await page.click("button:text-is('Export')")
    await page.click(".menu button:has-text('Privacy statement')")
  })
  expect(statement.text).toContain("no more than 69.15 of 100 guesses are right")
  await page.context().close()
}, 120_000)

const sentences = (page: Page) =>
  page.$$eval("dialog[open] li", (lines) => lines.map((line) => line.textContent?.replaceAll(/\s+/g, " ").trim()))

test("finishing does what it announces where people keep their option", async () => {
  const { id } = await tested.client.createExperiment({ ...base, name: "sticky", sticky: true })
  const experiment = tested.client.experiment(id)
  await play(id, 60)
  const waiting = await experiment.decide({ subject: "waiting" })
  const { progress } = await experiment.read()
  const best = progress[0]?.recommended as string
  const page = await open(id)
  await page.waitForSelector(`.facts b:text-is("61")`)
  await page.click("button:has-text('Finish')")
  await page.waitForSelector("dialog[open]")
  // The verdict may be clear by chance; otherwise an option must be chosen.
  const choice = await page.$(`dialog label:has-text("${best}") input[type=radio]`)
  if (choice === null) expect(await page.innerText("dialog h2")).toBe(`Finish, and give everyone ${best}?`)
  else await choice.check()
  const [given, learned, late, record] = await sentences(page)
  expect(given).toBe(
    `From now on every new person is given ${best}. People who were given another option keep theirs, because the same person keeps the same option.`,
  )
  expect(learned).toBe("No new person is learned from.")
  expect(late).toMatch(
    /^Answers of the 61 people already in it still count until their 60 minutes are over \(\d+ \w+, \d\d:\d\d at the latest\)\. The figures can still move a little\.$/,
  )
  expect(record).toBe("The record stays and can be checked. This cannot be undone.")
  const before = await arms(experiment, 60)
  await page.click("text=Finish it")
  await page.waitForSelector("h1 + .chip:text-is('Finished')")
  await page.waitForSelector(".facts >> text=Everyone new is given")
  // As announced: new people get the best option, others keep theirs, nobody is learned from, late
  // answers count, nothing can be undone.
  for (let person = 0; person < 10; person++)
    expect((await experiment.decide({ subject: `new ${person}` })).arm).toBe(best)
  expect(await arms(experiment, 60)).toEqual(before)
  expect(new Set(before).size).toBe(2)
  expect((await experiment.read()).progress[0]?.round).toBe(61)
  const rewards = async () =>
    (await experiment.results()).segments[0]?.arms.reduce((sum, one) => sum + (one.rewards ?? 0), 0)
  expect(await rewards()).toBe(60)
  await experiment.reward(waiting.decisionId, 1)
  expect(await rewards()).toBe(61)
  await expect(experiment.resume()).rejects.toMatchObject({ code: "invalid_transition" })
  await page.context().close()
}, 120_000)

/** The options that the first people are given when they return. */
async function arms(experiment: ReturnType<ArmisticeClient["experiment"]>, people: number): Promise<string[]> {
  const asked = Array.from({ length: people }, (_, person) => ({ subject: `person ${person}` }))
  return (await experiment.decideMany(asked)).results.map(({ arm }) => arm as string)
}

test("finishing without a verdict asks which option everyone gets, and can move people who have another", async () => {
  const { id } = await tested.client.createExperiment({ ...base, name: "open", control: "right" })
  const page = await open(id)
  await page.click("button:has-text('Finish')")
  await page.waitForSelector('dialog[open] h2:text-is("Finish this experiment?")')
  // Without a clear verdict nothing is preselected, and nothing happens without a choice.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Keep it running")
  expect(
    await page.$$eval("dialog input[type=radio]", (all) => all.map((one) => (one as HTMLInputElement).checked)),
  ).toEqual([false, false])
  await page.click("text=Finish it")
  await page.waitForSelector("dialog [role=alert]:text-is('Choose what everyone gets.')")
  await page.check('dialog label:has-text("right") input')
  expect(await sentences(page)).toEqual([
    "From now on everyone is given right.",
    "No new visit is learned from.",
    "The record stays and can be checked. This cannot be undone.",
  ])
  await page.click("text=Finish it")
  await page.waitForSelector("h1 + .chip:text-is('Finished')")
  expect((await tested.client.experiment(id).decide()).arm).toBe("right")
  await page.context().close()
  const sticky = await tested.client.createExperiment({ ...base, name: "moved", sticky: true })
  const experiment = tested.client.experiment(sticky.id)
  await play(sticky.id, 20)
  expect(new Set(await arms(experiment, 20)).size).toBe(2)
  const other = await open(sticky.id)
  await other.click("button:has-text('Finish')")
  await other.check('dialog label:has-text("left") input')
  await other.check("dialog .check-line input")
  expect((await sentences(other))[0]).toBe(
    "From now on everyone is given left. People who were given another option get it from their next visit on.",
  )
  await other.click("text=Finish it")
  await other.waitForSelector(".facts >> text=Everyone is given")
  expect(new Set(await arms(experiment, 20))).toEqual(new Set(["left"]))
  await other.context().close()
}, 120_000)

test("a purge is refused while answers may come; afterwards the page says what was removed, and archiving ends everything", async () => {
  const { id } = await tested.client.createExperiment({ ...base, name: "ending", rewardWindowSeconds: 4, sticky: true })
  const experiment = tested.client.experiment(id)
  await play(id, 20)
  const { decisionId } = await experiment.decide({ subject: "waiting" })
  await experiment.finish()
  const page = await open(id)
  const ask = async (what: string) => {
    await page.click("[aria-label=More]")
    await page.click(`.menu button:has-text("${what} …")`)
    await page.waitForSelector("dialog[open]")
  }
  await ask("Purge")
  expect((await sentences(page)).at(-1)).toBe(
    "It is refused while someone has days left to answer. This cannot be undone.",
  )
  // Either it is too early, which the page says, or the four seconds have passed.
  await page.click("text=Remove them")
  await page.waitForSelector(
    "dialog[open] .note.bad:has-text('Answers still count until'), .note:has-text('The answers were removed')",
  )
  while ((await page.$("dialog[open]")) !== null) {
    await page.click("text=Remove them")
    await page.waitForSelector(
      "dialog[open] button:text-is('Remove them'):not([aria-disabled=true]), .note:has-text('The answers were removed')",
    )
  }
  await page.waitForSelector(".note:has-text('The answers were removed')")
  expect((await experiment.readDecision(decisionId)).rewarded).toBeNull()
  await ask("Archive")
  expect(await sentences(page)).toEqual([
    "Nobody is given an option any more: your program is refused when it asks.",
    "No answer counts any more, also of people who have days left to answer.",
    "The record stays and can be read and checked. This cannot be undone.",
  ])
  await page.click("text=Archive it")
  await page.waitForSelector("h1 + .chip:text-is('Archived')")
  await expect(experiment.decide({ subject: "late" })).rejects.toMatchObject({ code: "experiment_archived" })
  await expect(experiment.reward(decisionId, 1)).rejects.toMatchObject({ code: "experiment_archived" })
  expect((await experiment.ledger()).entries.length).toBeGreaterThan(0)
  await page.context().close()
}, 180_000)

test("the settings say what the service removes by itself, and when", async () => {
  const retention = { archiveAfterDays: 1, purgeAfterDays: 90 }
  const { id } = await tested.client.createExperiment({ ...base, name: "kept", retention })
  const page = await open(id, "?tab=settings")
  const read = async (name: string) => page.textContent(`dt:text-is("${name}") + dd`)
  expect(await read("Archived automatically")).toBe("1 day after its end")
  await tested.client.experiment(id).finish()
  await page.reload()
  await page.waitForSelector('dt:text-is("Archived automatically")')
  expect(await read("Answers removed automatically")).toMatch(/^90 days after its end, on \d+ \w+/)
})

test("a copy starts from nothing with the same settings", async () => {
  const { id } = await tested.client.createExperiment({ ...base, name: "first", sticky: true, worthwhile: 0.05 })
  const page = await open(id)
  await page.click("[aria-label=More]")
  await page.click(".menu button:has-text('Copy …')")
  await page.click("text=Create the copy")
  await page.waitForSelector("h1:text-is('Copy of first')")
  const copy = await tested.client.experiment(new URL(page.url()).pathname.split("/").at(-1) as string).read()
  expect(copy.id).not.toBe(id)
  expect(copy).toMatchObject({ sticky: true, worthwhile: 0.05, horizon: 1000, progress: [{ round: 0 }] })
  await page.context().close()
}, 120_000)
