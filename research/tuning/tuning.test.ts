// The laboratory's tuned settings are those that the committed tuning chose, and every choice keeps
// to the privacy it is made for.

import { readFileSync } from "node:fs"
import { catalogue } from "@armistice/core"
import { formatFormName, freeParameters, tunedParameters } from "@armistice/lab/internal"
import { expect, test } from "vitest"
import { tuneForm } from "./tune.ts"
import { type FormRow, formatTuningMarkdown } from "./tuning-markdown.ts"

const read = (name: string): string => readFileSync(new URL(`./results/${name}`, import.meta.url), "utf8")
const rows = JSON.parse(read("../../../lab/frontier/tuned-parameters.json")) as FormRow[]

test("the choices in use are the committed ones, in the order of eta, and so is the page", () => {
  const setting = { horizon: 1e6, armCount: 3 }
  for (const free of freeParameters) {
    const chosen = rows.filter(({ form }) => form === formatFormName(free))
    expect(chosen.map(({ eta }) => eta)).toEqual(chosen.map(({ eta }) => eta).sort((a, b) => a - b))
    for (const { eta, choice } of chosen)
      expect(tunedParameters(free, formatFormName(free), eta, setting)).toEqual(free.parameters(choice, eta, setting))
  }
  expect(read("README.md")).toBe(formatTuningMarkdown(rows))
})

test("every algorithm of the committed frontier that leaves anything open is tuned", () => {
  const frontier = readFileSync(new URL("../frontier/results/rows.json", import.meta.url), "utf8")
  const open = catalogue.filter(({ parameters, calibrate, name }) => {
    if (!frontier.includes(`"${name}"`)) return false
    // The parameters that calibration sets are not open, nor are the recommended algorithm's own.
    const fit = calibrate?.(1e4, { horizon: 1000, armCount: 2 })
    if (!fit || name.startsWith("gdp-imed")) return false
    return Object.keys(parameters).some((one) => one !== "horizon" && !(one in fit))
  })
  expect(open.length).toBeGreaterThan(6)
  const tuned = new Set(freeParameters.map(({ algorithm }) => algorithm))
  for (const { name } of open) expect(tuned.has(name), name).toBe(true)
})

test("tuning takes the value with the least regret: one that is plainly bad never", () => {
  const [adac] = freeParameters.filter(({ algorithm }) => algorithm === "adac-ucb")
  const few = {
    ...adac,
    grids: { exploration: [0.3, 50] },
    start: { exploration: 50 },
    most: { arms: 4, horizon: 1e4 },
  }
  const row = tuneForm(few, 1)
  expect(row?.choice).toEqual({ exploration: 0.3 })
  expect(row?.besideStart).toBeLessThan(0.9)
})
