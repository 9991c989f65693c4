import type { FrontierRow } from "@armistice/lab"
import { summariseRegrets } from "@armistice/lab/internal"
import { expect, test } from "vitest"
import { formatFrontierMarkdown } from "./frontier-markdown.ts"

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

test("the page shows every failure", () => {
  const failing = [row({ mean: 100 }), row({ algorithm: "gdp-ts", contender: "gdp-ts, tuned", mean: 10 })]
  const about = { date: "2026-01-31", version: "0.1.0", seed: 5, etas: [3], horizons: [1e6], runs: 40, otherRuns: 30 }
  const noTails = { date: "2026-01-31", version: "0.1.0", seed: 5, horizon: 1e6, rows: [] }
  const page = formatFrontierMarkdown({ ...about, rows: failing }, noTails)
  expect(page).toContain("1 of 1 settings fail: paper, 10⁶ rounds, η = 3: gdp-ts, tuned has 90 % less regret")
  expect(page).toContain("Measured on 2026-01-31")
  expect(page).toContain("Tails: not measured yet.")
  expect(page).toContain("frontier --instances paper --horizon 1000000 --etas 3 --runs 40 --other-runs 30 --seed 5")
})
