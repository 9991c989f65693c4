// Coverage and calibration, repeated on part of what the committed results have (results/), with
// fewer runs.

import { readFileSync } from "node:fs"
import { frontierInstances } from "@armistice/lab"
import { describe, expect, test } from "vitest"
import { binCount, type Calibration, measureCalibration } from "./calibration.ts"
import { type ArmCoverage, measureCoverage } from "./coverage.ts"

const runs = 4000
/** Five standard errors of a share of 95 % over the runs. */
const tolerance = 5 * Math.sqrt((0.95 * 0.05) / runs)

const coverages = new Map<string, ArmCoverage[]>()

/** The coverage of GDP-IMED on an instance, measured once. */
function findCoverage(name: string, eta: number): ArmCoverage[] {
  const key = `${name} ${eta}`
  const environment = frontierInstances.find((instance) => instance.name === name)?.environment
  if (environment === undefined) throw new Error(name)
  const spec = { algorithm: "gdp-imed", parameters: { eta }, environment, horizon: 1e4, runs, measured: 20, seed: 7 }
  const arms = coverages.get(key) ?? measureCoverage(spec)
  coverages.set(key, arms)
  return arms
}

describe.each(["paper", "close", "low", "high", "exponential"])("95 %% intervals on %s", (name) => {
  test.each([10, 1, 0.25])("of GDP-IMED at eta %d hold every arm's mean often enough", (eta) => {
    for (const { coverage, width } of findCoverage(name, eta)) {
      expect(coverage.proved).toBeGreaterThan(0.99)
      expect(coverage.measured).toBeGreaterThan(0.94 - tolerance)
      // The naive one is no measure where few rewards, all of them zeros, are in.
      expect(width.proved / width.measured).toBeLessThan(3.2)
    }
  })
})

/** An arm is pulled until it first disappoints, and sums with little noise are whole numbers. */
test.each([[[0.99, 0.985, 0.98, 0.97, 0.95]], [[0.95, 0.93, 0.91, 0.89, 0.87]], [[0.99, 0.95, 0.9, 0.85, 0.8]]])(
  "measured intervals hold means near 1 with few rewards and hardly any noise: %j",
  (means) => {
    const setting = { environment: { kind: "bernoulli", means }, horizon: 100, runs, measured: 0, seed: 3 } as const
    for (const eta of [30, 1e4])
      for (const { coverage } of measureCoverage({
        ...setting,
        algorithm: "gdp-imed",
        parameters: { eta, horizon: 100 },
      }))
        expect(coverage.measured).toBeGreaterThan(0.95)
  },
)

test("the naive interval does fail, so that the test above can", () => {
  expect(Math.min(...findCoverage("paper", 10).map(({ coverage }) => coverage.naive))).toBeLessThan(0.94 - tolerance)
})

test("sums that replace each other are covered too", () => {
  for (const [algorithm, parameters] of [
    ["adac-ucb", { eta: 1 }],
    ["adap-kl-ucb", { epsilon: 1 }],
  ] as const) {
    const environment = frontierInstances[1].environment
    const setting = { environment, horizon: 1e4, runs: 1000, measured: 1, seed: 8 }
    for (const { coverage } of measureCoverage({ ...setting, algorithm, parameters }))
      expect(coverage.proved).toBeGreaterThan(0.98)
  }
})

test.each([
  ["gdp-imed", { eta: 1 }],
  ["dp-imed", { epsilon: 0.5 }],
] as const)(
  "the probability of being best is true within five standard errors in every tenth of the scale: %s",
  (algorithm, parameters) => {
    const { arms, overall } = measureCalibration({
      algorithm,
      parameters,
      armCount: 3,
      horizon: 300,
      runs: 2500,
      seed: 9,
    })
    expect(arms).toHaveLength(binCount)
    for (const { count, stated, actual } of arms) {
      if (count < 30) continue
      const error = Math.sqrt(Math.max(stated * (1 - stated), 1e-3) / count)
      expect(Math.abs(stated - actual)).toBeLessThan(5 * error)
    }
    expect(Math.abs(overall.stated - overall.actual)).toBeLessThan(0.02)
    // One that always said 1/3 would be found out.
    expect(Math.abs(overall.actual - 1 / 3)).toBeGreaterThan(0.3)
  },
)

const committed = (name: string) =>
  JSON.parse(readFileSync(new URL(`./results/${name}.json`, import.meta.url), "utf8")) as { runs: number; results: [] }

test("the committed coverage is never below nominal minus 1 %, over 10,000 runs, on any arm of any instance", () => {
  const { runs: measured, results } = committed("coverage") as {
    runs: number
    results: { algorithm: string; instance: string; arms: ArmCoverage[] }[]
  }
  expect(measured).toBeGreaterThanOrEqual(10_000)
  for (const { arms } of results)
    for (const { coverage } of arms) {
      expect(coverage.proved).toBeGreaterThanOrEqual(0.95)
      expect(coverage.measured).toBeGreaterThanOrEqual(0.94)
    }
  const instances = new Set(results.flatMap((one) => (one.algorithm === "gdp-imed" ? [one.instance] : [])))
  for (const { name, isHeldOut } of frontierInstances) expect(instances.has(name)).toBe(isHeldOut !== true)
  expect(new Set(results.map(({ algorithm }) => algorithm))).toEqual(
    new Set(["gdp-imed", "gdp-ts", "dp-imed", "adac-ucb"]),
  )
})

test("the committed calibration is true within five standard errors in every tenth of the scale, over 10,000 runs", () => {
  const { runs: measured, results } = committed("calibration") as { runs: number; results: Calibration[] }
  expect(measured).toBeGreaterThanOrEqual(10_000)
  expect(results.length).toBeGreaterThanOrEqual(4)
  for (const { arms } of results)
    for (const { count, stated, actual } of arms) {
      expect(count).toBeGreaterThan(100)
      expect(Math.abs(stated - actual)).toBeLessThan(5 * Math.sqrt(Math.max(stated * (1 - stated), 1e-3) / count))
    }
})
