// The claims of results/README.md about choices, in fewer runs: each difference would arise by
// chance in fewer than 1 of 100 seeds.

import { expect, test } from "vitest"
import { ripeSettings, unequalSettings, windowSettings } from "./choices.ts"
import { type LateRow, measureLate } from "./measure-late.ts"
import type { LateSetting } from "./settings.ts"

function runOnce(settings: readonly LateSetting[], name: string, runs: number): LateRow {
  const setting = settings.find((one) => one.name === name)
  if (setting === undefined) throw new Error(`no setting is called ${name}`)
  return measureLate(setting, { seed: 3, leastRuns: runs, mostRuns: runs, error: 0, worstError: 0, seconds: 60 })
}

test("quick answers of one value mislead every tenth run on arrival, and none in a hundred from the slower mean on", () => {
  const unlike = "ones after 2,000, zeros after 200"
  // About 12 of 100 runs are expected, and at least 5 with a chance of 99 %.
  expect(runOnce(ripeSettings, `${unlike}, ripe 0`, 100).misdirected).toBeGreaterThanOrEqual(0.05)
  // At most 1 of 100 runs is expected, and more than 3 with a chance of 2 %.
  expect(runOnce(ripeSettings, `${unlike}, ripe 2,000`, 100).misdirected).toBeLessThanOrEqual(0.03)
}, 60_000)

test("where arms are answered unequally ignoring silence finds another arm, and the share of answers the best one", () => {
  const [two, five] = [".4 and .44, 10 and 30 % silent", ".5 .45 .4 .4 .3, 40, 20, 30, 20 and 10 % silent"]
  for (const [arms, ignored, best] of [
    [two, 900, 60],
    [five, 1000, 160],
  ] as const) {
    expect(runOnce(unequalSettings, `${arms}: ignored`, 20).regret, arms).toBeGreaterThan(ignored)
    expect(runOnce(unequalSettings, `${arms}: worth 0 by the share of answers`, 20).regret, arms).toBeLessThan(best)
  }
}, 60_000)

test("a window of two mean delays is best for conversions", () => {
  // Means of 31, 79 and 110, of runs with deviations of 30, 107 and 18.
  const best = runOnce(windowSettings, "window 1,000", 60).regret
  expect(runOnce(windowSettings, "window 100", 60).regret).toBeGreaterThan(best + 10)
  expect(runOnce(windowSettings, "window 10,000", 20).regret).toBeGreaterThan(best + 50)
}, 60_000)
