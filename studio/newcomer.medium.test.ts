// A newcomer's whole way in a real browser: from the first page to a running demo with its ledger verified; the service stopped and
// back while watching; and what the first visit costs.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openBrowser } from "./testing/browser.ts"
import { createKey, type ServiceProcess, startServiceProcess } from "./testing/service-process.ts"

const folder = mkdtempSync(join(tmpdir(), "armistice-newcomer-"))

let browser: Browser
let service: ServiceProcess

beforeAll(async () => {
  service = await startServiceProcess(join(folder, "newcomer.db"))
  browser = await openBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const open = async (address: string): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await page.goto(address)
  return page
}

const served = async (page: Page): Promise<number> => {
  const text = (await page.textContent("dl.facts dd")) ?? ""
  return Number(text.split(" ")[0]?.replaceAll(",", ""))
}

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 250))
}

describe("a newcomer", () => {
  test("gets from the first page to a moving demo, verifies its ledger, pauses and finishes it", async () => {
    const page = await open(service.address)
    await page.click("text=Watch a live demo")
    await page.waitForURL(/\/experiments\/exp_/)
    await until(async () => (await served(page)) > 200)
    await page.waitForSelector('section[aria-labelledby="shares"] svg')
    await page.waitForSelector('section[aria-labelledby="estimates"] tbody tr')
    await page.click("text=Verify it here")
    await page.waitForSelector("text=Verified:")
    await page.click("button:text-is('Pause')")
    await page.waitForSelector("h1 + .badge:text-is('paused')")
    await page.click("button:text-is('Resume')")
    await page.click("button:has-text('Finish …')")
    await page.waitForSelector("dialog[open] >> text=cannot be undone")
    await page.click("button:text-is('Finish it')")
    await page.waitForSelector("h1 + .badge:text-is('finished')")
    await page.goto(`${service.address}/experiments`)
    await page.waitForSelector("td >> text=finished")
    await page.context().close()
  })

  test("goes on watching when the service was away", async () => {
    const page = await open(`${service.address}/experiments`)
    await page.click("text=Start the demo")
    await page.waitForURL(/\/experiments\/exp_/)
    await until(async () => (await served(page)) > 50)
    const port = Number(new URL(service.address).port)
    await service.stop()
    await page.waitForSelector("text=does not answer just now")
    const before = await served(page)
    service = await startServiceProcess(join(folder, "newcomer.db"), port)
    await page.waitForSelector("text=does not answer just now", { state: "detached" })
    await until(async () => (await served(page)) > before)
    await page.context().close()
  })

  test("creates an experiment of their own, planned while the form is filled in", async () => {
    const page = await open(`${service.address}/experiments/new`)
    await page.click("button:text-is('Create it')")
    await page.waitForSelector("text=Give it a name.")
    await page.fill("#name", "My own")
    await page.fill("#arms", "left\nright\nmiddle")
    await page.waitForSelector("text=rewards lost against always giving the best arm")
    await page.click("button:text-is('Create it')")
    await page.waitForURL(/\/experiments\/exp_/)
    await page.waitForSelector("text=Nobody has come yet")
    expect(await page.textContent("pre")).toContain(new URL(page.url()).pathname.split("/").at(-1))
    await page.context().close()
  })

  test("is asked for a key where the service has keys", async () => {
    const store = join(folder, "keys.db")
    const key = await createKey(store)
    const guarded = await startServiceProcess(store)
    try {
      const page = await open(`${guarded.address}/experiments`)
      await page.fill("#key", "not-a-key")
      await page.click("button:text-is('Sign in')")
      await page.waitForSelector(".note.bad")
      await page.fill("#key", key)
      await page.click("button:text-is('Sign in')")
      await page.waitForSelector("text=There is none yet")
      await page.context().close()
    } finally {
      await guarded.stop()
    }
  })

  test("loads less than 250 kB at first, from nowhere else", async () => {
    for (const path of ["/", "/explorer"]) {
      const context = await browser.newContext()
      const page = await context.newPage()
      let bytes = 0
      const elsewhere: string[] = []
      context.on("response", (response) => {
        bytes += Number(response.headers()["content-length"] ?? 0)
        if (!response.url().startsWith(service.address) && !response.url().startsWith("blob:"))
          elsewhere.push(response.url())
      })
      await page.goto(service.address + path)
      await page.waitForFunction(() => document.querySelector(".drawing svg") !== null)
      console.log(`${path}: ${(bytes / 1000).toFixed(1)} kB compressed`)
      expect(bytes).toBeLessThan(250_000)
      expect(elsewhere).toEqual([])
      await context.close()
    }
  })
})
