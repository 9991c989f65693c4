// How soon harm is seen where rewards are alike and only a fifth of people are dealt evenly, beside
// a plain even split; and how often where there is none.

import { seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { firstHarm, type WatchedSpec } from "./testing/watched-experiment.ts"

const shared = { horizon: 6000, eta: 1, metricEta: 1 } as const

/** People who got the harmful arm until that was seen, from the fewest on. */
function peopleUntilSeen(share: WatchedSpec["share"]): number[] {
  const found = Array.from({ length: 200 }, (_, run) =>
    firstHarm({ ...shared, metric: [0.03, 0.3], margin: 0.02, share }, seededRandom(5).fork(run)),
  )
  expect(found.every((one) => one?.arm === 1)).toBe(true)
  return found.map((one) => one?.people ?? 0).sort((one, other) => one - other)
}

test("30 % instead of 3 % is seen within twice the people on that arm that an even split needs", () => {
  const [bandit, even] = [peopleUntilSeen(0.2), peopleUntilSeen("even")]
  // The median and all but one in twenty.
  for (const place of [100, 190]) expect(bandit[place]).toBeLessThanOrEqual(2 * even[place])
})

test("a metric that is the same with all arms is worse with none in at least 95 % of 400 experiments", () => {
  let harmed = 0
  for (let run = 0; run < 400; run++)
    if (
      firstHarm({ ...shared, horizon: 2000, metric: [0.1, 0.1, 0.1], margin: 0, share: 0.2 }, seededRandom(6).fork(run))
    )
      harmed += 1
  expect(harmed).toBeLessThanOrEqual(0.05 * 400)
})
