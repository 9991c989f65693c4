import { createAlgorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { type FrontierRow, frontier } from "./frontier.ts"
import { frontierChart } from "./frontier-chart.ts"
import { frontierMarkdown } from "./frontier-markdown.ts"
import { frontierInstances } from "./instances.ts"
import { judgeFrontier } from "./judge-frontier.ts"
import { summariseRegrets } from "./regret-summary.ts"

const spec = {
  instances: frontierInstances.filter(({ name }) => name === "easy" || name === "beta"),
  etas: [1, 3],
  horizons: [2000],
  algorithms: ["gdp-imed", "dp-imed", "adac-ucb"],
  runs: 50,
  otherRuns: 20,
  seed: 1,
}

test("rows are at equal privacy, the same from the same seed, and begin with the reference", () => {
  const rows = [...frontier(spec)]
  expect([...frontier(spec)]).toEqual(rows)
  expect(rows).toHaveLength(2 * (1 + 2 * 3))
  expect(rows[0]).toMatchObject({ instance: "easy", eta: null, algorithm: "imed" })
  for (const { eta, algorithm, parameters, runs } of rows) {
    if (eta !== null) expect(createAlgorithm(algorithm, parameters).guarantee(2).eta).toBeLessThanOrEqual(eta + 1e-9)
    if (algorithm === "gdp-imed") expect(runs).toBeGreaterThanOrEqual(50)
    else expect(runs).toBeLessThanOrEqual(20)
  }
})

test("an interrupted table goes on where it was", () => {
  const rows = [...frontier(spec)]
  const marked = rows.slice(0, 3).map((known) => ({ ...known, max: -1 }))
  const again = [...frontier({ ...spec, known: marked })]
  expect(again.slice(0, 3)).toEqual(marked)
  expect(again.slice(3)).toEqual(rows.slice(3))
})

const row = (change: Partial<FrontierRow>): FrontierRow => ({
  instance: "paper",
  horizon: 1e6,
  eta: 3,
  algorithm: "gdp-imed",
  parameters: {},
  ...summariseRegrets([10, 10]),
  ...change,
})

test("a rival that is more than 10 % better, too much beside IMED, and a heavy tail are all said", () => {
  const reference = row({ eta: null, algorithm: "imed", mean: 8 })
  const judged = (ours: Partial<FrontierRow>, rival: number) =>
    judgeFrontier([row(ours), row({ algorithm: "gdp-ts", mean: rival }), reference])[0].failures
  expect(judged({}, 9.5)).toEqual([])
  expect(judged({}, 8)).toEqual(["gdp-ts has 20 % less regret"])
  expect(judged({ mean: 16 }, 20)).toEqual(["2.00 times IMED without privacy, more than 1.8"])
  expect(judged({ runs: 20_000, overTenfold: 0.002 }, 20)).toEqual(["2.0 runs in 1000 have ten times the mean"])
  expect(judged({ runs: 1000, overTenfold: 0.002 }, 20)).toEqual([])
  expect(judged({ eta: 0.1, mean: 80 }, 20)).toEqual([])
})

test("the tail is that of the runs", () => {
  const regrets = Array.from({ length: 2000 }, (_, run) => (run < 3 ? 1000 : 10))
  const summary = summariseRegrets(regrets)
  expect(summary).toMatchObject({ runs: 2000, median: 10, max: 1000, p999: 1000, overTenfold: 0.0015 })
})

test("the chart and the page show every algorithm and every failure", () => {
  const rows = [...frontier({ ...spec, instances: [frontierInstances[2]] })]
  const chart = frontierChart(rows, "two easy arms")
  expect(chart.series.map(({ name }) => name).sort()).toEqual(["AdaC-UCB", "DP-IMED", "GDP-IMED", "IMED, not private"])
  const looks = chart.series.flatMap(({ name, look }) => (look === undefined ? [] : [[name, look]]))
  expect(Object.fromEntries(looks)).toEqual({ "GDP-IMED": 0, "DP-IMED": 2, "AdaC-UCB": 4 })
  const failing = [row({ mean: 100 }), row({ algorithm: "gdp-ts", mean: 10 })]
  const about = { date: "2026-01-31", version: "0.1.0", seed: 5, etas: [3], horizons: [1e6], runs: 20, otherRuns: 10 }
  const page = frontierMarkdown({ ...about, rows: failing }, { ...about, algorithms: ["gdp-imed"], rows: [] })
  expect(page).toContain("1 of 1 settings fail: paper, 10⁶ rounds, η = 3: gdp-ts has 90 % less regret")
  expect(page).toContain("Measured on 2026-01-31")
  expect(page).toContain("frontier --instances paper --horizon 1000000 --etas 3 --runs 20 --other-runs 10 --seed 5")
})

test("instances that are held out stay what they were before anything was measured on them", () => {
  const means = frontierInstances
    .filter(({ isHeldOut }) => isHeldOut === true)
    .map(({ environment }) => ("means" in environment ? environment.means : []))
  expect(means.map((list) => list?.slice(0, 2))).toEqual([
    [0.541, 0.103],
    [0.213, 0.076],
    [0.12, 0.04],
    [0.627, 0.766],
    [0.696, 0.534],
    [0.446, 0.643],
  ])
})

test("the error of a ratio is that of the two means", () => {
  const [cell] = judgeFrontier([
    row({ mean: 10, standardError: 0.3 }),
    row({ algorithm: "gdp-ts", mean: 20, standardError: 0.8 }),
  ])
  expect(cell.besideRivalError).toBeCloseTo(0.5 * 0.05, 12)
})
