// Delays that depend on values: an arm with growing traffic is shown with its quick answers. The
// effect on choices and verdicts, and that joining at equal ages cures it.

import { describe, expect, test } from "vitest"
import { countOutcomes, simulateRuns } from "./measure-verdict.ts"
import type { ExperimentSpec, Judge } from "./simulate-experiment.ts"

const tenfold = [
  ["zeros", { zero: 2000, one: 200 }],
  ["ones", { zero: 200, one: 2000 }],
] as const

const runs = 60

/** Choices alone: nobody looks. */
const nobody: Judge = () => ({
  state: "too_early",
  leader: null,
  certainty: null,
  recommended: null,
  arms: [],
  next: null,
  order: [],
  differences: [],
  worse: [],
})

describe.each(tenfold)("%s are ten times slower", (_slower, delay) => {
  const [horizon, window] = [20_000, 10_000]
  const spec = { eta: 1, horizon, window, evenShare: 0, worthwhile: 0.01, silence: [0.05, 0.05], delay }

  test("on arrival some experiments give most people the worse arm; from an age near the slower mean on hardly any", () => {
    const misled = (ripe: number): number =>
      countOutcomes(simulateRuns({ ...spec, means: [0.3, 0.33], ripe }, 6, 0, runs, nobody)).misled
    // 12 and 1 % in 200 experiments.
    expect(misled(0)).toBeGreaterThan(0.04 * runs)
    expect(misled(2000)).toBeLessThan(0.04 * runs)
  })

  test("on arrival arms that are alike are called clear; at equal ages they are not, and intervals hold", () => {
    // A fifth of the length, with delays and window to match.
    const short: ExperimentSpec = {
      ...spec,
      horizon: horizon / 5,
      window: window / 5,
      delay: { zero: delay.zero / 5, one: delay.one / 5 },
      means: [0.3, 0.3],
    }
    const [onArrival, equalAges] = [0, window / 5].map((ripe) =>
      countOutcomes(simulateRuns({ ...short, ripe }, 7, 0, runs)),
    )
    expect(onArrival.falselyClear).toBeGreaterThan(0.05 * runs)
    expect(onArrival.uncovered).toBeGreaterThan(0.5 * runs)
    expect(equalAges.falselyClear).toBeLessThan(0.05 * runs)
    expect(equalAges.uncovered).toBeLessThan(0.1 * runs)
  })
})
