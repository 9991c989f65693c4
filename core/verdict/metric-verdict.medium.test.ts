import { expect, test } from "vitest"
import { type ReleasedSum, summariseSum } from "../estimates/released-sum.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { computeMetricVerdict } from "./metric-verdict.ts"
import { unit, watch } from "./testing/watched-metric.ts"

// In 400 runs of equal arms any arm may look worse than the control at any look. At most 5 % of
// runs may see harm; fixed-time intervals (the planted mistake) do in far more. Arms that differ by
// 0.3 are detected in nearly all.
test("harm is seen in at most 5 % of runs if there is none, at all looks of all arms; a real one soon", () => {
  const runs = 400
  const share = (means: readonly number[], isHarmed: (sums: readonly ReleasedSum[]) => boolean, rounds: number) => {
    let harmed = 0
    for (let run = 0; run < runs; run++) {
      let isAny = false
      watch(means, rounds, (sums) => (isAny = isAny || isHarmed(sums)), { values: seededRandom(run) })
      if (isAny) harmed += 1
    }
    return harmed / runs
  }
  const isAnyWorse = (sums: readonly ReleasedSum[]) =>
    computeMetricVerdict(sums, unit).differences.some(({ state }) => state === "worse")
  const fixedTime = (sums: readonly ReleasedSum[]) => {
    if (sums.some(({ parts }) => parts.length === 0)) return false
    const laws = sums.map(summariseSum)
    const control = laws[0]
    return laws.some((one) => {
      const spread = [one, control].reduce((sum, { rewards, noise }) => sum + 0.25 / rewards + noise, 0)
      return one.mean - control.mean > 1.645 * Math.sqrt(spread)
    })
  }
  expect(share([0.5, 0.5, 0.5], isAnyWorse, 600)).toBeLessThanOrEqual(0.05)
  expect(share([0.5, 0.5, 0.5], fixedTime, 600)).toBeGreaterThan(0.2)
  expect(share([0.2, 0.5], isAnyWorse, 1000)).toBeGreaterThan(0.95)
})
