// Late and silent people in the explorer: set by keyboard, part of the address, compared with
// everyone answering at once, and printed alike by the command.

import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { setUpSite } from "../testing/set-up.ts"

const tested = setUpSite()

const command = fileURLToPath(new URL("../../cli/armistice.mjs", import.meta.url))

test("late and silent people are set by keyboard, cost something, and the command prints the same", async () => {
  const context = await tested.browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
  const page = await context.newPage()
  await page.goto(`${tested.site.address}/explorer?means=0.6,0.5&horizon=5000&eta=1&algorithms=gdp-imed&runs=20`)
  await page.waitForSelector("section[data-done=true]", { timeout: 60_000 })
  // Everyone at once unless it is asked for.
  expect(await page.locator("[aria-labelledby=late]").count()).toBe(0)
  await page.focus(".settings-rail details.late-answers summary")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Space")
  await page.waitForURL(/late=exponential,100,0\.1,1000,public/)
  await page.getByLabel("Who answered").selectOption("private")
  await page.waitForURL(/late=exponential,100,0\.1,1000,private/)
  const card = page.locator("[aria-labelledby=late][data-late]:not([data-at-once=''])")
  await card.waitFor({ timeout: 60_000 })
  await page.waitForFunction(
    () =>
      document
        .querySelector("[aria-labelledby=late]")
        ?.textContent?.includes("nothing is learned from the first 1,000"),
    undefined,
    { timeout: 60_000 },
  )
  await page.waitForSelector("section[data-done=true]", { timeout: 60_000 })
  const [late, soon] = await card.evaluate((one) =>
    ["data-late", "data-at-once"].map((name) => Number(one.getAttribute(name))),
  )
  // A thousand people are dealt evenly before anything is learned: 1,000 · 0.05 · 0.9 answers.
  expect(Number(late) - Number(soon)).toBeGreaterThan(25)
  const shown = Number(await page.getAttribute("tr[data-algorithm=gdp-imed]", "data-regret"))
  const flags = "--mean-delay 100 --delay-law exponential --silence 0.1 --window 1000 --arrivals private"
  const text = `compare --algorithms gdp-imed --means 0.6,0.5 --horizon 5000 --eta 1 --runs 20 --seed 1 ${flags}`
  expect(await page.textContent("main")).toContain(`npx armistice ${text}`)
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...text.split(" "), "--json"], {
    maxBuffer: 2 ** 26,
  })
  const { results } = JSON.parse(stdout) as { results: { regret: { mean: number } }[] }
  expect(shown).toBeCloseTo(results[0]?.regret.mean ?? 0, 6)
  for (const [width, colorScheme] of [
    [390, "dark"],
    [1440, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.waitForSelector(`html[data-theme="${colorScheme}"]`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    expect(await violations(page)).toEqual([])
  }
  await context.close()
}, 180_000)

test("limits the number of people for late answers, and says so", async () => {
  const page = await tested.browser.newPage()
  await page.goto(
    `${tested.site.address}/explorer?means=0.6,0.5&horizon=10000000&eta=1&algorithms=gdp-imed&late=fixed,50,0,1000,public`,
  )
  await page.waitForSelector(".settings-rail >> text=so 100,000 people are simulated and not 10 million")
  await page.waitForSelector("[aria-labelledby=late] >> text=lost in 100,000", { timeout: 60_000 })
  await page.context().close()
}, 120_000)

test("different delays of yes and no are set by keyboard, and the command prints the same", async () => {
  const context = await tested.browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
  const page = await context.newPage()
  const settings = "means=0.6,0.5&horizon=5000&eta=1&algorithms=gdp-imed&runs=20"
  await page.goto(`${tested.site.address}/explorer?${settings}&late=exponential,100,0,1000,public`)
  const regret = async () => {
    await page.waitForSelector("section[data-done=true]", { timeout: 60_000 })
    return Number(await page.getAttribute("tr[data-algorithm=gdp-imed]", "data-regret"))
  }
  const alike = await regret()
  const rail = page.locator(".settings-rail")
  expect(await rail.getByText("Answers come after").count()).toBe(1)
  await rail.getByLabel("Yes and no").focus()
  await page.keyboard.press("ArrowDown")
  await page.waitForURL(/late=exponential,100,0,1000,public,1000$/)
  expect(await rail.getByText("Answers come after").count()).toBe(0)
  await rail.getByText("Quick answers count first").waitFor()
  await rail.getByLabel("A yes comes after").focus()
  await page.keyboard.press("ArrowLeft")
  await page.waitForURL(/late=exponential,100,0,1000,public,500$/)
  const flags = "--mean-delay 100,500 --delay-law exponential --window 1000"
  const text = `compare --algorithms gdp-imed --means 0.6,0.5 --horizon 5000 --eta 1 --runs 20 --seed 1 ${flags}`
  await page.waitForSelector(`main >> text=npx armistice ${text}`, { state: "attached" })
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...text.split(" "), "--json"], {
    maxBuffer: 2 ** 26,
  })
  const { results } = JSON.parse(stdout) as { results: { regret: { mean: number } }[] }
  const printed = results[0]?.regret.mean ?? 0
  await expect.poll(regret, { timeout: 60_000 }).toBeCloseTo(printed, 6)
  expect(printed).not.toBeCloseTo(alike, 6)
  expect(await violations(page)).toEqual([])
  // Other answers than yes and no have one time, which is what is shown and simulated; nothing is
  // forgotten.
  await rail.getByLabel("One answer is").selectOption("beta")
  await rail.getByText("Answers come after").waitFor()
  expect(await rail.getByLabel("Yes and no").count()).toBe(0)
  await page.waitForSelector("main >> text=--mean-delay 100 --delay-law exponential --window 1000", {
    state: "attached",
  })
  await rail.getByLabel("One answer is").selectOption("bernoulli")
  await rail.getByText("A yes comes after").waitFor()
  await context.close()
}, 180_000)

test("silence by option, a minimum age, ignored silence and successes only are simulated as by the command", async () => {
  const context = await tested.browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
  const page = await context.newPage()
  const settings = "means=0.6,0.5,0.4&horizon=3000&eta=1&algorithms=gdp-imed&runs=20"
  await page.goto(`${tested.site.address}/explorer?${settings}&late=exponential,100,0.1,1000,public`)
  const rail = page.locator(".settings-rail")
  const shows = async (address: RegExp, means: string, flags: string) => {
    await page.waitForURL(address)
    const text = `compare --algorithms gdp-imed --means ${means} --horizon 3000 --eta 1 --runs 20 --seed 1 ${flags}`
    await page.waitForSelector(`main >> text=npx armistice ${text}`, { state: "attached" })
    return text
  }
  const agrees = async (address: RegExp, means: string, flags: string) => {
    const text = await shows(address, means, flags)
    const { stdout } = await promisify(execFile)(process.execPath, [command, ...text.split(" "), "--json"], {
      maxBuffer: 2 ** 26,
    })
    const { results } = JSON.parse(stdout) as { results: { regret: { mean: number } }[] }
    const regret = async () => Number(await page.getAttribute("tr[data-algorithm=gdp-imed]", "data-regret"))
    await expect.poll(regret, { timeout: 60_000 }).toBeCloseTo(results[0]?.regret.mean ?? 0, 6)
  }
  await rail.getByLabel("Silence is").selectOption("own")
  await rail.getByLabel("Never answer, option A").focus()
  await page.keyboard.press("End")
  const shares = "--mean-delay 100 --delay-law exponential --silence 0.95,0.1,0.1 --window 1000"
  await agrees(/public,silence_0\.95_0\.1_0\.1$/, "0.6,0.5,0.4", shares)
  // A is answered by one in twenty, so B is best where silence counts as no; the card says that
  // both differ in more than time.
  await page.waitForSelector("[aria-labelledby=late] >> text=Options are answered unequally")
  await rail.getByLabel("No answer by then").selectOption("ignore")
  await shows(/ignore$/, "0.6,0.5,0.4", `${shares} --missing ignore`)
  await rail.getByLabel("Take option B away").click()
  await shows(/silence_0\.95_0\.1,ignore$/, "0.6,0.4", `${shares.replace("0.95,0.1,0.1", "0.95,0.1")} --missing ignore`)
  await rail.getByLabel("Yes and no").selectOption("own")
  await rail.getByText("Quick answers count first").waitFor()
  await rail.getByLabel("Answers count from an age of").focus()
  await page.keyboard.press("End")
  await rail.getByText("Quick answers wait for this age").waitFor()
  const aged = "--mean-delay 100,1000 --delay-law exponential --silence 0.95,0.1 --window 1000"
  await agrees(/1000,silence_0\.95_0\.1,ripe_1000,ignore$/, "0.6,0.4", `${aged} --missing ignore --ripe 1000`)
  await rail.getByLabel("People who do nothing").selectOption("successes")
  await rail.getByText("it is secret who answered").waitFor()
  for (const hidden of ["Who answered", "No answer by then", "Yes and no", "Answers count from an age of"])
    expect(await rail.getByLabel(hidden).count(), hidden).toBe(0)
  const sent = "--mean-delay 100 --delay-law exponential --silence 0.95,0.1 --window 1000"
  await agrees(/ignore,successes$/, "0.6,0.4", `${sent} --arrivals private --answers successes`)
  await page.waitForSelector("[aria-labelledby=late] >> text=nothing is learned from the first 1,000")
  expect(await violations(page)).toEqual([])
  await context.close()
}, 180_000)
