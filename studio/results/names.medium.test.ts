// Names of the greatest length, without spaces, from right to left, or made of marks keep the page
// and its pictures intact.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { setUpService } from "../testing/set-up.ts"
import { simulateTraffic } from "./testing/simulate-traffic.ts"

const tested = setUpService(["--rate-limit", "0"])

const turned = "\u202eturned שלום"
const wide = "W".repeat(100)
const long = "a name that goes on and on ".repeat(4).slice(0, 100).trim()
const arms = [wide, long, turned, "👩‍👩‍👧‍👦".repeat(9)]
const base = {
  horizon: 8000,
  answers: "all" as const,

  privacy: { eta: 10 },
  evenShare: 0.5,
  arms,
}
const shares = { [wide]: 0.95, [long]: 0.3, [turned]: 0.3 }

test("long names break, labels are cut, and nothing is wider than the screen or its card", async () => {
  const name = "N".repeat(200)
  const alone = await simulateTraffic(tested.client, {
    definition: { ...base, name },
    shares,
    until: ["clear"],
    people: 200,
  })
  const segments = ["S".repeat(60), "another, longer"]
  const groups = await simulateTraffic(tested.client, { definition: { ...base, name, segments }, shares, people: 200 })
  for (const width of [390, 1440]) {
    const context = await tested.browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    for (const path of [
      "",
      `/${alone}`,
      `/${alone}?tab=people`,
      `/${alone}?tab=privacy`,
      `/${alone}?tab=code`,
      `/${alone}?tab=settings`,
      `/${groups}`,
    ]) {
      await page.goto(`${tested.service.address}/experiments${path}`)
      await page.waitForSelector(path.includes("?") || path === "" ? "main h1, main h2" : ".plot .line-labels text")
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        const cut = [
          ...document.querySelectorAll(".plot text, .card h2, .verdict h2, .verdict .chip, .interval-table .name-cell"),
        ]
        const outside = cut.filter((one) => {
          const card = one.closest(".card, .verdict")?.getBoundingClientRect()
          if (card === undefined || one.getBoundingClientRect().right <= card.right + 1) return false
          if (!(one instanceof SVGElement)) return true
          // An element that is cut off cannot be hit.
          one.scrollIntoView({ block: "center" })
          const { top, height } = one.getBoundingClientRect()
          return document.elementFromPoint(card.right + 2, top + height / 2) === one
        })
        return { page: scrollWidth - clientWidth, outside: outside.map(({ textContent }) => textContent) }
      })
      expect({ path, width, ...overflow }).toEqual({ path, width, page: 0, outside: [] })
    }
    await context.close()
  }
}, 240_000)

test("a name cannot turn a sentence around, and in a picture a long one has lines of its own", async () => {
  const only = [turned, long]
  const definition = { ...base, name: "Which?", arms: only }
  const id = await simulateTraffic(tested.client, {
    definition,
    shares: { [turned]: 0.95, [long]: 0.3 },
    until: ["clear"],
    people: 200,
  })
  const page = await tested.browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${tested.service.address}/experiments/${id}`)
  await page.waitForSelector(".verdict h2")
  expect(await page.innerText(".verdict h2")).toBe("\u2068turned שלום\u2069 is ahead.")
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("fieldset.export-buttons").first().getByText("SVG", { exact: true }).click(),
  ])
  const file = join(tested.folder, "names.svg")
  await download.saveAs(file)
  const texts = await page.evaluate(
    (svg) => {
      const picture = new DOMParser().parseFromString(svg, "image/svg+xml")
      return [...picture.querySelectorAll("text")].map(({ textContent }) => textContent ?? "")
    },
    readFileSync(file, "utf8"),
  )
  expect(texts[0]).toBe("Which? All options")
  const lines = texts.filter((text) => text !== "" && long.includes(text) && text.split(" ").length > 1)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join(" ")).toBe(long)
  await page.close()
}, 240_000)
