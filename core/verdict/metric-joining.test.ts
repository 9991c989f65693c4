// Why metrics join at equal ages, in the order of decisions (docs/theory.md, section 8): a reward
// of 0 sends people elsewhere at once, and if the metric of that person, which is the same coin,
// joins on arrival, then late zeros join before late ones that nobody replaced.

import { expect, test } from "vitest"
import { summariseSum } from "../estimates/released-sum.ts"
import { readReleasedSums } from "../estimates/released-sums.ts"
import { createMetricSums } from "../parts/metric-sums.ts"
import type { Random } from "../random/random.ts"
import { seededRandom } from "../random/seeded-random.ts"

const [window, away, rate] = [40, 100, 4]

/**
 * The first batch of a metric, of two values: what was released of their mean, and their evidence
 * against a mean of at least 1/2.
 */
function firstBatch(random: Random, joins: "on arrival" | "at the window"): { mean: number; evidence: number } {
  const metric = createMetricSums(4, 1e6)
  const state = metric.start(2)
  const waiting: { at: number; value: number; pull: number }[] = []
  let [back, sum] = [0, 0]
  for (let round = 0; ; round++) {
    if (round >= back) {
      const value = random.uniform() < 0.5 ? 1 : 0
      const delay = random.uniform() < 0.5 ? 0 : window
      metric.decide(state, 0)
      waiting.push({ at: round + (joins === "on arrival" ? delay : window), value, pull: state.decided[0] - 1 })
      if (value === 0) back = round + away
    }
    for (const late of waiting.filter(({ at }) => at === round)) {
      if (state.closed[0] > 0) break
      sum += late.value
      metric.observe(state, 0, late.value, random, late.pull)
    }
    if (state.closed[0] === 0) continue
    const [released] = readReleasedSums(metric as never, state) ?? []
    const moment = (1 + Math.exp(-rate)) / 2
    return { mean: summariseSum(released).mean, evidence: Math.exp(-rate * sum) / moment ** 2 }
  }
}

function averages(joins: "on arrival" | "at the window", runs: number): { mean: number; evidence: number } {
  const random = seededRandom(1)
  let [mean, evidence] = [0, 0]
  for (let run = 0; run < runs; run++) {
    const found = firstBatch(random, joins)
    mean += found.mean / runs
    evidence += found.evidence / runs
  }
  return { mean, evidence }
}

test("a metric that joins at the window is unbiased; on arrival it is not, and evidence grows", () => {
  // Five standard errors of 6,000 runs: 0.4 each for means, 1.7 for evidence.
  const runs = 6000
  const [room, more] = [0.4, 1.7].map((deviation) => (5 * deviation) / Math.sqrt(runs))
  const right = averages("at the window", runs)
  expect(Math.abs(right.mean - 0.5)).toBeLessThan(room)
  expect(right.evidence).toBeLessThan(1 + more)
  const wrong = averages("on arrival", runs)
  expect(Math.abs(wrong.mean - 0.444)).toBeLessThan(room)
  expect(wrong.mean).toBeLessThan(0.5 - room)
  expect(wrong.evidence).toBeGreaterThan(1 + more)
  expect(Math.abs(wrong.evidence - 1.16)).toBeLessThan(more)
})
