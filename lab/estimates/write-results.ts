// Measures coverage and calibration of the estimates and writes them beside this file. Run it with
// `node --conditions=source --import=tsx lab/estimates/write-results.ts`; it takes some ten minutes on one core.

import { mkdirSync, writeFileSync } from "node:fs"
import { renderSvg } from "../charts/render-chart.ts"
import { frontierInstances } from "../frontier/instances.ts"
import { version } from "../version.ts"
import { measureCalibration } from "./calibration.ts"
import { calibrationChart } from "./calibration-chart.ts"
import { measureCoverage } from "./coverage.ts"

const folder = new URL("./results/", import.meta.url)
const runs = 10_000
const seed = 1
const about = { date: new Date().toISOString().slice(0, 10), version, seed, runs }
const write = (name: string, text: string) => writeFileSync(new URL(name, folder), text)
const round = (_key: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(4)) : value)

mkdirSync(folder, { recursive: true })

const calibration = [
  { algorithm: "gdp-imed", parameters: { eta: 0.25 }, armCount: 3, horizon: 1000 },
  { algorithm: "gdp-imed", parameters: { eta: 1 }, armCount: 3, horizon: 200 },
  { algorithm: "gdp-imed", parameters: { eta: 1 }, armCount: 5, horizon: 1000 },
].map((setting) => ({ ...setting, ...measureCalibration({ ...setting, runs, seed }) }))
write("calibration.json", `${JSON.stringify({ ...about, results: calibration }, round, 1)}\n`)
write("calibration.svg", await renderSvg(calibrationChart(calibration)))

const horizon = 1e5
const coverage = []
for (const { name, environment } of frontierInstances.filter(({ name }) => name !== "fifty"))
  for (const eta of [10, 1, 0.25]) {
    const setting = { algorithm: "gdp-imed", parameters: { eta }, environment, horizon }
    const arms = measureCoverage({ ...setting, runs, measured: 200, seed })
    coverage.push({ instance: name, eta, horizon, arms })
    process.stderr.write(`${name} ${eta}\n`)
    write("coverage.json", `${JSON.stringify({ ...about, confidence: 0.95, results: coverage }, round, 1)}\n`)
  }
