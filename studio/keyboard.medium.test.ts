// A newcomer without a mouse, in a real browser: from the first page to a demo with its ledger
// verified, and to its end.

import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { setUpService } from "./testing/set-up.ts"

const tested = setUpService()

/** The name of the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document
    return (activeElement?.getAttribute("aria-label") ?? activeElement?.textContent ?? "").trim()
  })

/** Presses Tab until what is called so has the focus, and says what it is called. */
async function tabTo(page: Page, name: string | RegExp): Promise<string> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab")
    const found = await focused(page)
    if (typeof name === "string" ? found === name : name.test(found)) return found
  }
  throw new Error(`${name} must be reached with Tab`)
}

const fromTheTop = (page: Page) => page.evaluate(() => document.querySelector("main")?.focus())

const isAnswersFocused = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.getAttribute("name") === "answers")

/**
 * While nothing is clear, finishing asks which option everyone gets: backwards from the button that
 * changes nothing.
 */
async function chooseFirst(page: Page): Promise<void> {
  for (let steps = 0; steps < 10; steps++) {
    await page.keyboard.press("Shift+Tab")
    if (await page.evaluate(() => document.activeElement?.getAttribute("type") === "radio")) break
  }
  await page.keyboard.press("Space")
}

describe("without a mouse", () => {
  test("a newcomer watches a demo, verifies its ledger, pauses, thinks twice, and finishes it", async () => {
    const page = await tested.browser.newPage()
    await page.goto(tested.service.address)
    await page.waitForSelector("h1")
    await tabTo(page, "Skip to content")
    await page.keyboard.press("Enter")
    await tabTo(page, "Watch one run")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/experiments\/exp_/)
    await page.waitForSelector('section[aria-label^="Verdict"]', { timeout: 60_000 })
    await tabTo(page, "Privacy and ledger")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\?tab=privacy$/)
    await page.waitForSelector('section[aria-labelledby="ledger"] tbody tr', { timeout: 60_000 })
    await tabTo(page, "Check it in this browser")
    await page.keyboard.press("Enter")
    await page.waitForSelector("[role=status] >> text=Checked just now:")
    await fromTheTop(page)
    await tabTo(page, "Pause")
    await page.keyboard.press("Space")
    await page.waitForSelector("h1 + .chip:text-is('Paused')")
    expect(await focused(page)).toBe("Resume")
    await fromTheTop(page)
    await tabTo(page, "Results")
    await page.keyboard.press("Enter")
    await page.waitForSelector('section[aria-label^="Verdict"]')
    await fromTheTop(page)
    const finish = await tabTo(page, /^Finish/)
    await page.keyboard.press("Enter")
    // Enter pressed at once does not do what cannot be undone.
    expect(await focused(page)).toBe("Keep it running")
    await page.keyboard.press("Escape")
    await page.waitForSelector("dialog[open]", { state: "detached" })
    expect(await focused(page)).toBe(finish)
    await page.keyboard.press("Enter")
    if (finish === "Finish …") await chooseFirst(page)
    await tabTo(page, "Finish it")
    await page.keyboard.press("Enter")
    await page.waitForSelector("h1 + .chip:text-is('Finished')")
    // The button is gone; what it stood in has the focus, and says how it ended.
    await page.waitForFunction(() => document.activeElement?.matches('section[aria-label^="Verdict"]'))
    await tabTo(page, "Copy the report")
    await page.close()
  }, 120_000)

  test("an experiment is created with the form, renamed, watched until someone has come, exported and finished", async () => {
    const page = await (await tested.browser.newContext({ acceptDownloads: true })).newPage()
    await page.goto(`${tested.service.address}/experiments`)
    await page.waitForSelector("main h1")
    await tabTo(page, "New experiment")
    await page.keyboard.press("Enter")
    await page.waitForSelector("#name")
    await page.focus("#name")
    await page.keyboard.type("By keyboard")
    await page.keyboard.press("Tab")
    await page.keyboard.type("left")
    await tabTo(page, "Remove option 1")
    await page.keyboard.press("Tab")
    await page.keyboard.type("right")
    // The one question that has no answer beforehand.
    for (let presses = 0; presses < 20 && !(await isAnswersFocused(page)); presses++) await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/experiments\/exp_/)
    await page.waitForSelector("h1:text-is('By keyboard')")
    // A new page is read from its start.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN")
    await tabTo(page, "More")
    await page.keyboard.press("Enter")
    await tabTo(page, "Rename …")
    await page.keyboard.press("Enter")
    await page.waitForSelector("dialog[open]")
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("experiment-name")
    await page.keyboard.press("End")
    await page.keyboard.type(" alone")
    await page.keyboard.press("Enter")
    await page.waitForSelector("h1:text-is('By keyboard alone')")
    const id = new URL(page.url()).pathname.split("/").at(-1)
    const decided = await fetch(`${tested.service.address}/v1/experiments/${id}/decisions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ subject: "someone" }),
    })
    expect(decided.status).toBe(201)
    await page.waitForSelector(".facts b:text-is('1')")
    await fromTheTop(page)
    await tabTo(page, "Export")
    await page.keyboard.press("Enter")
    await tabTo(page, /^Privacy statement/)
    const file = page.waitForEvent("download")
    await page.keyboard.press("Enter")
    expect((await file).suggestedFilename()).toBe(`${id}-privacy.html`)
    await fromTheTop(page)
    await tabTo(page, /^Finish/)
    await page.keyboard.press("Enter")
    await chooseFirst(page)
    await tabTo(page, "Finish it")
    await page.keyboard.press("Enter")
    await page.waitForSelector("h1 + .chip:text-is('Finished')")
    await page.context().close()
  }, 120_000)

  test("a question that is asked again at once stays, however late the browser says that it was closed", async () => {
    const { id } = await tested.client.createExperiment({
      name: "Asked twice",
      arms: ["left", "right"],
      horizon: 1000,
      answers: "all" as const,
      privacy: { eta: 1 },
    })
    const page = await tested.browser.newPage()
    await page.goto(`${tested.service.address}/experiments/${id}`)
    await page.focus("button:text-matches('^Finish')")
    // A busy browser says so only after the next keys, now and then; here it does when the test
    // wants it.
    await page.evaluate(() => {
      addEventListener("close", (event) => event.isTrusted && event.stopImmediatePropagation(), true)
      const dialogs = new Set<HTMLDialogElement>()
      addEventListener("focusin", ({ target }) => {
        const dialog = (target as Element).closest("dialog")
        if (dialog !== null) dialogs.add(dialog)
      })
      addEventListener("said", () => {
        for (const dialog of dialogs) if (!dialog.open) dialog.dispatchEvent(new Event("close"))
      })
    })
    const sayClosed = () => page.evaluate(() => dispatchEvent(new Event("said")))
    const ask = async () => {
      await page.keyboard.press("Enter")
      expect(await focused(page)).toBe("Keep it running")
    }
    await ask()
    for (const key of ["Escape", "Enter"]) {
      await page.keyboard.press(key)
      expect(await focused(page)).toMatch(/^Finish/)
      await ask()
      await sayClosed()
      await page.evaluate(() => new Promise(requestAnimationFrame))
      expect(await focused(page)).toBe("Keep it running")
    }
    // Closed by the browser alone, as with a gesture: it is gone, and can be asked again.
    await page.evaluate(() => document.querySelector("dialog")?.close())
    await sayClosed()
    await page.waitForSelector("dialog", { state: "detached" })
    await ask()
    await page.close()
  }, 120_000)
})
