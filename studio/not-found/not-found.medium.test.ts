// Where there is nothing: a page for browsers, a problem document for programs, 404 for both.

import { expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { setUpService } from "../testing/set-up.ts"

const tested = setUpService()

const browsers = "text/html,application/xhtml+xml,*/*;q=0.8"

const ask = async (path: string, accept?: string, method = "GET") => {
  const answer = await fetch(tested.service.address + path, { method, headers: accept === undefined ? {} : { accept } })
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() }
}

test.each([
  "/nowhere",
  "/experiments/exp_hppFjgr8xzwG",
  "/experiments/nothing/at/all",
  "/v1/nowhere",
  "/assets/gone.js",
])("%s is a page for browsers and a problem for programs, with 404", async (path) => {
  const page = await ask(path, browsers)
  expect(page).toMatchObject({ status: 404, type: "text/html; charset=utf-8" })
  expect(page.text).toContain('<div id="app">')
  for (const accept of [undefined, "*/*", "application/json"]) {
    const problem = await ask(path, accept)
    expect(problem).toMatchObject({ status: 404, type: expect.stringContaining("application/problem+json") })
    expect(JSON.parse(problem.text)).toMatchObject({ code: "not_found", status: 404 })
  }
  expect(await ask(path, browsers, "HEAD")).toMatchObject({ status: 404, text: "" })
})

test("existing addresses answer as before", async () => {
  for (const path of [
    "/",
    "/explorer?eta=1",
    "/experiments",
    "/experiments/new",
    "/experiments/exp_0123456789abcdef?tab=code",
    "/experiments/exp_0123456789abcdef012345",
  ])
    for (const accept of [browsers, "*/*"]) expect((await ask(path, accept)).status, path).toBe(200)
  // Only GET has pages; and a part of the API that is not there says so in its own words, even to a
  // browser.
  expect(await ask("/nowhere", browsers, "POST")).toMatchObject({
    status: 404,
    type: expect.stringContaining("application/problem+json"),
  })
  const unknown = await ask("/v1/experiments/exp_0123456789abcdef", browsers)
  expect(JSON.parse(unknown.text)).toMatchObject({ code: "unknown_experiment" })
})

test.each([
  [390, "light"],
  [390, "dark"],
  [768, "light"],
  [768, "dark"],
  [1440, "light"],
  [1440, "dark"],
] as const)("at %i px in %s colours the page says what was asked, and three ways on", async (width, colorScheme) => {
  const page = await (await tested.browser.newContext({ viewport: { width, height: 900 }, colorScheme })).newPage()
  await page.goto(`${tested.service.address}/experiments/exp_hppFjgr8xzwG`)
  await page.waitForSelector("h1:text-is('There is no page here.')")
  expect(await page.textContent(".intro")).toBe(
    "Nothing is kept at /experiments/exp_hppFjgr8xzwG. An id has 16 or 22 letters after exp_; this one has 12, so its end may have been cut off.",
  )
  expect(await page.inputValue("#wanted")).toBe("exp_hppFjgr8xzwG")
  expect(await page.$$eval(".link-list a", (links) => links.map((link) => link.getAttribute("href")))).toEqual([
    "/experiments",
    "/explorer",
    "/",
  ])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  expect(await violations(page)).toEqual([])
  await page.context().close()
})

test("the search opens the list, and the address is shown as plain text", async () => {
  const page = await tested.browser.newPage()
  await page.goto(`${tested.service.address}/%3Cimg%20src=x%20onerror=alert(1)%3E`)
  await page.waitForSelector("h1:text-is('There is no page here.')")
  expect(await page.$(".not-found img")).toBeNull()
  await page.fill("#wanted", "a & b")
  await page.keyboard.press("Enter")
  await page.waitForURL(`${tested.service.address}/experiments?q=a+%26+b`)
  await page.close()
})
