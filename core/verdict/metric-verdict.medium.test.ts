import { expect, test } from "vitest"
import { type ReleasedSum, type SumPart, summariseSum } from "../estimates/released-sums.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { metricVerdict } from "./metric-verdict.ts"
import { unit, watch } from "./testing/watched-metric.ts"

const countOf = (parts: readonly SumPart[]): number => parts.reduce((sum, { count }) => sum + count, 0)

// 300 runs of equal arms; the leader is at every look the arm that looks worst, which is where a harm that is none is seen soonest. At most
// 5 % of runs may see one; fixed-time intervals (the planted mistake) do in far more. Arms that differ by .3 are found out in nearly all.
test("a harm that is none is seen in at most 5 % of runs, whoever leads at whichever look; a real one soon", () => {
  const runs = 300
  const share = (means: readonly number[], isHarmed: (sums: readonly ReleasedSum[]) => boolean, rounds: number) => {
    let harmed = 0
    for (let run = 0; run < runs; run++) {
      let isAny = false
      watch(means, rounds, (sums) => (isAny = isAny || isHarmed(sums)), { values: seededRandom(run) })
      if (isAny) harmed += 1
    }
    return harmed / runs
  }
  const worstLeads = (sums: readonly ReleasedSum[]) => {
    const means = sums.map(({ parts, value }) => (parts.length === 0 ? -1 : value / countOf(parts)))
    return metricVerdict(sums, { ...unit, leader: means.indexOf(Math.max(...means)) }).harmed
  }
  const fixedTime = (sums: readonly ReleasedSum[]) => {
    if (sums.some(({ parts }) => parts.length === 0)) return false
    const laws = sums.map(summariseSum)
    return laws.some((one) =>
      laws.some((other) => {
        const spread = [one, other].reduce((sum, { rewards, noise }) => sum + 0.25 / rewards + noise, 0)
        return one.mean - other.mean > 1.645 * Math.sqrt(spread)
      }),
    )
  }
  expect(share([0.5, 0.5, 0.5], worstLeads, 600)).toBeLessThanOrEqual(0.05)
  expect(share([0.5, 0.5, 0.5], fixedTime, 600)).toBeGreaterThan(0.2)
  const isFound = (sums: readonly ReleasedSum[]) => metricVerdict(sums, { ...unit, leader: 1 }).harmed
  expect(share([0.2, 0.5], isFound, 1000)).toBeGreaterThan(0.95)
})
