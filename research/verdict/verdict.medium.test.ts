// False verdicts of whole experiments looked at after every release, with the service's own
// function; and what is committed of longer ones.

import { readFileSync } from "node:fs"
import { computeVerdict } from "@armistice/core"
import { readReleasedSums, summariseSum } from "@armistice/core/estimates"
import { describe, expect, test } from "vitest"
import { countOutcomes, holdsInMoreThan, simulateRuns } from "./measure-verdict.ts"
import { formatResultsPage, type Result } from "./results-page.ts"
import { settings } from "./settings.ts"
import { computeTrueValues, type ExperimentSpec, type Judge } from "./simulate-experiment.ts"

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
  const sums = (readReleasedSums(algorithm, state) ?? []).map(summariseSum)
  const leader = sums[0].mean > sums[1].mean ? 0 : 1
  const [one, other] = [sums[leader], sums[1 - leader]]
  const known = sums.every(({ rewards }) => rewards > 0)
  const variance = 0.25 / one.rewards + one.noise + 0.25 / other.rewards + other.noise
  const isClear = known && one.mean - other.mean > 1.96 * Math.sqrt(variance)
  const found = isClear ? "clear" : "too_early"
  return {
    state: found,
    leader,
    certainty: null,
    recommended: leader,
    arms: [],
    next: null,
    order: [],
    differences: [],
    worse: [],
  }
}

/** The mistake: a verdict leans at a modelled chance of 80 % of being best, after every release. */
const byChance: Judge = (algorithm, state, options) => {
  const verdict = computeVerdict(algorithm, state, options)
  const chance = Math.max(...verdict.arms.map(({ probabilityBest }) => probabilityBest ?? 0))
  return chance >= 0.8 ? { ...verdict, state: "leaning" } : verdict
}

describe.each([
  [2, 40],
  [4, 40],
])("%i options that are alike, %i experiments looked at after every release", (armCount, runs) => {
  const alike: ExperimentSpec = { ...equal, means: new Array<number>(armCount).fill(0.5) }

  test("at most 20 % ever lean and at most 5 % are ever clear; by the chance of being best most lean", () => {
    const { everLeaning, falselyClear } = countOutcomes(simulateRuns(alike, 6, 0, runs))
    // If 40 % leaned or 20 % were clear, fewer than 1 of 100 counts would pass.
    // verdict.slow.test.ts has 400 experiments of each.
    expect(everLeaning).toBeLessThanOrEqual(0.2 * runs)
    expect(falselyClear).toBeLessThanOrEqual(0.05 * runs)
    // A rate of 40 % gives over 16 of 30 with a chance of 5 %; here nearly all lean.
    const mistaken = { spec: alike, seed: 6, runs: 30, judge: byChance }
    expect(holdsInMoreThan(16, ({ isEverLeaning }) => isEverLeaning, mistaken)).toBe(true)
  })
})

test("fixed-time intervals, looked at after every release, call far more than 5 % of equal arms clear", () => {
  // With 60 experiments a rate of 20 % or more is five standard errors above 5 %.
  const runs = 60
  const room = 5 * Math.sqrt(0.05 * 0.95 * runs)
  const mistaken = { spec: equal, seed: 1, runs, judge: fixedTime }
  expect(holdsInMoreThan(0.05 * runs + room, ({ isFalselyClear }) => isFalselyClear, mistaken)).toBe(true)
})

test("60 against 50 leans in most experiments before it is clear", () => {
  const outcomes = simulateRuns({ ...equal, means: [0.6, 0.5], horizon: 5000 }, 7, 0, 30)
  expect(countOutcomes(outcomes).everLeaning).toBeGreaterThan(countOutcomes(outcomes).clear)
})

test("60 against 50 with a fifth dealt evenly is clear by 10,000 decisions, and rightly", () => {
  const { clear, falselyClear } = countOutcomes(
    simulateRuns({ ...equal, means: [0.6, 0.5], horizon: 10_000 }, 2, 0, 30),
  )
  // At a rate of 95 % fewer than 24 of 30 have a chance of one in three thousand.
  expect(clear).toBeGreaterThanOrEqual(24)
  expect(falselyClear).toBe(0)
})

describe("silence that is worth a constant", () => {
  const silent: ExperimentSpec = { ...equal, horizon: 1000, missing: 0 }
  const few = 50
  /** The mistake: means of those who answer are compared, and silence is forgotten. */
  const withoutSilence: Judge = (algorithm, state, { silence: _silence, ...options }) =>
    computeVerdict(algorithm, state, options)
  /**
   * The mistake: response rates count as known, as if a thousand times more decisions were counted.
   */
  const knownShares: Judge = (algorithm, state, { silence, ...options }) => {
    if (silence === undefined) throw new Error("silence must be given")
    const [decided, answered] = [silence.decided, silence.answered].map((counts) => counts.map((count) => 1000 * count))
    return computeVerdict(algorithm, state, { ...options, silence: { ...silence, decided, answered } })
  }

  test("equal values of arms with other means and shares are hardly ever clear; means alone nearly always are", () => {
    const spec: ExperimentSpec = { ...silent, eta: 10, means: [0.3, 0.9], silence: [0, 2 / 3], evenShare: 0.5 }
    expect(computeTrueValues(spec)[0]).toBeCloseTo(computeTrueValues(spec)[1], 12)
    expect(countOutcomes(simulateRuns(spec, 3, 0, few)).falselyClear).toBeLessThan(0.05 * few)
    const mistaken = { spec, seed: 3, runs: few, judge: withoutSilence }
    expect(holdsInMoreThan(0.9 * few, ({ isFalselyClear }) => isFalselyClear, mistaken)).toBe(true)
  })

  test("arms alike in all are hardly ever clear, and intervals hold their values; if shares are taken for known, neither", () => {
    // All who answer say yes, so that what is not known are shares.
    const sayYes: ExperimentSpec = { ...silent, eta: 10, means: [1, 1], silence: [0.5, 0.5] }
    const right = countOutcomes(simulateRuns(sayYes, 4, 0, few))
    expect(right.falselyClear).toBeLessThan(0.05 * few)
    // 5 % for each of two arms.
    expect(right.uncovered).toBeLessThan(0.1 * few)
    const mistaken = { spec: sayYes, seed: 4, runs: few, judge: knownShares }
    expect(holdsInMoreThan(0.5 * few, (one) => one.isFalselyClear && one.isUncovered, mistaken)).toBe(true)
  })

  test("intervals hold values where silence is worth something between the means", () => {
    const spec = { ...silent, eta: 10, means: [0.4, 0.6], silence: [0.6, 0.2], missing: 0.5 }
    expect(countOutcomes(simulateRuns(spec, 5, 0, few)).uncovered).toBeLessThan(0.1 * few)
  })
})

describe("the committed results", () => {
  const { results } = JSON.parse(readFileSync(new URL("./results/verdicts.json", import.meta.url), "utf8")) as {
    results: Result[]
  }

  test("is what the page beside it shows", () => {
    expect(readFileSync(new URL("./results/README.md", import.meta.url), "utf8")).toBe(formatResultsPage(results))
  })

  test("is every setting, with as many experiments as it says", () => {
    expect(results.map(({ name, eta, means }) => [name, eta, means])).toEqual(
      settings.map(({ name, eta, means }) => [name, eta, means]),
    )
    for (const [place, { runs: played }] of results.entries()) expect(played).toBe(settings[place].runs)
  })

  test("false verdicts have rates whose 99 % upper limit is below 5 %, and below 10 % where there are few experiments", () => {
    for (const { name, means, eta, runs: played, falselyClearAtMost, falselyAlikeAtMost, isUnproved } of results) {
      if (isUnproved === true) continue
      const most = played < 100 ? 0.1 : 0.05
      expect(falselyClearAtMost, `${name} ${means.length} ${eta}`).toBeLessThan(most)
      expect(falselyAlikeAtMost, `${name} ${means.length} ${eta}`).toBeLessThan(most)
    }
  })

  test("so have intervals of arms that leave out what is true, with 5 % for each arm", () => {
    for (const { name, means, eta, runs: played, uncoveredAtMost, isUnproved } of results)
      if (isUnproved !== true)
        expect(uncoveredAtMost, `${name} ${means.length} ${eta}`).toBeLessThan(
          (played < 100 ? 0.08 : 0.05) * means.length,
        )
  })

  test("delays that depend on values mislead verdicts on arrival, and less so the riper answers are when they join", () => {
    const rate = (name: string, ripe: number): number => {
      const found = results.find((result) => result.name === `${name}, ripe ${ripe}`)
      if (found === undefined) throw new Error(name)
      return found.falselyClear / found.runs
    }
    for (const slower of ["zeros", "ones"]) {
      const name = `equal, ${slower} 10 times slower`
      expect(rate(name, 0)).toBeGreaterThan(0.5)
      expect(rate(name, 2000)).toBeLessThan(0.2)
      expect(rate(name, 10_000)).toBeLessThan(0.05)
    }
  })

  test("60 against 50 is clear in at least 90 % of experiments", () => {
    const dealt = results.filter(
      ({ name, evenShare, silence }) =>
        name.startsWith("60 against 50") && evenShare === 0.2 && silence === undefined && !name.includes("zeros join"),
    )
    expect(dealt).toHaveLength(3)
    for (const { clear, runs: played } of dealt) expect(clear / played).toBeGreaterThanOrEqual(0.9)
  })
})
