// Lemma 15 of docs/theory.md where it is hardest: there is hardly anything but noise, each of many
// looks adds a new one, and sizes and turns follow what was seen. Two arms that
// are alike are called different at any look no oftener than stated.

import { expect, test } from "vitest"
import type { ReleasedSum, SumPart } from "../estimates/released-sum.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { armEvidence } from "./arm-evidence.ts"
import { leastDifference } from "./least-difference.ts"

const [eta, share, mean, size, looks, error] = [0.02, 0.5, 0.5, 100, 150, 0.2]

/** An arm whose rewards are all 1/2, with residual releases whose sizes follow the last noise. */
function noisyArm(random: ReturnType<typeof seededRandom>) {
  const part = (count: number, scale: number): SumPart => ({ count, weight: 1, noise: "gaussian", scale })
  let [count, weight, carried, passing, noise, stays, variance, look] = [0, 0, 0, 0, 0, 0, 0, 0]
  const first = { count: size, scale: 1 / (eta * Math.sqrt(1 - share ** 2)) }
  return {
    /** Whether the last release looked better than it is. */
    looksGood: () => noise > 0,
    release(): ReleasedSum {
      stays += (1 - carried) * noise
      variance += ((1 - carried) * passing) ** 2
      const joined = count === 0 ? size : Math.ceil((noise < 0 ? 0.01 : 0.05) * count)
      const before = part(count, Math.sqrt(variance))
      count += joined
      weight = carried * weight + joined
      carried = (share * count) / weight
      passing = 1 / (eta * Math.sqrt(1 - carried ** 2))
      noise = passing * random.gaussian()
      look += 1
      const parts = look === 1 ? [part(joined, 0)] : [before, part(joined, 0)]
      const value = count * mean + stays + noise
      return { value, parts, kind: "running", look, passing, passes: carried, first, most: 2e5 }
    },
  }
}

/** Runs in which the first arm was once called better; `seen` plants a mistake. */
function failures(runs: number, seen: (sum: ReleasedSum) => ReleasedSum): number {
  let failed = 0
  for (let run = 0; run < runs; run++) {
    const random = seededRandom(run)
    const arms = [noisyArm(random), noisyArm(random)]
    const evidence = arms.map((arm) => armEvidence(seen(arm.release())))
    for (let look = 2; look < looks; look++) {
      const [one, other] = evidence
      if (one !== null && other !== null && leastDifference(one, other, -Math.log(error)) > 0) {
        failed += 1
        break
      }
      // A look at the second arm while the first one seems good, and else at the first.
      const turn = arms[0].looksGood() ? 1 : 0
      evidence[turn] = armEvidence(seen(arms[turn].release()))
    }
  }
  return failed
}

test("equal arms are called different no oftener than stated; without the last noise they would be", () => {
  const runs = 300
  const deviation = Math.sqrt(runs * error * (1 - error))
  expect(failures(runs, (sum) => sum)).toBeLessThan(error * runs)
  expect(failures(runs, ({ passing: _passing, ...sum }) => sum)).toBeGreaterThan(error * runs + 3 * deviation)
})
