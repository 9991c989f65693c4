import { describe, expect, test } from "vitest"
import type { ReleasedSum } from "../estimates/released-sum.ts"
import { type ValueLine, valueLine, valueOn } from "../estimates/silence.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { type ArmEvidence, armEvidence } from "./arm-evidence.ts"
import { differenceInterval } from "./difference-interval.ts"
import { leastDifference, leastRatio } from "./least-difference.ts"

const level = Math.log(40)

function evidenceOf(value: number, count: number, scale: number): ArmEvidence {
  const parts = [{ count, weight: 1, noise: "gaussian" as const, scale }]
  const sum: ReleasedSum = { value, parts, kind: "running", look: 1, most: 1e5 }
  return armEvidence(sum) as ArmEvidence
}

/**
 * The largest number for which every pair of means on the line is refused, over a fine grid of the
 * line.
 */
function byGrid(
  one: ArmEvidence,
  other: ArmEvidence,
  lineOf: (value: number, mean: number) => number,
  from: number,
  to: number,
) {
  const least = (value: number): number => {
    let found = Number.POSITIVE_INFINITY
    for (let k = 0; k <= 800; k++) {
      const otherMean = (k / 800) ** 2
      const mean = lineOf(value, otherMean)
      if (mean < 0 || mean > 1) continue
      found = Math.min(found, one.atMost(mean).value + other.atLeast(otherMean).value)
    }
    return found
  }
  let [low, high] = [from, to]
  for (let halving = 0; halving < 25; halving++) {
    const middle = (low + high) / 2
    if (least(middle) >= level) low = middle
    else high = middle
  }
  return low
}

describe("against a grid", () => {
  const random = seededRandom(5)
  const cases = Array.from({ length: 12 }, () => {
    const draw = () => {
      const count = Math.ceil(10 ** (1 + 3 * random.uniform()))
      const scale = 10 ** (-1 + 2.5 * random.uniform())
      return [random.uniform() ** 2 * count + scale * random.gaussian(), count, scale] as const
    }
    return [draw(), draw()] as const
  })

  test("the least difference is what the grid finds, and never more", () => {
    for (const [one, other] of cases) {
      const [a, b] = [evidenceOf(...one), evidenceOf(...other)]
      const found = leastDifference(a, b, level)
      const grid = byGrid(a, b, (difference, mean) => mean + difference, -1, 1)
      expect(found).toBeLessThan(grid + 1e-6)
      expect(found).toBeGreaterThan(grid - 5e-3)
    }
  })

  test("so is the least ratio, whose side of 1 is the difference's side of 0", () => {
    for (const [one, other] of cases)
      for (const offset of [0, 0.5]) {
        const [a, b] = [evidenceOf(...one), evidenceOf(...other)]
        const found = leastRatio(a, b, level, { scale: 1, shift: offset }, { scale: 1, shift: offset })
        // Sums beyond what rewards can be refuse every pair.
        if (a.atMost(1).value + b.atLeast(0).value > 0) continue
        const grid = byGrid(
          a,
          b,
          (ratio, mean) => ratio * (mean + offset) - offset,
          0,
          offset > 0 ? 1 + 1 / offset : 200,
        )
        expect(found).toBeLessThan(grid * (1 + 1e-3) + 1e-3)
        expect(found).toBeGreaterThan(grid * 0.97 - 0.01)
        const difference = leastDifference(a, b, level)
        if (Math.abs(difference) > 1e-4) expect(Math.sign(found - 1)).toBe(Math.sign(difference))
      }
  })
})

describe("where not everybody answers", () => {
  /** The least of r x - r' y + shifts over a grid of pairs that are not refused. */
  function leastOnGrid(one: ArmEvidence, other: ArmEvidence, line: ValueLine, otherLine: ValueLine): number {
    const points = Array.from({ length: 601 }, (_, k) => k / 600)
    const against = points.map((mean) => one.atMost(mean).value)
    const otherAgainst = points.map((mean) => other.atLeast(mean).value)
    let least = Number.POSITIVE_INFINITY
    for (const [k, mean] of points.entries())
      for (const [l, otherMean] of points.entries())
        if (against[k] + otherAgainst[l] < level)
          least = Math.min(least, valueOn(line, mean) - valueOn(otherLine, otherMean))
    return least
  }

  const random = seededRandom(7)
  const shares = [
    [0.9, 0.3],
    [0.2, 1],
    [0, 0.7],
    [0.7, 0],
    [0, 0],
  ] as const

  test("the least difference of values is what a grid finds, and never more", () => {
    for (let pair = 0; pair < 6; pair++)
      for (const [share, otherShare] of shares)
        for (const missing of [0, 0.4, 1]) {
          const draw = () => Math.ceil(10 ** (1.5 + 2 * random.uniform()))
          const [count, otherCount] = [draw(), draw()]
          const one = evidenceOf(random.uniform() * count, count, 2)
          const other = evidenceOf(random.uniform() * otherCount, otherCount, 2)
          const lines = [valueLine(share, missing), valueLine(otherShare, missing)] as const
          const grid = leastOnGrid(one, other, ...lines)
          const found = leastDifference(one, other, level, ...lines)
          expect(found).toBeLessThan(grid + 1e-6)
          expect(found).toBeGreaterThan(grid - 0.01)
        }
  })

  test("the least difference of all shares in a box is at a corner", () => {
    const [one, other] = [evidenceOf(300, 700, 2), evidenceOf(200, 600, 2)]
    for (const missing of [0, 0.3, 0.45, 1]) {
      const share = { low: 0.5, high: 0.8, mean: 0.6 }
      const otherShare = { low: 0.7, high: 0.9, mean: 0.8 }
      const { low } = differenceInterval(
        { evidence: one, silence: { share, missing } },
        { evidence: other, silence: { share: otherShare, missing } },
        Math.exp(-level),
      )
      let least = Number.POSITIVE_INFINITY
      for (let k = 0; k <= 6; k++)
        for (let l = 0; l <= 6; l++) {
          const lines = [valueLine(0.5 + 0.05 * k, missing), valueLine(0.7 + (0.2 * l) / 6, missing)] as const
          least = Math.min(least, leastDifference(one, other, level, ...lines))
        }
      expect(low).toBeCloseTo(least, 6)
    }
  })
})

test("arms that tell next to nothing may differ by anything", () => {
  expect(leastDifference(evidenceOf(3, 5, 40), evidenceOf(2, 5, 40), level)).toBe(-1)
  expect(leastRatio(evidenceOf(3, 5, 40), evidenceOf(2, 5, 40), level)).toBe(0)
})

test("with many rewards and hardly any noise it is near the difference that there is", () => {
  const found = leastDifference(evidenceOf(60_000, 1e5, 0.1), evidenceOf(50_000, 1e5, 0.1), level)
  expect(found).toBeGreaterThan(0.085)
  expect(found).toBeLessThan(0.1)
})

test("it takes few looks at the evidence, also where a mean is at its end", () => {
  let looks = 0
  const counted = (evidence: ArmEvidence): ArmEvidence => ({
    ...evidence,
    atLeast(mean) {
      looks += 1
      return evidence.atLeast(mean)
    },
    atMost(mean) {
      looks += 1
      return evidence.atMost(mean)
    },
  })
  // One arm is known well and nearly 1. Little is known of the others: they may be 1, and the pair
  // is found along that end.
  const one = counted(evidenceOf(20, 21, 2))
  for (const value of [-2, 0, 0.5, 1, 3]) {
    const other = counted(evidenceOf(value, 4, 3))
    looks = 0
    const found = leastDifference(one, other, 10)
    expect(looks).toBeLessThanOrEqual(24)
    // All of what is left is at that end: the mean at which this arm alone meets the level.
    const mean = found + 1
    expect(one.atMost(mean).value + other.atLeast(1).value).toBeCloseTo(10, 4)
  }
})
