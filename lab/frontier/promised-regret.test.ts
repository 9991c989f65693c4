// The figures that GDP-IMED and the calibrated DP-TS-UCB promise on the paper's arms, a million rounds, 100 runs; and that the
// committed tables say nothing else than their rows.

import { readFileSync } from "node:fs"
import { createAlgorithm, seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { playLeap } from "../engines/leap.ts"
import { createEnvironment } from "../environments/environment-spec.ts"
import type { FrontierRow } from "./frontier.ts"
import { frontierMarkdown } from "./frontier-markdown.ts"
import { frontierInstances } from "./instances.ts"
import { judgeFrontier } from "./judge-frontier.ts"
import { summariseRegrets } from "./regret-summary.ts"

const horizon = 1e6

function meanRegret(name: string, parameters: Record<string, number>): number {
  const algorithm = createAlgorithm(name, parameters)
  const environment = createEnvironment(frontierInstances[0].environment)
  const random = seededRandom(1)
  const regrets = Array.from(
    { length: 100 },
    (_, run) => playLeap({ algorithm, environment, horizon, checkpoints: [], random: random.fork(run) }).regret,
  )
  return summariseRegrets(regrets).mean
}

test.each([
  ["gdp-imed", { eta: 2.875 }, 42],
  ["gdp-imed", { eta: 1 }, 60],
  ["gdp-imed", { eta: 0.56 }, 85],
  ["gdp-imed", { eta: 0.25 }, 165],
  ["dp-ts-ucb-calibrated", { eta: 2.875, horizon }, 450],
])("%s %o stays under its figure", (name, parameters, most) => {
  expect(meanRegret(name, parameters)).toBeLessThan(most)
})

const read = (name: string) =>
  (JSON.parse(readFileSync(new URL(`./results/${name}.json`, import.meta.url), "utf8")) as { rows: FrontierRow[] }).rows

test("in the committed tails at most 1 run in 1,000 has ten times the mean, on every instance", () => {
  const cells = judgeFrontier(read("tails"))
  expect(new Set(cells.map(({ instance }) => instance)).size).toBe(frontierInstances.length)
  for (const { instance, recommended } of cells) {
    const { mostRuns = 20_000 } = frontierInstances.find(({ name }) => name === instance) ?? {}
    expect(recommended.runs).toBeGreaterThanOrEqual(mostRuns)
    expect(recommended.overTenfold).toBeLessThanOrEqual(1e-3)
  }
})

test("the committed page is what the committed rows say", () => {
  const page = readFileSync(new URL("./results/README.md", import.meta.url), "utf8")
  expect(page).toBe(frontierMarkdown(read("rows"), read("tails"), 1))
})
