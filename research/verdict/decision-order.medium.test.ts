// Decisions counted in their order, where delays depend on values and answers join on arrival:
// verdicts must hold for any delays.

import { computeVerdict } from "@armistice/core"
import { readReleasedSums } from "@armistice/core/estimates"
import { describe, expect, test } from "vitest"
import { countOutcomes, holdsInMoreThan, simulateRuns } from "./measure-verdict.ts"
import type { ExperimentSpec, Judge } from "./simulate-experiment.ts"

const runs = 40

/** The mistake: decisions whose worth is not released yet are left out. */
const withoutOutstanding: Judge = (algorithm, state, options) => {
  const { silence } = options
  if (silence?.atRelease === undefined) throw new Error("atRelease must be given")
  const { silent } = silence.atRelease
  const decided = (readReleasedSums(algorithm, state) ?? []).map(({ parts }, arm) =>
    parts.reduce((total, { count }) => total + count, silent[arm]),
  )
  return computeVerdict(algorithm, state, { ...options, silence: { ...silence, atRelease: { decided, silent } } })
}

describe.each([
  ["zeros", { zero: 400, one: 40 }],
  ["ones", { zero: 40, one: 400 }],
])("%s are ten times slower", (_slower, delay) => {
  const spec: ExperimentSpec = {
    eta: 10,
    horizon: 4000,
    window: 2000,
    evenShare: 0,
    worthwhile: 0.01,
    silence: [0.05, 0.05],
    delay,
    means: [0.3, 0.3],
    missing: 0,
    assumed: "any",
  }

  test("equal arms are hardly ever clear and intervals hold; without what is outstanding they hardly ever hold", () => {
    const right = countOutcomes(simulateRuns(spec, 7, 0, runs))
    expect(right.falselyClear).toBeLessThanOrEqual(0.05 * runs)
    expect(right.uncovered).toBeLessThanOrEqual(0.1 * runs)
    const mistaken = { spec, seed: 7, runs, judge: withoutOutstanding }
    expect(holdsInMoreThan(0.5 * runs, ({ isUncovered }) => isUncovered, mistaken)).toBe(true)
  })

  test("so it is where delays are short and silence is worth something between the values", () => {
    const short: ExperimentSpec = {
      ...spec,
      delay: { zero: delay.zero / 20, one: delay.one / 20 },
      window: 60,
      silence: [0.3, 0.3],
      missing: 0.5,
      evenShare: 0.5,
    }
    const { falselyClear, uncovered } = countOutcomes(simulateRuns(short, 8, 0, runs))
    expect(falselyClear).toBeLessThanOrEqual(0.05 * runs)
    expect(uncovered).toBeLessThanOrEqual(0.1 * runs)
  })
})

test("60 against 50 is clear long before a window is over, if everybody answers at once", () => {
  const spec: ExperimentSpec = {
    eta: 1,
    horizon: 10_000,
    window: 10_000,
    evenShare: 0.2,
    worthwhile: 0.01,
    delay: "none",
    means: [0.6, 0.5],
    missing: 0,
  }
  for (const assumed of ["any", "independent"] as const) {
    const { clear, falselyClear } = countOutcomes(simulateRuns({ ...spec, assumed }, 2, 0, 20))
    // At a rate of 95 % fewer than 16 of 20 have a chance of one in four hundred.
    expect(clear).toBeGreaterThanOrEqual(16)
    expect(falselyClear).toBe(0)
  }
  expect(countOutcomes(simulateRuns(spec, 2, 0, 5)).clear).toBe(0)
})
