// A newcomer's whole way in a real browser: from the first page to a running demo with its ledger
// verified; the service stopped and back while watching; and what the first visit costs.

import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { createKey, startServiceProcess } from "./testing/service-process.ts"
import { setUpService } from "./testing/set-up.ts"

const tested = setUpService()

const open = async (address: string): Promise<Page> => {
  const page = await (await tested.browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await page.goto(address)
  return page
}

const served = async (page: Page): Promise<number> => {
  const text = (await page.textContent(".facts b")) ?? ""
  return Number(text.replaceAll(",", ""))
}

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 250))
}

describe("a newcomer", () => {
  test("gets from the first page to a moving demo, verifies its ledger, pauses and finishes it", async () => {
    const page = await open(tested.service.address)
    await page.click("text=Watch one run")
    await page.waitForURL(/\/experiments\/exp_/)
    await until(async () => (await served(page)) > 200)
    await page.waitForSelector('section[aria-label^="Verdict"]')
    await page.click("a:text-is('Privacy and ledger')")
    await page.waitForSelector('section[aria-labelledby="ledger"] tbody tr')
    // Another tab says what it is, too.
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.waitForSelector('section[aria-label="Demo"] >> text=none come from this tab just now')
    await other.close()
    await page.click("text=Check it in this browser")
    await page.waitForSelector("text=the chain is whole")
    await page.click("button:text-is('Pause')")
    await page.waitForSelector("h1 + .chip:text-is('Paused')")
    await page.waitForSelector("text=Paused by someone without a key")
    await page.click("button:text-is('Resume')")
    await page.click("a:text-is('Results')")
    await page.click("button:has-text('Finish')")
    await page.waitForSelector("dialog[open] >> text=cannot be undone")
    if ((await page.$("dialog input[type=radio]")) !== null) await page.check("dialog input[type=radio] >> nth=0")
    await page.click("button:text-is('Finish it')")
    await page.waitForSelector("h1 + .chip:text-is('Finished')")
    await page.click("text=Experiments")
    await page.waitForSelector('section[aria-labelledby="part-done"] >> text=Demo: which reminder works?')
    await page.context().close()
  })

  test("goes on watching when the service was away", async () => {
    const page = await open(`${tested.service.address}/experiments`)
    await page.click("text=Watch the demo")
    await page.waitForURL(/\/experiments\/exp_/)
    await until(async () => (await served(page)) > 50)
    const port = Number(new URL(tested.service.address).port)
    await tested.service.stop()
    await page.waitForSelector("text=does not answer just now")
    const before = await served(page)
    tested.service = await startServiceProcess(tested.store, port)
    await page.waitForSelector("text=does not answer just now", { state: "detached" })
    await until(async () => (await served(page)) > before)
    await page.context().close()
  })

  test("creates an experiment of their own, planned while the form is filled in", async () => {
    const page = await open(`${tested.service.address}/experiments/new`)
    await page.click("button:text-is('Create and start'):visible")
    await page.waitForSelector("text=Fix three things")
    await page.fill("#name", "My own")
    await page.fill("#option-1", "left")
    await page.fill("#option-2", "right")
    await page.check("#answers")
    await page.click("text=Add an option")
    await page.fill("#option-3", "middle")
    await page.waitForSelector("aside b[data-lost]", { timeout: 60_000 })
    await page.click("button:text-is('Create and start'):visible")
    await page.waitForURL(/\/experiments\/exp_/)
    await page.click("a:text-is('People')")
    await page.waitForSelector("text=Nobody has come yet")
    await page.click("a:text-is('Code')")
    expect(await page.textContent("#calls")).toContain(new URL(page.url()).pathname.split("/").at(-1))
    await page.context().close()
  })

  test("is asked for a key where the service has keys", async () => {
    const store = join(tested.folder, "keys.db")
    const key = await createKey(store)
    const guarded = await startServiceProcess(store)
    try {
      const page = await open(`${guarded.address}/experiments`)
      await page.fill("#key", "not-a-key")
      await page.click("button:text-is('Sign in')")
      await page.waitForSelector("#key-problem")
      await page.fill("#key", key)
      await page.click("button:text-is('Sign in')")
      await page.waitForSelector("text=Nothing is being tried yet")
      await page.context().close()
    } finally {
      await guarded.stop()
    }
  })

  test("loads less than 250 kB at first, from nowhere else", async () => {
    for (const path of ["/explorer", "/experiments"]) {
      const context = await tested.browser.newContext()
      const page = await context.newPage()
      let bytes = 0
      const elsewhere: string[] = []
      context.on("response", (response) => {
        bytes += Number(response.headers()["content-length"] ?? 0)
        if (!response.url().startsWith(tested.service.address) && !response.url().startsWith("blob:"))
          elsewhere.push(response.url())
      })
      await page.goto(tested.service.address + path)
      await page.waitForSelector("main h1 >> visible=true")
      await page.waitForSelector("main svg")
      console.log(`${path}: ${(bytes / 1000).toFixed(1)} kB compressed`)
      expect(bytes).toBeLessThan(250_000)
      expect(elsewhere).toEqual([])
      await context.close()
    }
  })
})
