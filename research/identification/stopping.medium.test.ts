// The committed page is what its rows say, rows are what the programs measure, and rules that are
// proved are wrong as rarely as allowed.

import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { boundRule, measureStopping, type StoppingRow } from "./measure-stopping.ts"
import { formatStoppingMarkdown } from "./stopping-markdown.ts"
import { allowedError, type StoppingSetting, stoppingSettings } from "./stopping-settings.ts"

const read = (name: string): string => readFileSync(new URL(`./results/${name}`, import.meta.url), "utf8")
const rows = JSON.parse(read("rows.json")) as StoppingRow[]

test("the committed page is what the committed rows say, of most settings", () => {
  expect(read("README.md")).toBe(formatStoppingMarkdown(rows))
  const measured = stoppingSettings.filter(({ name, eta }) =>
    rows.some((row) => row.setting === name && row.eta === eta && row.rule === boundRule),
  )
  expect(measured.length).toBeGreaterThanOrEqual(9)
})

test("algorithms that only look for the best arm have enough runs to check an error of 5 %", () => {
  for (const { rule, runs } of rows)
    if (rule !== boundRule && !rule.startsWith("service")) expect(runs).toBeGreaterThanOrEqual(400)
})

test("no proved rule is wrong more often than allowed by four standard errors, nor quicker than can be", () => {
  for (const { setting, eta, rule, errors, runs, mean, standardError } of rows) {
    if (rule === boundRule) continue
    if (rule !== "AdaP-TT unproved")
      expect(errors).toBeLessThanOrEqual(runs * allowedError + 4 * Math.sqrt(runs * allowedError * (1 - allowedError)))
    const floor = rows.find((row) => row.rule === boundRule && row.setting === setting && row.eta === eta)
    expect(mean + 5 * standardError).toBeGreaterThan(floor?.mean ?? Number.POSITIVE_INFINITY)
  }
})

test("rows are measured again alike, and another seed gives others", () => {
  const easy: StoppingSetting = { name: "easy", means: [0.9, 0.1], eta: 10 }
  const runs = { service: 4, identified: 6 }
  const measured = measureStopping(easy, runs, 1)
  expect(measureStopping(easy, runs, 1)).toEqual(measured)
  expect(measureStopping(easy, runs, 2)).not.toEqual(measured)
  expect(new Set(measured.map((row) => row.runs))).toEqual(new Set([4, 6, 0]))
})

test("rows with as many runs are kept, and those with fewer are measured again", () => {
  const easy: StoppingSetting = { name: "easy", means: [0.9, 0.1], eta: 10 }
  const few = measureStopping(easy, { service: 2, identified: 3 }, 1)
  const planted = few.map((row) => ({ ...row, mean: -1 }))
  const again = measureStopping(easy, { service: 2, identified: 5 }, 1, planted)
  for (const { rule, mean, runs } of again) if (rule !== boundRule) expect(mean === -1).toBe(runs === 2)
})
