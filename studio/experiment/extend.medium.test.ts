// An experiment that reached its target without a verdict, in a real browser: what the page says, and extending it.

import { expect, test } from "vitest"
import { played } from "../results/testing/played.ts"
import { violations } from "../testing/accessibility.ts"
import { testedService } from "../testing/tested.ts"

const tested = testedService(["--rate-limit", "0"])

test("ended undecided: no winner is named, and extending goes on learning from more people", async () => {
  const id = await played(tested.client, {
    definition: {
      name: "Checkout button",
      arms: ["Blue", "Green"],
      horizon: 60,
      answers: "all",
      evenShare: 1,
      privacy: { eta: 1 },
      rewardWindowSeconds: 1,
    },
    people: 60,
  })
  const experiment = tested.client.experiment(id)
  const state = async () => (await experiment.results()).segments[0]?.state
  await expect.poll(state, { timeout: 20_000 }).toBe("ended_undecided")
  const page = await tested.browser.newPage()
  await page.goto(`${tested.service.address}/experiments/${id}`)
  await page.waitForSelector("button:text-is('Extend …')")
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
