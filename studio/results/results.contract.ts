// The Results tab: every state of the verdict says what the service says, at each width and in both
// themes, and pictures can be saved.

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ArmisticeClient } from "@armistice/client"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { openBrowser } from "../testing/browser.ts"
import type { PageStyle } from "../testing/page-styles.ts"
import { type ServiceProcess, startServiceProcess } from "../testing/service-process.ts"
import { pageProblems } from "./testing/page-problems.ts"
import { simulateTraffic, type Traffic } from "./testing/simulate-traffic.ts"

/** A folder for pictures, for people who want to look at them. */
const pictures = process.env.STUDIO_PICTURES

const arms = ["Friendly reminder", "Short reminder", "Plain reminder"]
const shares = { "Friendly reminder": 0.9, "Short reminder": 0.5, "Plain reminder": 0.3 }
const answered = { answers: "all" } as const
/** So little noise that each state comes soon. */
const base = { arms, horizon: 8000, ...answered, privacy: { eta: 10 }, evenShare: 0.5 }
/** Its values count when its window ends. */
const complaint = {
  name: "complaint",
  min: 0,
  max: 1,
  eta: 9,
  worse: "higher",
  default: 0,
  windowSeconds: 0.5,
} as const
const two = {
  arms: ["By Friday", "Plain"],
  horizon: 8000,
  ...answered,
  evenShare: 1,
  privacy: { eta: 5 },
  acceptWeakPrivacy: true,
}
const letters = Array.from({ length: 12 }, (_, index) => `Wording ${String.fromCharCode(65 + index)}`)

const plays: Readonly<Record<string, Traffic & { readonly afterwards?: "finish" | "pause" }>> = {
  nobody: { definition: { ...base, name: "Nobody" } },
  "no figures": { definition: { ...base, name: "No figures" }, people: 60, silent: true },
  "too early": { definition: { ...base, name: "Too early" }, until: ["too_early"], size: 3 },
  leaning: { definition: { ...base, name: "Leaning" }, shares, until: ["leaning"], size: 4 },
  clear: {
    definition: { ...base, name: "Clear", acceptWeakPrivacy: true, metrics: [complaint] },
    shares,
    until: ["clear"],
    people: 400,
    metrics: () => ({ complaint: 0 }),
  },
  "no difference": {
    definition: { ...base, name: "No difference", evenShare: 1, worthwhile: 0.4 },
    until: ["no_difference"],
  },
  guardrail: {
    definition: { ...two, name: "Guardrail", control: "Plain", metrics: [complaint], onHarm: "notify" },
    shares: { "By Friday": 0.8, Plain: 0.2 },
    until: ["guardrail"],
    metrics: (arm) => ({ complaint: Number(arm === "By Friday") }),
  },
  won: { definition: { ...base, name: "Won" }, shares, until: ["clear"], people: 300, afterwards: "finish" },
  undecided: {
    definition: { ...base, name: "Undecided" },
    until: ["too_early", "leaning"],
    size: 3,
    afterwards: "finish",
  },
  paused: { definition: { ...base, name: "Paused" }, shares, until: ["clear"], people: 300, afterwards: "pause" },
  groups: {
    definition: { ...base, name: "Groups", segments: ["North", "South"] },
    shares,
    until: ["clear"],
    people: 200,
  },
  "many options": {
    definition: { ...base, name: "Many options", arms: letters, segments: ["North", "South"] },
    shares: Object.fromEntries(letters.map((letter, index) => [letter, index === 0 ? 0.95 : 0.3])),
    people: 400,
    size: 50,
  },
  "private arrivals": {
    definition: { ...base, name: "Private arrivals", arrivals: "private", rewardWindowSeconds: 3600 },
    people: 40,
  },
  "no means": {
    definition: { name: "No means", arms, horizon: 8000, ...answered, algorithm: { name: "uniform" } },
    people: 40,
  },
}

export function resultsAreTold(looks: readonly PageStyle[], isFirst: boolean): void {
  const folder = mkdtempSync(join(tmpdir(), "armistice-results-"))
  let browser: Browser
  let service: ServiceProcess
  let client: ArmisticeClient
  const made = new Map<string, string>()

  beforeAll(async () => {
    service = await startServiceProcess(join(folder, "results.db"))
    browser = await openBrowser()
    client = new ArmisticeClient({ baseUrl: service.address })
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const idOf = async (name: string): Promise<string> => {
    const known = made.get(name)
    if (known !== undefined) return known
    const play = plays[name] as (typeof plays)[string]
    const id = await simulateTraffic(client, play)
    if (play.afterwards !== undefined) await client.experiment(id)[play.afterwards]()
    made.set(name, id)
    return id
  }

  const open = async (id: string): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
    const page = await context.newPage()
    await page.goto(`${service.address}/experiments/${id}`)
    await page.waitForSelector(".verdict")
    return page
  }

  describe("every state", () => {
    test.each(Object.keys(plays))(
      "%s: says what the service says, whole and accessible at every width",
      async (name) => {
        const id = await idOf(name)
        const page = await open(id)
        const errors: string[] = []
        page.on("pageerror", (error) => errors.push(error.message))
        const { horizon } = await client.experiment(id).read()
        expect(await pageProblems(page, await client.experiment(id).results(), horizon)).toEqual([])
        for (const [colorScheme, width] of looks) {
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

  test("a wrong state is noticed: what the page says is compared with the service, not with itself", async () => {
    const id = await idOf("clear")
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.route("**/results", async (route) => {
      const answer = await route.fetch()
      const results = await answer.json()
      results.segments[0].state = "too_early"
      await route.fulfill({ response: answer, json: results })
    })
    await page.goto(`${service.address}/experiments/${id}`)
    await page.waitForSelector(".verdict")
    const problems = await pageProblems(page, await client.experiment(id).results(), 8000)
    expect(problems).toContainEqual("Verdict: the state is clear, got too_early")
    expect(problems.some((problem) => problem.includes("must read"))).toBe(true)
    // The page reads again by itself: wait for answers under way.
    await page.unrouteAll({ behavior: "wait" })
    await context.close()
  })

  test("all options stand on one axis that fits them, the leader alone in the accent, and private arrivals hide who answered", async () => {
    const page = await open(await idOf("clear"))
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
    const hidden = await open(await idOf("private arrivals"))
    expect(await hidden.locator(".interval-table .ruled.silent-cell").allInnerTexts()).toEqual([
      "hidden",
      "hidden",
      "hidden",
    ])
    await hidden.context().close()
    // A method without figures promises none.
    const bare = await open(await idOf("no means"))
    expect(await bare.locator(".interval-table .ruled.value-cell").allInnerTexts()).toEqual([
      "no figure",
      "no figure",
      "no figure",
    ])
    expect(await bare.locator("text=What comes when").count()).toBe(0)
    await bare.context().close()
  })

  test("groups are side by side and never merged; another group can be ranked by", async () => {
    const page = await open(await idOf("many options"))
    expect(await page.locator(".verdict-columns .verdict").count()).toBe(2)
    expect(await page.locator(".dense tbody tr:not(.group-row)").count()).toBe(12)
    await page.locator(".segment-choice label", { hasText: "South" }).click()
    await page.waitForSelector("text=Ranked by South.")
    await page.setViewportSize({ width: 390, height: 900 })
    // On phones the other group's columns are hidden, not squeezed.
    expect(await page.locator(".dense td.track-cell.wide-only").first().isVisible()).toBe(false)
    expect(await page.locator(".dense td.track-cell.chosen-group").first().isVisible()).toBe(true)
    // There the number of people stands below the option's name.
    const results = await client.experiment(await idOf("many options")).results()
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

  test("of 1,000 options as many rows are made as are asked for", async () => {
    const id = await simulateTraffic(client, {
      definition: {
        ...base,
        name: "Thousand",
        arms: Array.from({ length: 1000 }, (_, index) => `A headline of which the number is ${index + 1}`),
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

  test("pictures carry title, day and source, and names in them are words", async () => {
    const name = `Pictures </text><script>alert(1)</script> & “more”`
    const id = await simulateTraffic(client, { definition: { ...base, name }, shares, until: ["clear"], people: 200 })
    const page = await open(id)
    const save = async (kind: string, place: number): Promise<Buffer> => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.locator("fieldset.export-buttons").nth(place).getByText(kind, { exact: true }).click(),
      ])
      const file = join(folder, `${place}.${kind}`)
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
