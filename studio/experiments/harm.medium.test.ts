// Urgent rows of the list: harm comes first and in red until someone marks it as seen, missing
// answers are shown until they come again, and errors disappear with their cause.

import { join } from "node:path"
import { expect, test } from "vitest"
import { simulateTraffic } from "../results/testing/simulate-traffic.ts"
import { violations } from "../testing/accessibility.ts"
import { setUpService } from "../testing/set-up.ts"

const pictures = process.env.STUDIO_PICTURES
const tested = setUpService(["--rate-limit", "0"])

const harmful = {
  arms: ["No promise", "Countdown"],
  horizon: 8000,
  answers: "all" as const,
  evenShare: 1,
  privacy: { eta: 5 },
  acceptWeakPrivacy: true,
  metrics: [
    {
      name: "complaints",
      min: 0,
      max: 1,
      eta: 9,
      worse: "higher" as const,
      default: 0,
      windowSeconds: 0.5,
      margin: 0.01,
    },
  ],
}

test("harm comes first in the list, in red, until someone marks it as seen", async () => {
  const quiet = await tested.client.createExperiment({ ...harmful, metrics: [], name: "Quiet one" })
  const id = await simulateTraffic(tested.client, {
    definition: { ...harmful, name: "Which promise sells?" },
    metrics: (arm) => ({ complaints: Number(arm === "Countdown") }),
    people: 400,
  })
  const seen = async () => (await tested.client.experiment(id).read()).harmSeen
  await expect.poll(seen, { timeout: 20_000 }).toBe(false)
  const context = await tested.browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${tested.service.address}/experiments`)
  const urgent = page.locator('section[aria-labelledby="part-urgent"]')
  await urgent.waitFor()
  expect(await page.locator("h2.group-heading").first().innerText()).toMatch(/^Needs you now\s+1$/)
  expect((await urgent.innerText()).replaceAll(/\s+/g, " ")).toMatch(/Harm Countdown .*complaints.* \+\d+\.\d points/)
  for (const [width, colorScheme] of [
    [390, "dark"],
    [1440, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.waitForSelector(`html[data-theme="${colorScheme}"]`)
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    if (pictures !== undefined)
      await page.screenshot({ path: join(pictures, `list-harm-${width}-${colorScheme}.png`), fullPage: true })
  }
  await page.click("button:text-is('Mark as seen')")
  await urgent.waitFor({ state: "detached" })
  expect(await seen()).toBe(true)
  expect(quiet.harmSeen).toBe(true)
  await context.close()
}, 120_000)

test("the list says that answers stopped, until they come again", async () => {
  const definition = { ...harmful, metrics: [], name: "Which banner is clicked?", rewardWindowSeconds: 2 }
  const id = await simulateTraffic(tested.client, { definition, people: 200 })
  const experiment = tested.client.experiment(id)
  const decide = async () => (await experiment.decideMany(Array.from({ length: 20 }, () => ({})))).results
  for (let group = 0; group < 4; group++) await decide()
  const page = await tested.browser.newPage()
  await page.goto(`${tested.service.address}/experiments?q=banner`)
  const row = page.locator('section[aria-labelledby="part-urgent"] li')
  await row.waitFor({ timeout: 20_000 })
  expect((await row.innerText()).replaceAll(/\s+/g, " ")).toMatch(
    /Silent No answers for \d+ seconds?, usually \d+ % answer\. Is sending broken\?/,
  )
  expect(await row.locator("button").count()).toBe(0)
  expect(await violations(page)).toEqual([])
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, "list-silent.png"), fullPage: true })
  await experiment.rewards((await decide()).flatMap(({ decisionId = "" }) => [{ decisionId, value: 1 }]))
  await row.waitFor({ state: "detached", timeout: 20_000 })
  await page.close()
}, 60_000)

test("an error disappears when the service answers again", async () => {
  const { id } = await tested.client.createExperiment({ ...harmful, metrics: [], name: "Away for a while" })
  const page = await tested.browser.newPage()
  await page.goto(`${tested.service.address}/experiments/${id}`)
  await page.waitForSelector("button:text-is('Pause')")
  await page.route("**/v1/**", (route) => route.abort())
  await page.click("button:text-is('Pause')")
  await page.waitForSelector(".field-error[role=alert] >> text=does not answer")
  await page.unrouteAll({ behavior: "ignoreErrors" })
  await page.waitForSelector(".field-error[role=alert]", { state: "detached", timeout: 20_000 })
  await page.close()
}, 60_000)
