// The Results tab: every state of the verdict says what the service says, at each width and in both
// themes, and pictures can be saved.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { openPage } from "../testing/check-page.ts"
import type { PageStyle } from "../testing/page-styles.ts"
import { setUpService } from "../testing/set-up.ts"
import { pageProblems } from "./testing/page-problems.ts"
import { arms, base, scenarios, shares } from "./testing/result-scenarios.ts"
import { simulateTraffic } from "./testing/simulate-traffic.ts"

/** A folder for pictures, for people who want to look at them. */
const pictures = process.env.STUDIO_PICTURES

export function testResults(styles: readonly PageStyle[], isFirst: boolean): void {
  const tested = setUpService()
  const created = new Map<string, string>()

  const createScenario = async (name: string): Promise<string> => {
    const known = created.get(name)
    if (known !== undefined) return known
    const scenario = scenarios[name] as (typeof scenarios)[string]
    const id = await simulateTraffic(tested.client, scenario)
    if (scenario.afterwards !== undefined) await tested.client.experiment(id)[scenario.afterwards]()
    created.set(name, id)
    return id
  }

  const open = (id: string) => openPage(tested.browser, `${tested.service.address}/experiments/${id}`, ".verdict")

  describe("every state", () => {
    test.each(Object.keys(scenarios))(
      "%s: says what the service says, whole and accessible at every width",
      async (name) => {
        const id = await createScenario(name)
        const page = await open(id)
        const errors: string[] = []
        page.on("pageerror", (error) => errors.push(error.message))
        const { horizon } = await tested.client.experiment(id).read()
        expect(await pageProblems(page, await tested.client.experiment(id).results(), horizon)).toEqual([])
        for (const [colorScheme, width] of styles) {
          await page.setViewportSize({ width, height: 900 })
          await page.emulateMedia({ colorScheme })
          await page.waitForSelector(`html[data-theme="${colorScheme}"]`)
          const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          const found = [
            ...(tooWide > 0 ? [`wider than the screen by ${tooWide} px`] : []),
            ...(await violations(page)),
          ]
          expect(found.map((problem) => `${width} ${colorScheme}: ${problem}`)).toEqual([])
          if (pictures !== undefined)
            await page.screenshot({
              path: join(pictures, `results-${name.replaceAll(" ", "-")}-${width}-${colorScheme}.png`),
              fullPage: true,
            })
        }
        expect(errors).toEqual([])
        await page.context().close()
      },
    )
  })

  if (!isFirst) return

  test("the comparison of page and service notices a wrong state", async () => {
    const id = await createScenario("clear")
    const context = await tested.browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.route("**/results", async (route) => {
      const answer = await route.fetch()
      const results = await answer.json()
      results.segments[0].state = "too_early"
      await route.fulfill({ response: answer, json: results })
    })
    await page.goto(`${tested.service.address}/experiments/${id}`)
    await page.waitForSelector(".verdict")
    const problems = await pageProblems(page, await tested.client.experiment(id).results(), 8000)
    expect(problems).toContainEqual("Verdict: the state is clear, got too_early")
    expect(problems.some((problem) => problem.includes("must read"))).toBe(true)
    // The page reads again by itself: wait for answers under way.
    await page.unrouteAll({ behavior: "wait" })
    await context.close()
  })

  test("all options share a fitted axis, only the leader has the accent, and private arrivals hide who answered", async () => {
    const page = await open(await createScenario("clear"))
    const names = await page.locator(".interval-table .ruled.name-cell").allInnerTexts()
    expect(names.map((name) => name.split("\n")[0])).toEqual(arms)
    expect(await page.locator(".interval-table .interval-line").count()).toBe(3)
    expect(await page.locator(".interval-table .interval-line.lead").count()).toBe(1)
    // Bars lie inside their tracks, and one comes near each end.
    const ends = await page.$$eval(".interval-table .interval-line", (bars) =>
      bars.flatMap((bar) => ["x1", "x2"].map((end) => Number.parseFloat(bar.getAttribute(end) ?? ""))),
    )
    expect(Math.min(...ends)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ends)).toBeLessThanOrEqual(100)
    expect(Math.max(...ends) - Math.min(...ends)).toBeGreaterThan(80)
    await page.waitForSelector('section[aria-label="Guardrails"] tbody tr')
    // One row for each option that is compared with the control.
    expect(await page.locator('section[aria-label="Guardrails"] tbody tr:not(.measure)').count()).toBe(arms.length - 1)
    expect(await page.locator(".plot path.line-lead").count()).toBe(1)
    await page.context().close()
    const hidden = await open(await createScenario("private arrivals"))
    expect(await hidden.locator(".interval-table .ruled.silent-cell").allInnerTexts()).toEqual([
      "hidden",
      "hidden",
      "hidden",
    ])
    await hidden.context().close()
    // A method without figures promises none.
    const bare = await open(await createScenario("no means"))
    expect(await bare.locator(".interval-table .ruled.value-cell").allInnerTexts()).toEqual([
      "no figure",
      "no figure",
      "no figure",
    ])
    expect(await bare.locator("text=What comes when").count()).toBe(0)
    await bare.context().close()
  })

  test("groups are side by side, and another group can rank the options", async () => {
    const page = await open(await createScenario("many options"))
    expect(await page.locator(".verdict-columns .verdict").count()).toBe(2)
    expect(await page.locator(".dense tbody tr:not(.group-row)").count()).toBe(12)
    await page.locator(".segment-choice label", { hasText: "South" }).click()
    await page.waitForSelector("text=Ranked by South.")
    await page.setViewportSize({ width: 390, height: 900 })
    // On phones the other group's columns are hidden, not squeezed.
    expect(await page.locator(".dense td.track-cell.wide-only").first().isVisible()).toBe(false)
    expect(await page.locator(".dense td.track-cell.chosen-group").first().isVisible()).toBe(true)
    // There the number of people stands below the option's name.
    const results = await tested.client.experiment(await createScenario("many options")).results()
    const given = results.segments.find(({ segment }) => segment === "South")?.arms ?? []
    for (const { arm, decisions } of given)
      expect(await page.locator(`.dense tbody th[title="${arm}"]`).innerText()).toMatch(
        new RegExp(`\\n${decisions} (visits?|people|person)$`),
      )
    await page.setViewportSize({ width: 768, height: 900 })
    expect(await page.locator(".dense td.people-cell.chosen-group").allInnerTexts()).toEqual(
      await page.$$eval(".dense tbody th small", (all) => all.map(({ textContent }) => textContent?.split(" ")[0])),
    )
    await page.context().close()
  })

  test("1,000 options are shown in steps", async () => {
    const id = await simulateTraffic(tested.client, {
      definition: {
        ...base,
        name: "Thousand",
        arms: Array.from({ length: 1000 }, (_, index) => `A headline with the number ${index + 1} in it`),
      },
      people: 200,
      size: 100,
    })
    const page = await open(id)
    const rows = page.locator(".dense tbody tr")
    expect(await rows.count()).toBe(100)
    await page.click("text=Show 100 more of 900")
    expect(await rows.count()).toBe(200)
    expect(await page.locator("*").count()).toBeLessThan(8000)
    // On phones, where nothing can be hovered, long names are shown in full.
    await page.setViewportSize({ width: 390, height: 900 })
    const isCut = (names: Element[]) =>
      names.filter(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth || scrollHeight > clientHeight,
      ).length
    expect(await page.$$eval(".dense tbody th, .dense tbody th span", isCut)).toBe(0)
    await page.context().close()
  })

  test("pictures have a title, day and source, and names in them are text", async () => {
    const name = `Pictures </text><script>alert(1)</script> & “more”`
    const id = await simulateTraffic(tested.client, {
      definition: { ...base, name },
      shares,
      until: ["clear"],
      people: 200,
    })
    const page = await open(id)
    const save = async (kind: string, place: number): Promise<Buffer> => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.locator("fieldset.export-buttons").nth(place).getByText(kind, { exact: true }).click(),
      ])
      const file = join(tested.folder, `${place}.${kind}`)
      await download.saveAs(file)
      return readFileSync(file)
    }
    const count = await page.locator("fieldset.export-buttons").count()
    expect(count).toBe(3)
    for (let place = 0; place < count; place++) {
      const svg = (await save("SVG", place)).toString("utf8")
      const read = await page.evaluate((text) => {
        const picture = new DOMParser().parseFromString(text, "image/svg+xml")
        const words = [...picture.querySelectorAll("text")].map(({ textContent }) => textContent).join(" ")
        return { words, isBroken: picture.querySelector("parsererror, script, foreignObject, style") !== null }
      }, svg)
      expect(read.isBroken).toBe(false)
      expect(read.words).toContain(name)
      expect(read.words).toMatch(/Armistice · \d{1,2} \w{3,4} \d{4} · http:\/\/127\.0\.0\.1/)
      expect(read.words).toContain(`/experiments/${id}`)
      expect((await save("PNG", place)).subarray(1, 4).toString("latin1")).toBe("PNG")
    }
    const csv = (await save("CSV", 0)).toString("utf8")
    expect(csv.split("\r\n")).toHaveLength(5)
    await page.context().close()
  })
}
