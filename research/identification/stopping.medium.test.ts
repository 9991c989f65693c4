// The committed page is what its rows say, rows are what the programs measure, and rules that are
// proved are wrong as rarely as allowed.

import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { boundRule, measureStopping, type StoppingRow } from "./measure-stopping.ts"
import { stoppingMarkdown } from "./stopping-markdown.ts"
import { allowedError, type StoppingSetting, stoppingSettings } from "./stopping-settings.ts"

const read = (name: string): string => readFileSync(new URL(`./results/${name}`, import.meta.url), "utf8")
const rows = JSON.parse(read("rows.json")) as StoppingRow[]

test("the committed page is what the committed rows say, of most settings", () => {
  expect(read("README.md")).toBe(stoppingMarkdown(rows))
  const measured = stoppingSettings.filter(({ name, eta }) =>
    rows.some((row) => row.setting === name && row.eta === eta && row.rule === boundRule),
  )
  expect(measured.length).toBeGreaterThanOrEqual(9)
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
  expect(measureStopping(easy, 4, 1)).toEqual(measureStopping(easy, 4, 1))
  expect(measureStopping(easy, 4, 1)).not.toEqual(measureStopping(easy, 4, 2))
})
