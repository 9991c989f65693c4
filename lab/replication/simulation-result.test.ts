import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { version } from "../version.ts"
import { replicate } from "./replicate.ts"
import { runsCsv, summaryCsv, tidyCsv } from "./result-csv.ts"
import { simulate } from "./simulate.ts"
import type { SimulationSpec } from "./simulation-spec.ts"
import { summarise } from "./summarise.ts"

const spec: SimulationSpec = {
  algorithm: "dp-ts-ucb",
  parameters: { alpha: 1 },
  environment: { kind: "bernoulli", means: [0.9, 0.5] },
  horizon: 1000,
  runs: 12,
  seed: "twelve",
  engine: "step",
}

test("a result says what was run, what came out and what was promised", async () => {
  const result = await simulate(spec)
  expect(result).toMatchObject({
    algorithm: "dp-ts-ucb",
    parameters: { alpha: 1, horizon: 1000 },
    horizon: 1000,
    means: [0.9, 0.5],
    runs: 12,
    finished: 12,
    seed: "twelve",
    engine: "step",
    guarantee: { kind: "gdp" },
    manifest: { version, environment: spec.environment, engine: "step", seed: "twelve", generator: "xoshiro128++" },
  })
  expect(result.regret.values).toHaveLength(12)
  expect(result.pulls.mean[0] + result.pulls.mean[1]).toBeCloseTo(1000, 9)
  expect(result.regret.mean).toBeCloseTo(0.4 * result.pulls.mean[1], 9)
  expect(result.curve.rounds.at(-1)).toBe(1000)
  expect(result.curve.mean.at(-1)).toBeCloseTo(result.regret.mean, 9)
  expect(result.releases.eta).toBeLessThanOrEqual(result.guarantee.eta as number)
  expect(JSON.parse(JSON.stringify(result))).toEqual(result)
})

test("curves never fall and quantiles are in order", async () => {
  const { curve } = await simulate(spec)
  for (let i = 1; i < curve.rounds.length; i++) expect(curve.mean[i]).toBeGreaterThanOrEqual(curve.mean[i - 1])
  const { p5, p25, p50, p75, p95, p99, p999, max } = curve.quantiles
  for (let i = 0; i < curve.rounds.length; i++) {
    const column = [p5, p25, p50, p75, p95, p99, p999, max].map((quantile) => quantile[i])
    expect(column).toEqual([...column].sort((a, b) => a - b))
  }
})

test("one run has no standard error and no interval, and the result is still JSON", async () => {
  const result = await simulate({ ...spec, runs: 1 })
  expect(result.regret).toMatchObject({ standardError: null, interval: null })
  expect(result.curve.standardError).toBeNull()
  expect(JSON.stringify(result)).not.toContain("NaN")
})

test("a recording is named in the manifest by its size and checksum, not copied", async () => {
  const column = Array.from({ length: 1000 }, (_, row) => (row % 10) / 10)
  const environment = { kind: "replay", names: ["a", "b"], rewards: [column, column.toReversed()] } as const
  const { manifest, means } = await simulate({ ...spec, environment })
  expect(manifest.environment).toEqual({
    kind: "replay",
    by: "pulls",
    names: ["a", "b"],
    rows: 1000,
    checksum: expect.any(String),
  })
  expect(means[0]).toBeCloseTo(0.45, 12)
})

test("late rewards: what joined, expired and is outstanding, by what decisions are worth", async () => {
  const delivery = { silence: [0, 0.5], window: 50, missing: "ignore" } as const
  const late = { ...spec, algorithm: "uniform", parameters: {}, horizon: 1000, runs: 40 }
  const environment = { kind: "bernoulli", means: [0.5, 0.6] } as const
  const result = await simulate({ ...late, environment, delivery })
  expect(result.engine).toBe("step")
  expect(result.manifest.delivery).toEqual(delivery)
  const { joined, expired, outstanding, values } = result.delivery ?? { joined: 0, expired: 0, outstanding: 0 }
  expect(joined + expired + outstanding).toBeCloseTo(1000, 9)
  expect(Math.abs(joined - 750)).toBeLessThan(15)
  expect(outstanding).toBeLessThan(50)
  expect(values).toEqual([0.5, 0.6])
  // Silence that is worth 0 makes the other arm the better one.
  const worth = await simulate({ ...late, environment, delivery: { ...delivery, missing: 0 } })
  expect(worth.delivery?.values).toEqual([0.5, 0.3])
  expect(worth.regret.mean).toBeCloseTo(0.2 * (worth.pulls.mean[1] ?? 0), 9)
  expect(worth.delivery?.worstRegret).toBeGreaterThanOrEqual(worth.regret.quantiles.p95)
  expect(worth.delivery?.misdirected).toBeLessThanOrEqual(1)
  expect((await simulate(spec)).delivery).toBeUndefined()
})

test("CSV of runs has one line per run and checkpoint", async () => {
  const replication = await replicate({ ...spec, runs: 3, checkpoints: [10, 1000] })
  const lines = [...runsCsv([replication])].join("").trimEnd().split("\n")
  expect(lines[0]).toBe("run,round,algorithm,parameter_alpha,parameter_horizon,regret")
  expect(lines).toHaveLength(1 + 3 * 2)
  const { regret } = summarise(replication)
  for (let run = 0; run < 3; run++) {
    const [index, round, name, alpha, horizon, value] = lines[2 + 2 * run].split(",")
    expect([index, round, name, alpha, horizon]).toEqual([String(run), "1000", "dp-ts-ucb", "1", "1000"])
    expect(Number(value)).toBeCloseTo(regret.values[run], 9)
  }
})

test("the tidy table has a line for each simulation and round, with the privacy it was calibrated to or promises", async () => {
  const result = await simulate({ ...spec, checkpoints: [10, 1000] })
  const single = await simulate({ ...spec, algorithm: "ucb1", parameters: {}, runs: 1, checkpoints: [1000] })
  const [head, ...lines] = tidyCsv([{ result }, { result, eta: 9 }, { result: single }])
    .trimEnd()
    .split("\n")
  expect(head).toBe(
    "algorithm,parameter_alpha,parameter_horizon,environment,arm_count,delivery,eta,horizon,round,runs,seed,regret_mean,regret_standard_error,regret_low,regret_high,regret_q05,regret_q50,regret_q95",
  )
  const cells = lines.map((line) => line.split(","))
  const setting = ["dp-ts-ucb", "1", "1000", "bernoulli means=0.9;0.5", "2", ""]
  expect(cells.map((line) => line.slice(0, 6)).slice(0, 4)).toEqual([setting, setting, setting, setting])
  expect(cells.map((line) => line[6])).toEqual([
    String(result.guarantee.eta),
    String(result.guarantee.eta),
    "9",
    "9",
    "",
  ])
  expect(cells.map((line) => line.slice(7, 11))).toEqual([
    ["1000", "10", "12", "twelve"],
    ["1000", "1000", "12", "twelve"],
    ["1000", "10", "12", "twelve"],
    ["1000", "1000", "12", "twelve"],
    ["1000", "1000", "1", "twelve"],
  ])
  const { mean, interval, quantiles } = result.regret
  const last = cells[1].slice(11).map(Number)
  expect([last[0], last[2], last[3], last[5]]).toEqual(
    [mean, interval?.low, interval?.high, quantiles.p50].map((value) => expect.closeTo(value as number, 9)),
  )
  expect(cells[4].slice(12, 15)).toEqual(["", "", ""])
})

test("CSV of summaries has one line per simulation and quotes what needs it", async () => {
  const result = await simulate(spec)
  const text = summaryCsv([{ ...result, seed: 'a,"b"' }])
  expect(text.split("\n")[0]).toContain("algorithm,parameters,horizon,runs,seed,engine,eta,regret_mean")
  expect(text).toContain('dp-ts-ucb,alpha=1 horizon=1000,1000,12,"a,""b""",step')
})

test("the version of results is that of the package", () => {
  const { version: stated } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
  expect(version).toBe(stated)
})

test("the tidy table tells environments of people and of pieces apart", async () => {
  const attributes = { device: { levels: ["phone", "desk"] } }
  const phones = [{ context: { device: "phone" }, means: [0.6, 0.5] }]
  const pieces = [{ rounds: 5, means: [0.6, 0.5] }]
  const shared = { ...spec, algorithm: "ucb1", parameters: {}, horizon: 10, runs: 1, checkpoints: [10] }
  const results = await Promise.all([
    simulate({ ...shared, environment: { kind: "context", attributes, people: phones } }),
    simulate({ ...shared, environment: { kind: "piecewise", pieces, repeat: true } }),
  ])
  const table = tidyCsv(results.map((result) => ({ result }))).replaceAll('""', '"')
  expect(table).toContain(`"context attributes=${JSON.stringify(attributes)} people=${JSON.stringify(phones)}"`)
  expect(table).toContain(`"piecewise pieces=${JSON.stringify(pieces)} repeat=true"`)
})
