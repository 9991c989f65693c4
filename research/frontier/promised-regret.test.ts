// The figures that GDP-IMED and the calibrated DP-TS-UCB promise on the paper's arms. The committed
// page follows from its rows, and rows can be reproduced.

import { readFileSync } from "node:fs"
import { createAlgorithm, seededRandom } from "@armistice/core"
import { createEnvironment, type FrontierRow, frontierInstances, measureFrontier, runLeap } from "@armistice/lab"
import { summariseRegrets } from "@armistice/lab/internal"
import { expect, test } from "vitest"
import { computeRareShare, type FrontierFile, formatFrontierMarkdown, type TailFile } from "./frontier-markdown.ts"

const horizon = 1e6

function meanRegret(name: string, parameters: Record<string, number>): number {
  const algorithm = createAlgorithm(name, parameters)
  const environment = createEnvironment(frontierInstances[0].environment)
  const random = seededRandom(1)
  const regrets = Array.from(
    { length: 100 },
    (_, run) => runLeap({ algorithm, environment, horizon, checkpoints: [], random: random.fork(run) }).regret,
  )
  return summariseRegrets(regrets).mean
}

test.each([
  ["gdp-imed", { eta: 2.875, horizon }, 29.5],
  ["gdp-imed", { eta: 1, horizon }, 41.5],
  ["gdp-imed", { eta: 0.56, horizon }, 59.5],
  ["gdp-imed", { eta: 0.25, horizon }, 113],
  ["dp-ts-ucb-calibrated", { eta: 2.875, horizon }, 450],
])("%s %o stays under its figure", (name, parameters, most) => {
  expect(meanRegret(name, parameters)).toBeLessThan(most)
})

const read = <File>(name: string): File =>
  JSON.parse(readFileSync(new URL(`./results/${name}.json`, import.meta.url), "utf8")) as File

const tails = read<TailFile>("tails")

test("at most 0.12 in 1,000 of the committed runs lose more than ten times the mean, and at most 1.2 in any setting", () => {
  expect(tails.rows.length).toBe(4 * frontierInstances.length)
  for (const { runs, overTenfold } of tails.rows) {
    expect(runs).toBeGreaterThanOrEqual(20_000)
    expect(overTenfold).toBeLessThan(0.0012)
  }
  expect(computeRareShare(tails.rows)).toBeLessThan(0.00012)
})

test("no committed row is of fewer than 30 runs", () => {
  for (const { runs } of read<FrontierFile>("rows").rows) expect(runs).toBeGreaterThanOrEqual(30)
})

test("the committed page is what the committed rows say", () => {
  const page = readFileSync(new URL("./results/README.md", import.meta.url), "utf8")
  expect(page).toBe(formatFrontierMarkdown(read<FrontierFile>("rows"), tails))
})

test.each([
  ["paper", 1e6, 1, ["imed", "gdp-imed", "dp-imed", "adac-ucb"]],
  ["ou", 1e6, 0.3, ["gdp-imed", "dp-kl-ucb"]],
  ["easy", 1e6, 10, ["imed", "gdp-imed", "dp-imed"]],
])(
  "rows of %s, %d rounds, eta %d: measured again, they are the committed ones bit for bit",
  (instance, rounds, eta, algorithms) => {
    const { rows, ...file } = read<FrontierFile>("rows")
    const instances = frontierInstances.filter((one) => one.name === instance)
    const again = [...measureFrontier({ ...file, instances, horizons: [rounds], etas: [eta], algorithms })]
    const isRepeated = (row: FrontierRow): boolean =>
      row.instance === instance && row.horizon === rounds && (row.eta === null || row.eta === eta)
    const committed = rows.filter(
      (row) => isRepeated(row) && again.some(({ contender }) => contender === row.contender),
    )
    expect(committed.length).toBeGreaterThanOrEqual(algorithms.length)
    expect(JSON.parse(JSON.stringify(again))).toEqual(committed)
  },
)
