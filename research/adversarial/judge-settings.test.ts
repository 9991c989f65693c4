// The criteria that count against the recommended algorithm in drawn settings, and the number of
// runs; a planted loss is found.

import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { formatAdversarialMarkdown } from "./adversarial-markdown.ts"
import type { DrawnSetting } from "./draw-settings.ts"
import { draws } from "./draws.ts"
import { isInDoubt, isLessBy, isMeasured, type JudgedCell, judgeSettings } from "./judge-settings.ts"
import { countRunsWanted, type MeasuredRow, measureSetting, searchPlan } from "./measure.ts"

const setting: DrawnSetting = {
  name: "0",
  family: "uniform",
  environment: { kind: "bernoulli", means: [0.7, 0.5] },
  horizon: 1000,
  eta: 1,
}

const row = (contender: string, mean: number, change: Partial<MeasuredRow> = {}): MeasuredRow => ({
  setting: "0",
  contender,
  usesHorizon: true,
  runs: 100,
  mean,
  // A standard error of 1 %.
  squares: 99 * 100 * (0.01 * mean) ** 2,
  ...change,
})

test("a setting counts against us beyond four standard errors, and by the new seeds", () => {
  const search = [row("gdp-imed", 120), row("gdp-imed without horizon", 110), row("dp-imed, tuned", 100)]
  const [cell] = judgeSettings([setting], search, [row("gdp-imed", 104), row("dp-imed, tuned", 100)])
  expect(cell.search?.ratio).toBeCloseTo(1.2, 12)
  expect(cell.search?.error).toBeCloseTo(1.2 * Math.SQRT2 * 0.01, 6)
  expect(isLessBy(cell.search, 0.1)).toBe(true)
  expect(isLessBy(cell.search, 0.15)).toBe(false)
  expect(isInDoubt(cell)).toBe(true)
  expect(cell.confirmed?.ratio).toBeCloseTo(1.04, 12)
  expect(isLessBy(cell.confirmed, 0.1)).toBe(false)
})

test("forms without horizon are compared among themselves, and slow contenders are left out", () => {
  const rows = [
    row("gdp-imed", 100),
    row("gdp-imed without horizon", 110),
    row("dp-imed, tuned", 95),
    row("dp-imed without horizon, tuned", 121, { usesHorizon: false }),
    row("gdp-ts, tuned", 10, { tooSlow: true }),
    row("dp-ucb, tuned", 0, { runs: 0, isFarBehind: true }),
  ]
  const [cell] = judgeSettings([setting], rows)
  expect(cell.search?.rival.contender).toBe("dp-imed, tuned")
  expect(cell.withoutHorizon?.ratio).toBeCloseTo(110 / 121, 12)
  expect(cell.tooSlow).toEqual(["gdp-ts, tuned"])
  const page = formatAdversarialMarkdown({ settings: [setting], ranges: "", plan: searchPlan }, rows, [])
  expect(page).toContain("gdp-ts, tuned in 1 settings")
  expect(page).toContain("dp-imed, tuned 95.0 ± 0.950")
})

test("a setting is measured where all rivals are far behind, and not where none was tried", () => {
  const ours = [row("gdp-imed", 100), row("gdp-imed without horizon", 110)]
  const behind = row("dp-ucb, tuned", 0, { runs: 0, isFarBehind: true })
  const slow = row("gdp-ts, tuned", 0, { runs: 0, tooSlow: true })
  const judge = (rows: MeasuredRow[]): boolean => judgeSettings([setting], rows).every(isMeasured)
  expect(judge([...ours, behind, slow])).toBe(true)
  expect(judge(ours)).toBe(false)
  expect(judge([...ours, slow])).toBe(false)
  expect(judge([behind])).toBe(false)
  expect(judge([...ours, behind, row("dp-imed, tuned", 0, { runs: 0 })])).toBe(false)
  const page = formatAdversarialMarkdown({ settings: [setting], ranges: "", plan: searchPlan }, [...ours, behind], [])
  expect(page).toContain("1 of them are measured so far.")
  expect(page).toContain("the ratio counts as 0: 0 uniform.")
})

test("the page names a setting in which a tenth is in doubt", () => {
  const rows = [row("gdp-imed", 115), row("gdp-imed without horizon", 110), row("dp-imed, tuned", 100)]
  const page = formatAdversarialMarkdown({ settings: [setting], ranges: "", plan: searchPlan }, rows, [])
  expect(page).toContain("by the other's): 0 uniform: 1.150 ± 0.016.")
})

test("runs go to contenders that may have a tenth less regret", () => {
  const ours = row("gdp-imed", 100)
  expect(countRunsWanted(undefined, ours, searchPlan)).toBe(searchPlan.few)
  expect(countRunsWanted(row("x", 300), ours, searchPlan)).toBe(100)
  expect(countRunsWanted(row("x", 300, { runs: 3 }), ours, searchPlan)).toBeGreaterThanOrEqual(3)
  expect(countRunsWanted(row("x", 90), ours, searchPlan)).toBe(200)
  expect(countRunsWanted(row("x", 70), ours, searchPlan)).toBe(100)
  expect(countRunsWanted(row("x", 110), ours, searchPlan)).toBe(100)
})

test("a setting is measured, continued, and not measured again", () => {
  const isSearched = (name: string): boolean => name.startsWith("dp-imed") || name.startsWith("adac")
  const rows = [...measureSetting(setting, "seed", new Map(), searchPlan, isSearched)]
  expect(rows.map(({ contender }) => contender)).toEqual(
    expect.arrayContaining(["gdp-imed", "gdp-imed without horizon", "dp-imed, tuned", "adac-ucb, tuned"]),
  )
  for (const { runs } of rows) expect(runs).toBeGreaterThanOrEqual(searchPlan.few)
  const known = new Map(rows.map((one) => [one.contender, one]))
  expect([...measureSetting(setting, "seed", known, searchPlan, isSearched)]).toEqual(rows)
})

const readDraw = (name: string) => {
  const draw = draws.find((one) => one.name === name)
  if (draw === undefined) throw new Error(`no draw is called ${name}`)
  const read = (file: string): string => readFileSync(new URL(file, draw.folder), "utf8")
  const [search, confirm] = ["search.json", "confirm.json"].map((file) => JSON.parse(read(file)) as MeasuredRow[])
  const measured = judgeSettings(draw.settings, search, confirm).filter(isMeasured)
  return { draw, read, search, confirm, measured }
}

/**
 * Settings in which another algorithm has this share less regret beyond four standard errors, by
 * new seeds where there are some.
 */
const listBeyond = (measured: readonly JudgedCell[], share: number): string[] =>
  measured.filter(({ search, confirmed }) => isLessBy(confirmed ?? search, share)).map(({ setting: { name } }) => name)

test.each(draws.map(({ name }) => name))("the committed page of the %s draw is what its rows say", (name) => {
  const { draw, read, search, confirm } = readDraw(name)
  expect(read("README.md")).toBe(formatAdversarialMarkdown(draw, search, confirm))
})

test.each([
  ["first", 400, 0.02, []],
  ["fresh", 40, 0, []],
  ["wide", 400, 0.01, ["335"]],
])(
  "in the %s draw of %d settings or more hardly any has another algorithm a tenth better beyond doubt",
  (name, least, share, far) => {
    const { measured } = readDraw(name)
    expect(measured.length).toBeGreaterThanOrEqual(least)
    // The settings that looked like a tenth less were measured again, and new seeds decide.
    for (const { search, confirmed } of measured) if (isLessBy(search, 0.1)) expect(confirmed).not.toBeNull()
    expect(listBeyond(measured, 0.15)).toEqual(far)
    expect(listBeyond(measured, 0.1).length).toBeLessThanOrEqual(share * measured.length)
  },
)
