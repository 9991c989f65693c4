import { describe, expect, test } from "vitest"
import type { ReleasedSum } from "../estimates/released-sums.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { type ArmEvidence, armEvidence } from "./arm-evidence.ts"
import { leastDifference, leastRatio } from "./least-difference.ts"

const level = Math.log(40)

function evidenceOf(value: number, count: number, scale: number): ArmEvidence {
  const parts = [{ count, weight: 1, noise: "gaussian" as const, scale }]
  const sum: ReleasedSum = { value, parts, kind: "running", look: 1, most: 1e5 }
  return armEvidence(sum) as ArmEvidence
}

/** The largest number for which every pair of means on the line is refused, over a fine grid of the line. */
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
        const found = leastRatio(a, b, level, offset)
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

test("arms that tell next to nothing may differ by anything", () => {
  expect(leastDifference(evidenceOf(3, 5, 40), evidenceOf(2, 5, 40), level)).toBe(-1)
  expect(leastRatio(evidenceOf(3, 5, 40), evidenceOf(2, 5, 40), level, 0)).toBe(0)
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
  // Known well and nearly 1, beside arms of which little is known: they may be 1, and the pair is found along that end.
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
