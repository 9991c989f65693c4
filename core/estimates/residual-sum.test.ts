// Lemma 13 of docs/theory.md with weights: the evidence of a line by hand, and intervals where
// weights and sizes follow what was released.

import { expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { isProvedPossible, readMeanEvidence } from "./confidence.ts"
import { sumEvidence } from "./rate-evidence.ts"
import { type JoinedRelease, sumResidualReleases, type WeighedRewards } from "./residual-sum.ts"

const releases: JoinedRelease[] = [
  { joined: [{ count: 10, weight: 0.7 }], deviation: 2, carried: 0.4, line: 0 },
  {
    joined: [
      { count: 4, weight: 0.8 },
      { count: 6, weight: 0.9 },
    ],
    deviation: 2.2,
    carried: 0.5,
    line: 0,
  },
  { joined: [{ count: 3, weight: 0.9 }], deviation: 2.1, carried: 0.45, line: 1 },
]

test("a reward counts with its batch's weight, and noise stays by what is not carried on", () => {
  const sum = sumResidualReleases(14, releases)
  const { total, rewards, mirrored } = sumEvidence(sum)
  expect(total).toBeCloseTo(7 + 3.2 + 5.4 + 2.7, 12)
  expect([...rewards]).toEqual([
    [0.7, 10],
    [0.8, 4],
    [0.9, 9],
  ])
  expect(mirrored).toBeCloseTo(total - 14, 12)
  // 1 - 0.4 of the first noise; all of the second, whose line ended; none of the third yet.
  expect(sum.parts.map(({ weight, scale }) => weight * scale)).toEqual(
    [1.2, 2.2, 0, 0].map((value) => expect.closeTo(value, 12)),
  )
  expect(sum).toMatchObject({ joined: 3, passing: 2.1, passes: 0.45, first: { count: 10, scale: 2 }, look: 3 })
  expect(sum.ended).toEqual([{ count: 20, joined: 10, deviation: 2.2, passes: 0.5 }])
  expect(sumResidualReleases(5, []).parts).toEqual([])
})

test("a line whose weights are all a says of means what the same line says at weight 1, with noise by a", () => {
  const scaled = (weight: number) => {
    const joined = (count: number): WeighedRewards[] => [{ count, weight }]
    const line = { carried: 0.4, line: 0 }
    const list = [
      { ...line, joined: joined(50), deviation: 2 * weight },
      { ...line, joined: joined(30), deviation: 2.1 * weight },
    ]
    return readMeanEvidence({ ...sumResidualReleases(45 * weight, list), most: 10_000 })
  }
  const [one, other] = [scaled(1), scaled(0.75)]
  expect(other.low(0.02)).toBeCloseTo(one.low(0.02), 9)
  expect(other.high(0.02)).toBeCloseTo(one.high(0.02), 9)
  expect(one.atLeast(one.high(0.02))).toBeCloseTo(Math.log(50), 6)
  expect(one.atMost(one.low(0.02))).toBeCloseTo(Math.log(50), 6)
})

/**
 * Runs in which the true mean is refused at some look. Weights and sizes follow the last noise, and
 * every other batch joins without one. `seen` plants a mistake.
 */
function countFailures(runs: number, seen: (joined: WeighedRewards) => WeighedRewards): number {
  const [eta, mean, confidence] = [0.5, 0.7, 0.8]
  let failed = 0
  for (let run = 0; run < runs; run++) {
    const random = seededRandom(run)
    const made: JoinedRelease[] = []
    let [hidden, n, weights, value, previous, noise] = [0, 0, 0, 0, 0, 0]
    let joined: WeighedRewards[] = []
    for (let batch = 1; batch <= 60; batch++) {
      const isHigh = noise > 0
      const weight = Math.sqrt(isHigh ? 0.5 : 0.9)
      const count = Math.max(5, Math.round((isHigh ? 0.05 : 0.3) * (n + 20)))
      joined.push(seen({ count, weight }))
      hidden += weight * random.binomial(count, mean)
      n += weight * count
      weights += weight * count
      if (batch % 2 === 1) continue
      const carried = (0.4 * n) / weights
      const deviation = 1 / (eta * Math.sqrt(1 - carried ** 2))
      noise = deviation * random.gaussian()
      const before = made.at(-1)
      if (before !== undefined) value -= before.carried * previous
      previous = hidden + noise
      value += previous
      made.push({ joined, deviation, carried, line: 0 })
      joined = []
      hidden *= carried
      weights *= carried
      const sum = { ...sumResidualReleases(value, made), most: 20_000 }
      if (isProvedPossible(sum, mean, confidence)) continue
      failed += 1
      break
    }
  }
  return failed
}

test("with weights that follow releases the mean is refused no oftener than stated; with weights taken for 1 it is", () => {
  expect(countFailures(200, (joined) => joined)).toBeLessThan(40)
  expect(countFailures(200, ({ count }) => ({ count, weight: 1 }))).toBeGreaterThan(60)
})
