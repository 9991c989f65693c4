import fc from "fast-check"
import { expect, test } from "vitest"
import { dpSe } from "../algorithms/dp-se.ts"
import { dpUcb } from "../algorithms/dp-ucb.ts"
import { exactly } from "../numerics/testing/exact-fraction.ts"
import { recordingRandom } from "../testing/recording-random.ts"
import { runAlgorithm } from "../testing/run-algorithm.ts"
import { counterLevels } from "./binary-counter.ts"
import { createNoisyBatches, type NoisyBatches } from "./noisy-batches.ts"

/** Spreads that 1/loss rounded to nearest would make too small for about every second loss. */
const losses = [
  1 / 3,
  0.1,
  0.7,
  ...fc.sample(fc.double({ min: 1e-6, max: 1e3, noNaN: true }), { numRuns: 60, seed: 1 }),
]

/** Whether noise of this spread keeps a change of `change` within `loss`, without any rounding. */
const isEnough = (spread: number, loss: number, change = 1): boolean =>
  exactly(spread).times(exactly(loss)).compare(exactly(change)) >= 0

test("the noise of a batch is never less than its stated loss needs, to the last bit", () => {
  for (const loss of losses) {
    const random = recordingRandom(1)
    for (const release of [
      { mechanism: "laplace", epsilon: loss } as const,
      { mechanism: "gaussian", eta: loss } as const,
    ]) {
      const batches = createNoisyBatches<NoisyBatches>({ sizeBatch: () => 1, uses: "last", release })
      batches.observe(batches.start(2), 0, 1, random)
    }
    for (const spread of [...random.laplaceScales, ...random.deviations]) {
      expect(isEnough(spread, loss)).toBe(true)
      expect(spread).toBeLessThanOrEqual((1 / loss) * (1 + Number.EPSILON))
    }
    expect([random.laplaceScales.length, random.deviations.length]).toEqual([1, 1])
  }
  // Rounded to nearest it would not be: the check can fail.
  expect(losses.some((loss) => !isEnough(1 / loss, loss))).toBe(true)
})

test("nor is that of DP-SE's epochs and of DP-UCB's counters", () => {
  for (const epsilon of losses.filter((loss) => loss > 0.05)) {
    const random = recordingRandom(1)
    const dpSeRun = dpSe.create({ epsilon, horizon: 20_000 })
    runAlgorithm(dpSeRun, dpSeRun.start(2), [0.5, 0.5], 20_000, random)
    expect(random.laplaceScales.length).toBeGreaterThan(1)
    for (const scale of random.laplaceScales) expect(isEnough(scale, epsilon)).toBe(true)
    const counting = recordingRandom(1)
    const dpUcbRun = dpUcb.create({ epsilon, horizon: 1000 })
    runAlgorithm(dpUcbRun, dpUcbRun.start(2), [0.5, 0.5], 10, counting)
    for (const scale of counting.laplaceScales) expect(isEnough(scale, epsilon, counterLevels(1000))).toBe(true)
  }
})
