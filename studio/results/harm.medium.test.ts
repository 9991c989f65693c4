// Harm on the page of an experiment: an option that is stopped by itself, one that people still
// get, and the questions before stopping and resuming.

import { join } from "node:path"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { expectWholePage, openPage } from "../testing/check-page.ts"
import { setUpService } from "../testing/set-up.ts"
import { simulateTraffic } from "./testing/simulate-traffic.ts"

const pictures = process.env.STUDIO_PICTURES
const tested = setUpService(["--rate-limit", "0"])

const definition = {
  arms: ["No promise", "By Friday", "Countdown"],
  horizon: 8000,
  answers: "all" as const,
  evenShare: 1,
  privacy: { eta: 5 },
  acceptWeakPrivacy: true,
  rewardWindowSeconds: 2,
  metrics: [
    {
      name: "complaints",
      min: 0,
      max: 1,
      eta: 5,
      worse: "higher" as const,
      default: 0,
      windowSeconds: 0.5,
      margin: 0.01,
    },
  ],
}

const playHarm = (name: string, onHarm: "stop_arm" | "notify") =>
  simulateTraffic(tested.client, {
    definition: { ...definition, name, onHarm },
    metrics: (arm) => ({ complaints: Number(arm === "Countdown") }),
    people: 400,
  })

const open = (id: string) => openPage(tested.browser, `${tested.service.address}/experiments/${id}`, ".verdict")

const inspect = (page: Page, state: string) =>
  expectWholePage(page, async (width, colorScheme) => {
    if (pictures !== undefined)
      await page.screenshot({ path: join(pictures, `harm-${state}-${width}-${colorScheme}.png`), fullPage: true })
  })

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test("a harmful option is stopped by itself, comes first on the page, and needs a reason to resume", async () => {
  const id = await playHarm("Which promise sells?", "stop_arm")
  const experiment = tested.client.experiment(id)
  await expect.poll(async () => (await experiment.read()).stopped.length, { timeout: 20_000 }).toBe(1)
  const page = await open(id)
  const verdict = page.locator(".verdict.harm")
  await verdict.waitFor()
  expect(await verdict.locator("h2").innerText()).toBe("Countdown raises complaints. It is stopped.")
  expect(await verdict.locator(".chip").innerText()).toBe("Harm: option stopped")
  const words = (await verdict.innerText()).replaceAll("\u00a0", " ")
  expect(words).toMatch(
    /You allow up to 1 point more\. The experiment stopped Countdown by itself on \d+ \w+, \d\d:\d\d\./,
  )
  expect(words).toContain("Nobody new is given Countdown.")
  expect(await page.innerText(".page-head")).toContain("1 option stopped")
  const guardrails = page.locator('section[aria-label="Guardrails"]')
  const row = guardrails.locator("tr", { hasText: "Countdown" })
  expect(await row.locator(".chip").innerText()).toBe("Worse")
  expect(await row.locator(".interval-line.bad").count()).toBe(1)
  expect(await page.innerText("section[aria-labelledby=who-did-what]")).toContain(
    "Countdown stopped: complaints surely worse",
  )
  await inspect(page, "stopped")
  await page.click("button:text-is('Resume this option …')")
  await page.waitForSelector("dialog[open]")
  expect(await focused(page)).toBe("Leave it stopped")
  await inspect(page, "resume")
  await page.click("dialog button:has-text('Resume for new')")
  await page.waitForSelector("dialog [role=alert]:text-is('Say why it is safe now.')")
  await page.fill("#resume-reason", "The clock showed the wrong time zone; fixed.")
  await page.click("dialog button:has-text('Resume for new')")
  await page.waitForSelector("dialog", { state: "detached" })
  await page.waitForSelector("h2:text-is('Countdown raises complaints. People still get it.')")
  expect((await experiment.read()).stopped).toEqual([])
  await page.context().close()
}, 120_000)

test("with notification only, people get the option until someone stops it, and the harm is announced once", async () => {
  const { id } = await tested.client.createExperiment({ ...definition, name: "Told only", onHarm: "notify" })
  const page = await open(id)
  const experiment = tested.client.experiment(id)
  for (let round = 0; round < 20; round++) {
    const { results } = await experiment.decideMany(Array.from({ length: 20 }, () => ({})))
    await experiment.rewards(
      results.map(({ decisionId, arm }) => ({
        decisionId: decisionId as string,
        value: 0.5,
        metrics: { complaints: Number(arm === "Countdown") },
      })),
    )
  }
  const alert = page.locator(".sr-only[role=alert]")
  await page.waitForSelector(".verdict.harm", { timeout: 20_000 })
  await expect.poll(() => alert.innerText()).toBe("Countdown raises complaints. People still get it.")
  expect(await page.innerText(".verdict.harm .chip")).toBe("Harm: still running")
  await inspect(page, "told")
  await page.click("button:text-is('Stop this option …')")
  await page.waitForSelector("dialog[open]")
  expect(await focused(page)).toBe("Keep it running")
  await page.click("dialog button:text-is('Stop Countdown')")
  await page.waitForSelector("h2:text-is('Countdown raises complaints. It is stopped.')")
  // Stopping an option is not new harm.
  expect(await alert.innerText()).toBe("")
  for (let round = 0; round < 3; round++) {
    const { results } = await experiment.decideMany(Array.from({ length: 20 }, () => ({})))
    expect(results.map(({ arm }) => arm)).not.toContain("Countdown")
  }
  await page.click("button:text-is('Mark as seen')")
  await page.waitForSelector(".verdict.harm", { state: "detached" })
  // The last decisions have no answers, which another note may mention.
  const note = page.locator(".note.gap-below", { hasText: "Option stopped." })
  expect(await note.innerText()).toMatch(/^Option stopped\. .+ stopped Countdown on /)
  await inspect(page, "seen")
  await page.context().close()
}, 120_000)
