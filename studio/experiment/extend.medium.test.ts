// An experiment that reached its target without a verdict, in a real browser: what the page says,
// and extending it.

import { expect, test } from "vitest"
import { simulateTraffic, type Traffic } from "../results/testing/simulate-traffic.ts"
import { violations } from "../testing/accessibility.ts"
import { setUpService } from "../testing/set-up.ts"

const tested = setUpService(["--rate-limit", "0"])

const undecided: Traffic["definition"] & { horizon: number } = {
  name: "Checkout button",
  arms: ["Blue", "Green"],
  horizon: 60,
  answers: "all",
  evenShare: 1,
  privacy: { eta: 1 },
  rewardWindowSeconds: 1,
}

async function openEnded(definition: Traffic["definition"]) {
  const id = await simulateTraffic(tested.client, { definition, people: 60 })
  const experiment = tested.client.experiment(id)
  const state = async () => (await experiment.results()).segments[0]?.state
  await expect.poll(state, { timeout: 20_000 }).toBe("ended_undecided")
  const page = await tested.browser.newPage()
  await page.goto(`${tested.service.address}/experiments/${id}`)
  await page.waitForSelector("button:text-is('Extend …')")
  return { id, experiment, page }
}

test("an undecided end names no winner, and extending goes on learning", async () => {
  const { experiment, page } = await openEnded(undecided)
  expect(await page.innerText(".verdict .chip")).toMatch(/^Ended (undecided|without figures)$/)
  expect(await page.innerText(".verdict h2")).toMatch(
    /^(No winner\. Target of 60 reached|It ended without a winner)\.$/,
  )
  expect(await violations(page)).toEqual([])
  await page.click("button:text-is('Extend …')")
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Leave it as it is")
  await page.fill("#extend-to", "40")
  await page.click("dialog button:text-is('Extend it')")
  await page.waitForSelector("dialog [role=alert]:text-is('Give a whole number above 60.')")
  await page.fill("#extend-to", "2,000")
  await page.click("dialog button:text-is('Extend it')")
  await page.waitForSelector("dialog", { state: "detached" })
  await page.waitForSelector(".facts >> text=planned 2,000")
  expect((await experiment.read()).horizon).toBe(2000)
  await page.context().close()
}, 60_000)

test("a promise made for the planned number: Extend creates a larger copy and opens it", async () => {
  const { privacy: _privacy, ...others } = undecided
  const algorithm = { name: "dp-ts-ucb", alpha: 1 }
  const definition: Traffic["definition"] = {
    ...others,
    description: "Which colour sells",
    labels: ["shop"],
    segments: ["phone"],
    algorithm,
    reward: { min: 0, max: 2 },
    arrivals: "private",
    tickSeconds: 1,
    control: "Green",
    worthwhile: 0.1,
    metrics: [{ name: "complaint", min: 0, max: 1, eta: 0.1, worse: "higher", default: 0 }],
  }
  const { id, experiment, page } = await openEnded(definition)
  await page.click("button:text-is('Extend …')")
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Leave it as it is")
  const dialog = page.locator("dialog[open]")
  expect(await dialog.locator("h2").innerText()).toBe("Start a larger copy?")
  expect(await dialog.innerText()).toMatch(/promise was made for 60 visits and cannot take more/)
  expect(await dialog.innerText()).toMatch(/someone who takes part in both: their losses add up/)
  expect(await violations(page)).toEqual([])
  await page.fill("#extend-to", "2,000")
  await page.click("dialog button:text-is('Create the copy')")
  await page.waitForSelector("h1:text-is('Checkout button (2)')")
  const copied = page.url().replace(/.*\//, "")
  expect(copied).not.toBe(id)
  const {
    id: _id,
    createdAt: _at,
    progress: _progress,
    guarantee,
    subject: _subject,
    ...before
  } = await experiment.read()
  const { progress, ...after } = await tested.client.experiment(copied).read()
  expect(after).toMatchObject({
    ...before,
    name: "Checkout button (2)",
    horizon: 2000,
    algorithm: { ...algorithm, horizon: 2000 },
  })
  expect(after.guarantee.eta).toBeGreaterThan(guarantee.eta as number)
  expect(progress).toMatchObject([{ segment: "phone", round: 0 }])
  expect((await experiment.read()).horizon).toBe(60)
  await page.context().close()
}, 60_000)
