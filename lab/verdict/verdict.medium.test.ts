// False verdicts of whole experiments looked at after every release, with the service's own function; and what is committed of longer ones.

import { readFileSync } from "node:fs"
import { releasedSums, summariseSum } from "@armistice/core/estimates"
import { describe, expect, test } from "vitest"
import { countOutcomes, playRuns, type VerdictCounts } from "./measure-verdict.ts"
import type { ExperimentSpec, Judge } from "./play-experiment.ts"
import { type Setting, settings } from "./settings.ts"

const runs = 300
const equal: ExperimentSpec = {
  eta: 1,
  horizon: 2000,
  means: [0.5, 0.5],
  evenShare: 0.2,
  delay: "late",
  worthwhile: 0.01,
}

/** The mistake: an interval for one look at a fixed time, looked at after every release. */
const fixedTime: Judge = (algorithm, state) => {
  const sums = (releasedSums(algorithm, state) ?? []).map(summariseSum)
  const leader = sums[0].mean > sums[1].mean ? 0 : 1
  const [one, other] = [sums[leader], sums[1 - leader]]
  const known = sums.every(({ rewards }) => rewards > 0)
  const variance = 0.25 / one.rewards + one.noise + 0.25 / other.rewards + other.noise
  const isClear = known && one.mean - other.mean > 1.96 * Math.sqrt(variance)
  return { state: isClear ? "clear" : "too_early", leader, recommended: leader, arms: [], differences: [] }
}

test("equal arms are called clear in no more than 5 % of 300 experiments; by fixed-time intervals in far more", () => {
  // A rate of 11 % or more is told from 5 % by five standard errors.
  const room = 5 * Math.sqrt(0.05 * 0.95 * runs)
  expect(countOutcomes(playRuns(equal, 1, 0, runs)).falselyClear).toBeLessThan(0.05 * runs)
  expect(countOutcomes(playRuns(equal, 1, 0, runs, fixedTime)).falselyClear).toBeGreaterThan(0.05 * runs + room)
})

test("60 against 50 with a fifth dealt evenly is clear by 10,000 decisions, and rightly", () => {
  const { clear, falselyClear } = countOutcomes(playRuns({ ...equal, means: [0.6, 0.5], horizon: 10_000 }, 2, 0, 30))
  // At a rate of 95 % fewer than 24 of 30 have a chance of one in three thousand.
  expect(clear).toBeGreaterThanOrEqual(24)
  expect(falselyClear).toBe(0)
})

describe("what is committed", () => {
  const { results } = JSON.parse(readFileSync(new URL("./results/verdicts.json", import.meta.url), "utf8")) as {
    results: (Setting & VerdictCounts & { falselyClearAtMost: number; falselyAlikeAtMost: number })[]
  }

  test("is every setting, with as many experiments as it says", () => {
    expect(results.map(({ name, eta, means }) => [name, eta, means])).toEqual(
      settings.map(({ name, eta, means }) => [name, eta, means]),
    )
    for (const [place, { runs: played }] of results.entries()) expect(played).toBe(settings[place].runs)
  })

  test("false verdicts have rates whose 99 % upper limit is below 5 %", () => {
    for (const { name, means, eta, falselyClearAtMost, falselyAlikeAtMost } of results) {
      expect(falselyClearAtMost, `${name} ${means.length} ${eta}`).toBeLessThan(0.05)
      expect(falselyAlikeAtMost, `${name} ${means.length} ${eta}`).toBeLessThan(0.05)
    }
  })

  test("60 against 50 is clear in at least 90 % of experiments", () => {
    const dealt = results.filter(({ name, evenShare }) => name.startsWith("60 against 50") && evenShare === 0.2)
    expect(dealt).toHaveLength(3)
    for (const { clear, runs: played } of dealt) expect(clear / played).toBeGreaterThanOrEqual(0.9)
  })
})
