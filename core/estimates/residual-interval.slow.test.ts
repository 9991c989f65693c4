// Lemmas 13 and 14 of docs/theory.md: proved intervals from residual releases hold at all looks
// together, also where sizes follow what was released; and what looking at passing noise costs is
// what it must be.

import { expect, test } from "vitest"
import { gdpImed } from "../algorithms/gdp-imed.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { isProvedPossible } from "./confidence.ts"
import type { ReleasedSum, SumPart } from "./released-sum.ts"
import { readReleasedSums } from "./released-sums.ts"

const confidence = 0.8

/**
 * Runs in which the true mean was refused at some release of the arm, of those that look after
 * every one.
 */
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
      const [sum] = readReleasedSums(algorithm, state) ?? []
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

/**
 * The same where there is hardly anything but noise and many looks: rewards that are all 1/2, and
 * small batches whose sizes follow the last release, so that there is a new noise at each look.
 * `seen` plants a mistake.
 */
function noisyFailures(runs: number, seen: (sum: ReleasedSum) => ReleasedSum): number {
  const [eta, share, mean, size, looks] = [0.02, 0.5, 0.5, 100, 150]
  const part = (count: number, scale: number): SumPart => ({ count, weight: 1, noise: "gaussian", scale })
  let failed = 0
  for (let run = 0; run < runs; run++) {
    const random = seededRandom(run)
    const first = { count: size, scale: 1 / (eta * Math.sqrt(1 - share ** 2)) }
    let [count, weight, carried, passing, noise, stays, variance] = [0, 0, 0, 0, 0, 0, 0]
    for (let look = 1; look <= looks; look++) {
      stays += (1 - carried) * noise
      variance += ((1 - carried) * passing) ** 2
      const joined = count === 0 ? size : Math.ceil((noise < 0 ? 0.01 : 0.05) * count)
      const before = part(count, Math.sqrt(variance))
      count += joined
      weight = carried * weight + joined
      carried = (share * count) / weight
      passing = 1 / (eta * Math.sqrt(1 - carried ** 2))
      noise = passing * random.gaussian()
      const parts = look === 1 ? [part(joined, 0)] : [before, part(joined, 0)]
      const value = count * mean + stays + noise
      const sum: ReleasedSum = { value, parts, kind: "running", look, passing, first, most: 2e5 }
      if (isProvedPossible(seen(sum), mean, confidence)) continue
      failed += 1
      break
    }
  }
  return failed
}

test("with a new noise at each of many looks the mean is refused no oftener; if looks were not paid for it would be", () => {
  const runs = 400
  const deviation = Math.sqrt(runs * 0.2 * 0.8)
  expect(noisyFailures(runs, (sum) => sum)).toBeLessThan(0.2 * runs)
  // Each look as if it were the first: it takes the share of all looks before it too.
  const greedy = noisyFailures(runs, ({ parts, ...sum }) => {
    const count = parts.reduce((total, one) => total + one.count, 0)
    return { ...sum, parts: [{ ...parts[0], count, scale: Math.hypot(...parts.map(({ scale }) => scale)) }] }
  })
  expect(greedy).toBeGreaterThan(0.2 * runs + 3 * deviation)
})
