// Measures coverage and calibration of the estimates and writes them beside this file. Run it with
// `node --conditions=source --import=tsx research/estimates/write-results.ts
// [calibration|coverage]`; each takes some twenty minutes of one core. Coverage resumes: settings
// that are in its file are not measured again, so remove those of an algorithm that changed.

import { mkdirSync, writeFileSync } from "node:fs"
import { drawChart } from "@armistice/charts"
import { findAlgorithm } from "@armistice/core"
import { type EnvironmentSpec, frontierInstances, version } from "@armistice/lab"
import { readResults } from "../read-results.ts"
import { measureCalibration } from "./calibration.ts"
import { createCalibrationChart } from "./calibration-chart.ts"
import { type ArmCoverage, measureCoverage } from "./coverage.ts"

const folder = new URL("./results/", import.meta.url)
const runs = 10_000
const seed = 1
const horizon = 1e5
const about = { date: new Date().toISOString().slice(0, 10), version, seed, runs }
const write = (name: string, text: string) => writeFileSync(new URL(name, folder), text)
const round = (_key: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(4)) : value)

function writeCalibration(): void {
  const results = [
    { algorithm: "gdp-imed", parameters: { eta: 0.25, horizon: 1000 }, armCount: 3, horizon: 1000 },
    { algorithm: "gdp-imed", parameters: { eta: 1, horizon: 200 }, armCount: 3, horizon: 200 },
    { algorithm: "gdp-imed", parameters: { eta: 1, horizon: 1000 }, armCount: 5, horizon: 1000 },
    { algorithm: "gdp-ts", parameters: { eta: 1 }, armCount: 3, horizon: 200 },
  ].map((setting) => ({ ...setting, ...measureCalibration({ ...setting, runs, seed }) }))
  write("calibration.json", `${JSON.stringify({ ...about, results }, round, 1)}\n`)
  write("calibration.svg", drawChart(createCalibrationChart(results)))
}

/** The recommended algorithm everywhere, and one algorithm of each other kind on hard instances. */
const settings: readonly { algorithm: string; instance: string; eta: number; rounds?: number }[] = [
  ...[10, 30].map((eta) => ({ algorithm: "gdp-imed", instance: "near 1", eta, rounds: 100 })),
  ...frontierInstances
    .filter(({ name, isHeldOut }) => isHeldOut !== true && name !== "fifty")
    .flatMap(({ name }) => [10, 1, 0.25].map((eta) => ({ algorithm: "gdp-imed", instance: name, eta }))),
  ...[10, 1].map((eta) => ({ algorithm: "gdp-imed", instance: "fifty", eta })),
  ...["paper", "close", "low"].flatMap((instance) => [
    { algorithm: "gdp-ts", instance, eta: 10 },
    ...["gdp-ts", "dp-imed", "adac-ucb"].map((algorithm) => ({ algorithm, instance, eta: 1 })),
  ]),
]

/** Few rewards of arms that hardly ever fail: an arm is pulled until it first disappoints. */
const nearOne: EnvironmentSpec = { kind: "bernoulli", means: [0.99, 0.985, 0.98, 0.97, 0.95] }

function createSpec(instance: string): EnvironmentSpec {
  const found = instance === "near 1" ? nearOne : frontierInstances.find(({ name }) => name === instance)?.environment
  if (found === undefined) throw new Error(`no instance is called ${instance}`)
  return found
}

interface CoverageResult {
  readonly algorithm: string
  readonly instance: string
  readonly eta: number
  readonly horizon: number
  readonly arms: readonly ArmCoverage[]
}

function writeCoverage(): void {
  const known = readResults<{ results: CoverageResult[] }>(new URL("coverage.json", folder), { results: [] }).results
  const find = ({ algorithm, instance, eta, rounds = horizon }: (typeof settings)[number]) =>
    known.find(
      (one) => one.algorithm === algorithm && one.instance === instance && one.eta === eta && one.horizon === rounds,
    )
  for (const setting of settings) {
    if (find(setting) !== undefined) continue
    const { algorithm, instance, eta, rounds = horizon } = setting
    const environment = createSpec(instance)
    const entry = findAlgorithm(algorithm)
    const found = entry.calibrate?.(eta, { horizon: rounds, armCount: 5 })
    if (!found) throw new Error(`${algorithm} cannot be measured on ${instance}`)
    const parameters = Object.hasOwn(entry.parameters, "horizon") ? { ...found, horizon: rounds } : found
    const arms = measureCoverage({ algorithm, parameters, environment, horizon: rounds, runs, measured: 200, seed })
    known.push({ algorithm, instance, eta, horizon: rounds, arms })
    const least = Math.min(...arms.map(({ coverage }) => coverage.measured))
    process.stderr.write(`${algorithm} ${instance} ${eta} ${least}\n`)
    const results = settings.flatMap((one) => find(one) ?? [])
    write("coverage.json", `${JSON.stringify({ ...about, confidence: 0.95, results }, round, 1)}\n`)
  }
}

mkdirSync(folder, { recursive: true })
const part = process.argv[2]
if (part === undefined || part === "calibration") writeCalibration()
if (part === undefined || part === "coverage") writeCoverage()
