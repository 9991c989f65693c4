import { expect, test } from "vitest"
import { regretByEtaChart } from "../charts/regret-by-eta-chart.ts"
import { simulate } from "../replication/simulate.ts"
import { listDifferences } from "./setting-differences.ts"

const bernoulli = { kind: "bernoulli", means: [0.6, 0.5] } as const
const beta = { kind: "beta", means: [0.6, 0.5], concentration: 8 } as const
const base = { algorithm: "gdp-imed", runs: 2, seed: 1, horizon: 40, environment: bernoulli } as const
const describeAll = async (...settings: object[]) => {
  const results = await Promise.all(
    settings.map((setting) => simulate({ ...base, parameters: { eta: 1 }, ...setting })),
  )
  return listDifferences(results).map(({ part, describe }) => [part, ...results.map(describe)])
}

test("only parts of the setting that differ are listed, in words", async () => {
  expect(await describeAll({}, { parameters: { eta: 2 } })).toEqual([])
  expect(await describeAll({}, { environment: beta, horizon: 1000, seed: 2 })).toEqual([
    ["arms", "Bernoulli 0.6, 0.5", "Beta 0.6, 0.5, concentration 8"],
    ["rounds", "40 rounds", "1,000 rounds"],
    ["seed", "seed 1", "seed 2"],
  ])
  const late = { delay: { kind: "exponential", mean: 5 }, silence: [0.1, 0.25], window: 20, missing: "ignore" }
  const hidden = { delay: { kind: "fixed", rounds: 3 }, arrivals: "private", missing: 0.5 }
  expect(await describeAll({}, { delivery: late }, { delivery: hidden })).toEqual([
    [
      "delivery",
      "at once",
      "exponential delays of 5, 10, 25 % silent, window 20, silence ignored",
      "delays of 3, silence worth 0.5, private arrivals",
    ],
  ])
})

test("arms that change are described by how, not by their means over all rounds", async () => {
  const means = [0.6, 0.4]
  const drifting = { kind: "drifting", means, to: [0.4, 0.6], rounds: 40 }
  const seasonal = { kind: "seasonal", means, swing: [0.1, 0.2], period: 20 }
  const pieces = [
    { rounds: 20, means },
    { rounds: 20, means: [0.4, 0.6] },
  ]
  const many = [1, 2, 3, 4, 5].map((rounds) => ({ rounds, means: [rounds / 10, 0.5] }))
  expect(
    await describeAll(
      ...[drifting, seasonal, { kind: "piecewise", pieces, repeat: true }, { kind: "piecewise", pieces: many }].map(
        (environment) => ({ environment }),
      ),
    ),
  ).toEqual([
    [
      "arms",
      "drifting Bernoulli 0.6, 0.4 to 0.4, 0.6, rounds 40",
      "seasonal Bernoulli 0.6, 0.4 ± 0.1, 0.2, period 20",
      "piecewise constant Bernoulli 0.6, 0.4 for 20, then 0.4, 0.6 for 20, repeated",
      "piecewise constant Bernoulli 0.1, 0.5 for 1, then 0.2, 0.5 for 2, then 0.3, 0.5 for 3, then …, then 0.5, 0.5 for 5",
    ],
  ])
})

test("a chart against privacy has a curve for each algorithm and setting, whatever calibration sets", async () => {
  const results = await Promise.all(
    [bernoulli, beta].flatMap((environment) =>
      [0.5, 1].map((epsilon) =>
        simulate({
          ...base,
          environment,
          algorithm: "dp-imed",
          parameters: { epsilon, batchRatio: 1 + epsilon / 2, firstBatch: 4 / epsilon },
        }),
      ),
    ),
  )
  const { series, caption } = regretByEtaChart(results)
  expect(series.map(({ name, points }) => [name, points.length])).toEqual([
    ["DP-IMED, Bernoulli 0.6, 0.5", 2],
    ["DP-IMED, Beta 0.6, 0.5, concentration 8", 2],
  ])
  expect(caption).toContain("on several sets of arms")
  const [first, , third] = results
  expect(regretByEtaChart([first, third]).series).toHaveLength(2)
  // At one privacy, what else differs is what is compared.
  const other = await simulate({ ...base, algorithm: "dp-imed", parameters: { ...first.parameters, firstBatch: 2 } })
  expect(regretByEtaChart([first, other]).series.map(({ name }) => name)).toEqual([
    expect.stringContaining("first batch = 8"),
    expect.stringContaining("first batch = 2"),
  ])
})
