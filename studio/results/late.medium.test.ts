// Late and missing answers on the page of an experiment: what is outstanding, when figures come,
// who answered by option, and the age from which answers count.

import { expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { expectWholePage, openPage, readText } from "../testing/check-page.ts"
import { setUpService } from "../testing/set-up.ts"
import { simulateTraffic } from "./testing/simulate-traffic.ts"

const tested = setUpService()

const day = 86_400

/** So much noise that a first figure needs thousands of answers. */
const base = { arms: ["Letter", "Text message"], horizon: 8000, privacy: { eta: 0.01 } }

type Definition = Parameters<typeof tested.client.createExperiment>[0]

async function make(definition: object): Promise<ReturnType<typeof tested.client.experiment>> {
  const { id } = await tested.client.createExperiment(definition as Definition)
  return tested.client.experiment(id)
}

async function decide(experiment: ReturnType<typeof tested.client.experiment>, count: number) {
  const { results } = await experiment.decideMany(Array.from({ length: count }, () => ({})))
  return results.flatMap(({ decisionId, arm }) =>
    decisionId === undefined || arm === undefined ? [] : [{ decisionId, arm }],
  )
}

const open = (id: string) => openPage(tested.browser, `${tested.service.address}/experiments/${id}`, ".verdict")

test("without figures, public arrivals show how many answers are outstanding and needed", async () => {
  const experiment = await make({ ...base, name: "Public", answers: "all", rewardWindowSeconds: 21 * day })
  const decided = await decide(experiment, 60)
  await experiment.rewards(decided.slice(0, 12).map(({ decisionId }) => ({ decisionId, value: 1 })))
  const { segments } = await experiment.results()
  const [group] = segments
  expect(group?.outstanding).toBe(48)
  const page = await open(experiment.id)
  expect(await readText(page, ".verdict")).toMatch(
    new RegExp(
      `^No figures yet Waiting for answers\\. 48 answers outstanding\\. First figures after about ${group?.firstFigures?.answers?.toLocaleString("en-US")} more, at the present rate on \\d+ \\w+.*\\. Until every option has a figure, visits are shared evenly between options\\.`,
    ),
  )
  await expectWholePage(page)
  await page.context().close()
})

test("without figures, private arrivals show when windows end, and nothing about who answered", async () => {
  const experiment = await make({
    ...base,
    name: "Successes",
    privacy: { eta: 1 },
    answers: "successes",
    rewardWindowSeconds: 21 * day,
    sticky: true,
  })
  const { results } = await experiment.decideMany(Array.from({ length: 60 }, (_, n) => ({ subject: `person-${n}` })))
  await experiment.rewards(results.slice(0, 9).map(({ decisionId = "" }) => ({ decisionId, value: 1 })))
  const [group] = (await experiment.results()).segments
  expect(group).toMatchObject({ outstanding: 60, answeredShares: null, sharesDiffer: null })
  const at = new Date(group?.firstFigures?.at ?? 0).toLocaleDateString("en-GB", { day: "numeric", month: "short" })
  const page = await open(experiment.id)
  const words = await readText(page, ".verdict")
  expect(words).toContain(`First figures on ${at}`)
  expect(words).toContain(
    "Whether and when someone answered is secret here, so every answer is counted when its 21 days are over.",
  )
  expect(words).toContain("60 people whose 21 days are not over, answered or not.")
  // 60 people came within seconds: at that pace the plan is full long before.
  expect(words).toMatch(
    /The window is too long for this plan\. At this pace all 8,000 people have an option by \d+ \w+.*, before the first figures, so nothing can shift to what works\./,
  )
  expect(await readText(page, "section[aria-labelledby=answered-hidden]")).toBe(
    "Who has answered Hidden. Only successes are sent in this experiment, so knowing that someone answered would be knowing what they answered. No count, share, age or list of answers is shown or exported.",
  )
  expect(await page.textContent("main")).not.toMatch(/\b9 answers?\b/)
  await expectWholePage(page)
  await page.context().close()
})

test("differing shares of answers are shown by age, and answers can be made to count from an age on", async () => {
  const experiment = await make({ ...base, name: "MaybePromise", answers: "all", rewardWindowSeconds: 8 })
  const decided = await decide(experiment, 300)
  const send = (arm: string) =>
    experiment.rewards(decided.filter((one) => one.arm === arm).map(({ decisionId }) => ({ decisionId, value: 1 })))
  await send("Text message")
  await new Promise((resolve) => setTimeout(resolve, 2500))
  await send("Letter")
  // Windows have ended and the service has counted.
  let group: Awaited<ReturnType<typeof experiment.results>>["segments"][number] | undefined
  for (let tries = 0; tries < 60 && (group?.proposedRipeSeconds ?? null) === null; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    ;[group] = (await experiment.results()).segments
  }
  const ripe = group?.proposedRipeSeconds ?? 0
  expect(ripe).toBeGreaterThan(0)
  const page = await open(experiment.id)
  const card = "section[aria-labelledby=answered-all]"
  const words = await readText(page, card)
  expect(words).toMatch(
    /Text message is answered sooner: [\d.]+ % against [\d.]+ %\. This is more than chance\. If quick answers differ from slow ones, the first figures will favour one option\./,
  )
  expect(words).toContain("It can be raised later, never lowered.")
  expect(await page.locator(`${card} .bar-fill`).count()).toBe(2)
  await expectWholePage(page)
  const button = page.locator("button:has-text('Count answers from')")
  expect(await button.innerText()).toBe(`Count answers from ${ripe} seconds on …`)
  await button.focus()
  await page.keyboard.press("Enter")
  // The harmless button has the focus, and leaving changes nothing.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Keep it as it is")
  expect(await violations(page)).toEqual([])
  await page.keyboard.press("Escape")
  await page.waitForSelector("dialog", { state: "detached" })
  expect((await experiment.read()).ripeSeconds).toBe(0)
  await button.click()
  await page.click("dialog .btn.primary")
  await page.waitForSelector("dialog", { state: "detached" })
  expect((await experiment.read()).ripeSeconds).toBe(ripe)
  await page.waitForSelector("text=Answers count from a greater age on")
  await page.goto(`${tested.service.address}/experiments/${experiment.id}?tab=privacy`)
  await page.waitForSelector(`td:text-is("answers count from ${ripe} seconds on")`)
  await page.click("text=Check it in this browser")
  await page.waitForSelector("text=Checked just now")
  // The People tab shows by option who did not answer, as the service counts it.
  await page.goto(`${tested.service.address}/experiments/${experiment.id}?tab=people`)
  await page.waitForSelector("text=No answer within 8 seconds")
  await expectWholePage(page)
  await page.context().close()
}, 120_000)

test("a warning says that nearly every answer is the largest, and what to do", async () => {
  const id = await simulateTraffic(tested.client, {
    definition: {
      name: "All yes",
      arms: ["a", "b"],
      horizon: 8000,
      answers: "all",
      missing: "ignore",
      privacy: { eta: 10 },
      evenShare: 1,
    },
    shares: { a: 1, b: 1 },
    people: 1600,
    size: 100,
  })
  const { segments } = await tested.client.experiment(id).results()
  expect(segments[0]?.nearlyAllLargest).toBe(true)
  const page = await open(id)
  expect(await readText(page, ".note.warn")).toMatch(
    /^Nearly every answer is the largest one\. .* finish this one and begin another in which only successes are sent/,
  )
  await expectWholePage(page)
  await page.context().close()
})

test("answers to unknown decisions cause one note for all groups, with what to do", async () => {
  const experiment = await make({ ...base, name: "Unknown", answers: "all", segments: ["north", "south"] })
  const rewards = Array.from({ length: 30 }, (_, n) => ({ decisionId: `elsewhere-${n}`, value: 1 }))
  await experiment.rewards(rewards)
  const found = async () => (await experiment.results()).segments[1]?.integrity?.map(({ kind }) => kind)
  await expect.poll(found, { timeout: 20_000 }).toEqual(["unknown_decisions"])
  const page = await open(experiment.id)
  const notes = page.locator(".note.warn", { hasText: "never made" })
  expect(await notes.allInnerTexts()).toEqual([
    "30 answers named decisions that this experiment never made. See whether ids of another experiment, or of a test system, are sent.",
  ])
  await expectWholePage(page)
  await page.context().close()
})

test("the page says what the experiment has cost, and who gets what after the target and while paused", async () => {
  const bare = await make({ ...base, name: "No figures", answers: "all", sticky: true })
  const id = await simulateTraffic(tested.client, {
    definition: {
      ...base,
      name: "Cost",
      horizon: 1200,
      answers: "all",
      privacy: { eta: 0.5 },
      evenShare: 0.2,
      afterTarget: "control",
      control: "Letter",
    },
    shares: { Letter: 0.4, "Text message": 0.6 },
    people: 1200,
    size: 100,
  })
  const page = await open(id)
  await page.waitForSelector('section[aria-labelledby="cost"][aria-busy="false"]', { timeout: 30_000 })
  const { segments } = await tested.client.experiment(id).results()
  const { leader, arms = [], differences = [] } = segments[0] ?? {}
  const given = arms.find(({ arm }) => arm !== leader)?.decisions ?? 0
  const { difference, low, high } = differences[0] ?? {}
  const lost = (people: number) =>
    `${Math.round(people * (difference ?? 0))} ${Math.floor(people * Math.max(0, low ?? 0))} to ${Math.ceil(people * (high ?? 0))}`
  const rows = await page.locator(".costs tbody tr").allInnerTexts()
  const [ran, privacy, even] = rows.map((row) => row.replaceAll(/\s+/g, " ").trim())
  expect(ran).toBe(`This experiment of 1,200 visits ${lost(given)}`)
  expect(even).toBe(`An even split would have lost ${lost(600)}`)
  const [, planned, part] = /^of that, the cost of privacy planned: (\d+) (\d+) \d+ to \d+$/.exec(privacy ?? "") ?? []
  expect(Number(planned)).toBeGreaterThan(0)
  expect(Number(part)).toBeGreaterThan(0)
  expect(Number(part)).toBeLessThanOrEqual(Math.round(given * (difference ?? 0)))
  expect(await readText(page, ".note.gap-below")).toMatch(
    /^All planned visits have come: everyone new is given Letter, the control,/,
  )
  await expectWholePage(page)
  await tested.client.experiment(id).pause()
  await page.waitForSelector("text=While it is paused, everyone is given Letter, the control.")
  // Without figures the card is empty.
  await bare.pause({ serve: "sticky" })
  await page.goto(`${tested.service.address}/experiments/${bare.id}`)
  await page.waitForSelector("text=While it is paused, people keep the option they have")
  expect(await page.locator(".costs").count()).toBe(0)
  await page.context().close()
}, 60_000)
