import { expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { expectRefused } from "../testing/refused.ts"
import { runAlgorithm } from "../testing/run-algorithm.ts"
import { uniform } from "./uniform.ts"

const algorithm = uniform.create({})

/** Chi-squared of counts that should be equal. */
function chiSquared(counts: readonly number[]): number {
  const even = counts.reduce((a, b) => a + b) / counts.length
  return counts.reduce((total, count) => total + (count - even) ** 2 / even, 0)
}

test("every arm is as likely as any other, whatever the rewards", () => {
  const state = algorithm.start(5)
  runAlgorithm(algorithm, state, [1, 1, 0, 0, 0.5], 50_000, seededRandom(1))
  // Four degrees of freedom: 34 is exceeded with probability 1e-6.
  expect(chiSquared(state.decided)).toBeLessThan(34)
  expect(algorithm.laws(state)).toEqual({ kind: "even" })
})

test("the arms do not depend on rewards at all: that is its guarantee", () => {
  const arms = (mean: number) => {
    const state = algorithm.start(3)
    const random = seededRandom(5)
    return Array.from({ length: 200 }, () => {
      const arm = algorithm.choose(state, random)
      algorithm.observe(state, arm, mean, random)
      return arm
    })
  }
  expect(arms(1)).toEqual(arms(0))
})

test("the arms that are not excluded stay equally likely", () => {
  const state = algorithm.start(5)
  const random = seededRandom(2)
  for (let round = 0; round < 30_000; round++) algorithm.choose(state, random, new Set([0, 3]))
  expect(state.decided[0] + state.decided[3]).toBe(0)
  expect(chiSquared([state.decided[1], state.decided[2], state.decided[4]])).toBeLessThan(28)
})

test("it loses nothing, releases nothing and needs no parameter", () => {
  expect(algorithm.guarantee(5)).toEqual({ kind: "gdp", eta: 0 })
  const state = algorithm.start(2)
  runAlgorithm(algorithm, state, [0.5, 0.5], 10, seededRandom(3))
  expect(algorithm.releases(state)).toEqual([])
  expect(algorithm.nextReleases(state, 0)).toEqual([])
  expect(() => uniform.create({ horizon: 10 })).toThrow("uniform takes the parameters none, got horizon")
})

test("a refused call changes nothing", () => {
  const random = seededRandom(4)
  const state = algorithm.start(2)
  runAlgorithm(algorithm, state, [0.5, 0.5], 10, random)
  expectRefused(state, "no_arm_available", () => algorithm.choose(state, random, new Set([0, 1])))
  expectRefused(state, "invalid_reward", () => algorithm.observe(state, 0, Number.NaN, random))
  expectRefused(state, "unknown_arm", () => algorithm.observeMany(state, 7, 1, 1, random))
})
