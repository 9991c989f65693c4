// Lemma 8 of docs/theory.md: proved intervals from residual releases hold at all looks together, also where sizes follow what was released.

import { expect, test } from "vitest"
import { gdpImed } from "../algorithms/gdp-imed.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { isProvedPossible } from "./confidence.ts"
import { type ReleasedSum, releasedSums } from "./released-sums.ts"

const confidence = 0.8

/** Runs in which the true mean was refused at some release of the arm, of those that look after every one. */
function failures(runs: number, seen: (sum: ReleasedSum) => ReleasedSum): number {
  const means = [0.6, 0.5, 0.3]
  const algorithm = gdpImed.create({ eta: 0.25, horizon: 3000 })
  let failed = 0
  for (let run = 0; run < runs; run++) {
    const random = seededRandom(run)
    const state = algorithm.start(3)
    let looks = -1
    while (state.round < 1500) {
      const law = algorithm.laws(state)
      const [arm, pulls] = law.kind === "batch" ? [law.arms[0], law.pulls] : [algorithm.choose(state, random), 1]
      algorithm.observeMany(state, arm, pulls, random.binomial(pulls, means[arm]), random)
      const [sum] = releasedSums(algorithm, state) ?? []
      if (sum.look === looks || sum.look === 0) continue
      looks = sum.look
      if (isProvedPossible(seen(sum), means[0], confidence)) continue
      failed += 1
      break
    }
  }
  return failed
}

test("the arm's mean is refused at any look in no more runs than stated; without room for noise that passes it would be", () => {
  const runs = 400
  const deviation = Math.sqrt(runs * 0.2 * 0.8)
  expect(failures(runs, (sum) => sum)).toBeLessThan(0.2 * runs)
  // The last release's noise taken as if it were part of what stays, and smaller than it is.
  const forgetful = failures(runs, ({ passing: _passing, ...sum }) => sum)
  expect(forgetful).toBeGreaterThan(0.2 * runs + 3 * deviation)
})
