import { ArmisticeError, seededRandom } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { createEnvironment, type EnvironmentSpec } from "./environment-spec.ts"
import { environmentPresets, findEnvironmentPreset } from "./presets.ts"

const specs: EnvironmentSpec[] = [
  // Means that change are tested in changing.test.ts.
  ...environmentPresets.map((preset) => preset.spec).filter((spec) => createEnvironment(spec).rounds === undefined),
  { kind: "beta", means: [0.5, 0.9] },
  { kind: "truncated-gaussian", means: [0.1, 0.5, 0.97] },
  { kind: "truncated-gaussian", locations: [-1, 0.5, 2], deviation: 0.5 },
  { kind: "truncated-exponential", means: [0.02, 0.5, 0.9] },
]

describe.each(specs.map((spec) => [JSON.stringify(spec), spec] as const))("%s", (_name, spec) => {
  const environment = createEnvironment(spec)

  test("rewards are in [0, 1] and average to the stated means within 5 standard errors", () => {
    const random = seededRandom(7)
    for (const [arm, mean] of environment.means.entries()) {
      const rewards = Array.from({ length: 20_000 }, (_, pull) => environment.reward(arm, pull, random))
      const sum = environment.sum(arm, 0, 20_000, random)
      expect(Math.min(...rewards)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...rewards)).toBeLessThanOrEqual(1)
      const average = rewards.reduce((total, reward) => total + reward, 0) / rewards.length
      const variance = rewards.reduce((total, reward) => total + (reward - average) ** 2, 0) / rewards.length
      const error = Math.sqrt(variance / rewards.length)
      expect(Math.abs(average - mean)).toBeLessThan(5 * error)
      expect(Math.abs(sum / rewards.length - mean)).toBeLessThan(5 * error)
    }
  })

  test("a sum never exceeds its count", () => {
    const random = seededRandom(8)
    for (let arm = 0; arm < environment.armCount; arm++)
      for (const count of [1, 2, 3, 7, 1000]) {
        const sum = environment.sum(arm, 0, count, random)
        expect(sum).toBeGreaterThanOrEqual(0)
        expect(sum).toBeLessThanOrEqual(count)
      }
  })
})

test("means given for truncated laws are kept, and those of locations and rates are computed", () => {
  expect(createEnvironment({ kind: "truncated-gaussian", means: [0.95, 0.15] }).means).toEqual([0.95, 0.15])
  const [first, second] = createEnvironment({ kind: "truncated-exponential", rates: [1, 0] }).means
  expect(first).toBeCloseTo(1 - 1 / (Math.E - 1), 14)
  expect(second).toBe(0.5)
})

test.each([
  [{ kind: "bernoulli", means: [0.5] }, "means must be a list for at least two arms, got [0.5]"],
  [{ kind: "bernoulli", means: [0.5, 1.2] }, "means must be in [0, 1], got 1.2"],
  [{ kind: "bernoulli", means: [0.5, Number.NaN] }, "means must be in [0, 1], got NaN"],
  [{ kind: "bernoulli" }, "means must be a list for at least two arms, got nothing"],
  [{ kind: "bernoulli", means: [0, 1], lattice: 8 }, "environment bernoulli takes the fields means, got lattice"],
  [{ kind: "beta", means: [0, 0.5] }, "means of these rewards must be in (0, 1), got 0"],
  [{ kind: "beta", means: [0.1, 0.5], lattice: 100 }, "lattice must be a power of two, got 100"],
  [
    { kind: "truncated-gaussian", means: [0.0001, 0.5] },
    "means of these rewards must be in [0.00713, 0.993], got 0.0001",
  ],
  [{ kind: "truncated-gaussian" }, "exactly one of means and locations must be given, got neither"],
  [{ kind: "two-point", means: [0.05, 0.5], low: 0.1, high: 1 }, "means must be in [0.1, 1], got 0.05"],
  [{ kind: "two-point", means: [0.5, 0.5], low: 0.6, high: 0.4 }, "low must be below high, got 0.6 and 0.4"],
  [
    { kind: "replay", names: ["a"], rewards: [[1]] },
    "recorded rewards must be lists for at least two arms, none empty",
  ],
  [
    { kind: "poisson" },
    'environment must be one of bernoulli, beta, truncated-gaussian, truncated-exponential, two-point, replay, piecewise, drifting, seasonal, context, drawn-context, got "poisson"',
  ],
])("%j is refused with a sentence", (spec, message) => {
  expect(() => createEnvironment(spec as unknown as EnvironmentSpec)).toThrow(ArmisticeError)
  expect(() => createEnvironment(spec as unknown as EnvironmentSpec)).toThrow(message)
})

test("presets are found by name", () => {
  expect(findEnvironmentPreset("paper")).toEqual({ kind: "bernoulli", means: [0.95, 0.75, 0.55, 0.35, 0.15] })
  expect(findEnvironmentPreset("nowhere")).toBeUndefined()
})
