import { expect, test } from "vitest"
import type { ReleasedSum } from "../estimates/released-sum.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { type ArmEvidence, armEvidence } from "./arm-evidence.ts"
import { leastDifference } from "./least-difference.ts"
import { boundJointEvidence } from "./least-evidence.ts"

function arm(count: number, mean: number, scale: number): ArmEvidence {
  const sum: ReleasedSum = {
    value: count * mean,
    parts: [{ count, weight: 1, noise: "gaussian", scale }],
    kind: "running",
    look: 1,
    most: 1e5,
  }
  const found = armEvidence(sum)
  if (found === null) throw new Error("an arm with a release has evidence")
  return found
}

const random = seededRandom("least evidence")
const cases = Array.from({ length: 60 }, () => ({
  one: arm(10 + random.integer(5000), random.uniform(), 5 * random.uniform()),
  other: arm(10 + random.integer(5000), random.uniform(), 5 * random.uniform()),
  line: { scale: 0.2 + 0.8 * random.uniform(), shift: 0.2 * random.uniform() },
  otherLine: { scale: 0.2 + 0.8 * random.uniform(), shift: 0.2 * random.uniform() },
}))

test("is the least over all common values, and never above it", () => {
  for (const { one, other, line, otherLine } of cases)
    for (const [first, second] of [
      [
        { scale: 1, shift: 0 },
        { scale: 1, shift: 0 },
      ],
      [line, otherLine],
    ] as const) {
      const found = boundJointEvidence(one, other, first, second)
      const most = second.shift + second.scale
      let least = Number.POSITIVE_INFINITY
      for (let step = 0; step <= 4000; step++) {
        const value = first.shift + ((most - first.shift) * step) / 4000
        const x = Math.min(1, (value - first.shift) / first.scale)
        const y = Math.max(0, (value - second.shift) / second.scale)
        least = Math.min(least, one.atMost(x).value + other.atLeast(y).value)
      }
      expect(found).toBeLessThanOrEqual(least + 1e-9)
      expect(found).toBeGreaterThan(least - 1e-3 * (1 + Math.abs(least)))
    }
})

test("at a level below it the difference is surely positive, and at one above it is not", () => {
  for (const { one, other } of cases) {
    const found = boundJointEvidence(one, other)
    if (found <= 0.1) continue
    expect(leastDifference(one, other, found - 0.01)).toBeGreaterThan(0)
    expect(leastDifference(one, other, found + 0.01)).toBeLessThanOrEqual(0)
  }
})

test("values that cannot overlap differ for certain, and evidence that ignores the mean says nothing of it", () => {
  const some = arm(100, 0.5, 1)
  expect(boundJointEvidence(some, some, { scale: 0.2, shift: 0.8 }, { scale: 0.2, shift: 0 })).toBe(
    Number.POSITIVE_INFINITY,
  )
  const flat = { scale: 0, shift: 0.5 }
  expect(boundJointEvidence(some, some, flat, flat)).toBe(some.atMost(1).value + some.atLeast(0).value)
})
