import { createAlgorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { type FrontierRow, measureFrontier } from "./frontier.ts"
import { frontierChart } from "./frontier-chart.ts"
import { frontierInstances } from "./instances.ts"
import { judgeFrontier } from "./judge-frontier.ts"
import { summariseRegrets } from "./regret-summary.ts"

const spec = {
  instances: frontierInstances.filter(({ name }) => name === "easy" || name === "beta"),
  etas: [1, 3],
  horizons: [2000],
  algorithms: ["gdp-imed", "dp-imed", "adac-ucb"],
  runs: 50,
  otherRuns: 36,
  seed: 1,
}

test("rows are at equal privacy, the same from the same seed, as tuned and as published, and never of few runs", () => {
  const rows = [...measureFrontier(spec)]
  expect([...measureFrontier(spec)]).toEqual(rows)
  expect(rows[0]).toMatchObject({ instance: "easy", eta: null, contender: "imed" })
  for (const { eta, algorithm, contender, parameters, runs } of rows) {
    if (eta !== null) expect(createAlgorithm(algorithm, parameters).guarantee(2).eta).toBeLessThanOrEqual(eta + 1e-9)
    expect(runs).toBeGreaterThanOrEqual(contender === "gdp-imed" ? 50 : 30)
    if (algorithm !== "gdp-imed") expect(runs).toBeLessThanOrEqual(36)
  }
  const contenders = new Set(rows.map(({ contender }) => contender))
  for (const name of ["gdp-imed", "dp-imed, tuned", "dp-imed, published", "dp-imed without horizon, tuned"])
    expect(contenders).toContain(name)
})

test("a contender that is plainly worse in its first runs gets no row", () => {
  const hard = {
    ...spec,
    instances: [frontierInstances[0]],
    etas: [0.1],
    horizons: [1e5],
    algorithms: ["gdp-imed", "dp-se"],
  }
  const rows = [...measureFrontier(hard)]
  expect(rows.map(({ algorithm }) => algorithm)).not.toContain("dp-se")
})

test("an interrupted table continues where it stopped", () => {
  const rows = [...measureFrontier(spec)]
  const marked = rows.slice(0, 3).map((known) => ({ ...known, max: -1 }))
  const again = [...measureFrontier({ ...spec, known: marked })]
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
  contender: change.algorithm ?? "gdp-imed",
  ...change,
})

test("a rival that is more than 10 % better, and too much regret beside IMED, are reported as failures", () => {
  const reference = row({ eta: null, algorithm: "imed", mean: 8 })
  const judged = (ours: Partial<FrontierRow>, rival: number) =>
    judgeFrontier([row(ours), row({ algorithm: "gdp-ts", mean: rival }), reference])[0].failures
  expect(judged({}, 9.5)).toEqual([])
  expect(judged({}, 8)).toEqual(["gdp-ts has 20 % less regret"])
  expect(judged({ mean: 16 }, 20)).toEqual(["2.00 times IMED without privacy, more than 1.4"])
  expect(judged({ eta: 1, mean: 16 }, 20)).toEqual([])
  expect(judged({ eta: 1, mean: 21 }, 20)).toEqual(["2.63 times IMED without privacy, more than 2.5"])
  expect(judged({ eta: 0.1, mean: 80 }, 20)).toEqual([])
})

test("the summary has the tail of the runs", () => {
  const regrets = Array.from({ length: 2000 }, (_, run) => (run < 3 ? 1000 : 10))
  const summary = summariseRegrets(regrets)
  expect(summary).toMatchObject({ runs: 2000, median: 10, max: 1000, p999: 1000, overTenfold: 0.0015 })
})

test("the chart shows every algorithm", () => {
  const rows = [...measureFrontier({ ...spec, instances: [frontierInstances[2]] })]
  const chart = frontierChart(rows, "two easy arms")
  expect(chart.series.map(({ name }) => name).sort()).toEqual(["AdaC-UCB", "DP-IMED", "GDP-IMED", "IMED, not private"])
  const looks = chart.series.flatMap(({ name, look }) => (look === undefined ? [] : [[name, look]]))
  expect(Object.fromEntries(looks)).toEqual({ "GDP-IMED": 0, "DP-IMED": 2, "AdaC-UCB": 4 })
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

test("people with a context: gdp-imed, one bandit per group, gdp-context and the published baseline at equal privacy", () => {
  const environment = { kind: "drawn-context", name: "cross", arms: 2, levels: 2 } as const
  const spec = {
    instances: [{ name: "cross", about: "own best arms", environment }],
    etas: [1],
    horizons: [600],
    runs: 10,
    otherRuns: 30,
    seed: 1,
  }
  const rows = [...measureFrontier(spec)]
  expect(rows.map(({ contender, eta }) => [contender, eta])).toEqual([
    ["lin-ts", null],
    ["gdp-imed", 1],
    ["per-group", 1],
    ["gdp-context", 1],
    ["shariff-sheffet, published", 1],
  ])
  const delivery = { delay: { kind: "fixed", rounds: 300 } } as const
  const late = [...measureFrontier({ ...spec, delivery })]
  expect(late.map(({ contender }) => contender)).toEqual(rows.map(({ contender }) => contender))
  // The first half of the run has no answer: even allocation loses 0.05 a round.
  for (const { mean, standardError } of late) expect(mean).toBeGreaterThan(15 - 5 * standardError)
})
