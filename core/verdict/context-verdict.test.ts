// Verdicts of groups from the releases of gdp-context.

import { expect, test } from "vitest"
import { createAlgorithm } from "../catalogue.ts"
import "../context/catalogue.ts"
import type { GdpContextState } from "../context/context-state.ts"
import { readCellSum } from "../estimates/cell-sums.ts"
import { estimateArms } from "../estimates/estimates.ts"
import { readReleasedSums, readReleasedValue } from "../estimates/released-sums.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { judgeContext } from "./context-verdict.ts"
import { runContext } from "./testing/run-context.ts"
import { computeVerdict } from "./verdict.ts"

const options = { reward: { min: 0, max: 1 }, worthwhile: 0.02 }
const means = [
  [0.8, 0.3],
  [0.3, 0.8],
  [0.3, 0.8],
]

test("groups that differ much are clear, and personalising helps by what it truly brings", () => {
  const { algorithm, state } = runContext(means, 6000, { eta: 2, random: seededRandom(1), evenShare: 0.3 })
  const judged = judgeContext(algorithm, state, options)
  if (judged === null) throw new Error("groups must be judged")
  expect(judged.groups.map(({ name, verdict }) => [name, verdict.state, verdict.leader])).toEqual([
    ["level 0", "clear", 0],
    ["level 1", "clear", 1],
    ["level 2", "clear", 1],
  ])
  for (const [group, { arms, share, verdict }] of judged.groups.entries()) {
    expect(share).toBeCloseTo(1 / 3, 1)
    for (const [arm, { mean, low, high, decisions, rewards }] of arms.entries()) {
      expect(low).toBeLessThan(means[group][arm])
      expect(high).toBeGreaterThan(means[group][arm])
      expect(mean).toBeCloseTo(means[group][arm], 0.8)
      expect(rewards).toBeLessThanOrEqual(decisions)
    }
    expect(verdict.lead).toMatchObject({ arm: 1 - (verdict.leader ?? 0) })
    expect(verdict.lead?.low).toBeLessThan(0.5)
    expect(verdict.lead?.high).toBeGreaterThan(0.5)
  }
  const { personalisation } = judged
  expect(personalisation).toMatchObject({ state: "helps", best: 1, policy: [0, 1, 1] })
  // Arm 1 for all loses 0.5 in the first group.
  expect(personalisation.value?.low).toBeLessThan(0.5 * judged.groups[0].share)
  expect(personalisation.value?.high).toBeGreaterThan(0.5 * judged.groups[0].share)
})

test("figures are in the reward's units, and at no release there are none", () => {
  const { algorithm, state } = runContext(means, 2000, { eta: 2, random: seededRandom(2) })
  const [unit, cents] = [options, { reward: { min: 0, max: 100 }, worthwhile: 2 }].map((one) =>
    judgeContext(algorithm, state, one),
  )
  expect(cents?.groups[0].arms[0].low).toBeCloseTo(100 * (unit?.groups[0].arms[0].low ?? 0), 9)
  expect(cents?.personalisation.value?.high).toBeCloseTo(100 * (unit?.personalisation.value?.high ?? 0), 9)
  const fresh = judgeContext(algorithm, algorithm.start(2), options)
  expect(fresh?.groups.map(({ verdict }) => verdict.state)).toEqual(["no_answers", "no_answers", "no_answers"])
  expect(fresh?.personalisation).toEqual({ state: "too_early", value: null, best: null, policy: [] })
})

test("a stopped arm is in no policy, and arms that may be added widen the intervals", () => {
  const { algorithm, state } = runContext(means, 4000, { eta: 2, random: seededRandom(3), evenShare: 0.3 })
  const stopped = judgeContext(algorithm, state, {
    ...options,
    out: new Set([1]),
    stops: { count: 1 },
  })
  expect(stopped?.personalisation).toMatchObject({ state: "same_for_all", policy: [0, 0, 0], best: 0 })
  const [fixed, growing] = [{}, { armCount: 6 }].map((more) => judgeContext(algorithm, state, { ...options, ...more }))
  expect(growing?.personalisation.value?.low).toBeLessThan(fixed?.personalisation.value?.low ?? 0)
})

test("every reward of a cell is in its sum once, with the weight it joined with", () => {
  const { algorithm, state } = runContext(means, 3000, { eta: 1e4, random: seededRandom(4), reward: () => 1 })
  const plan = algorithm.context
  if (plan === undefined) throw new Error("there must be a plan")
  for (const arm of [0, 1])
    for (const group of [0, 1, 2]) {
      const sum = readCellSum({ plan, state: state as GdpContextState }, { eta: 1e4, most: 3000 }, group, arm)
      const weight = sum.parts.reduce((total, part) => total + part.weight * part.count, 0)
      // All rewards are 1 and noise is small.
      expect(sum.value / weight).toBeCloseTo(1, 2)
      expect(weight).toBeGreaterThan(1)
      expect(sum.parts.every((part) => part.weight > 0.7 && part.weight < 0.95)).toBe(true)
    }
})

test("totals of arms with context are of different people: nothing compares them", () => {
  const { algorithm, state } = runContext(means, 1000, { eta: 2, random: seededRandom(5) })
  expect(readReleasedSums(algorithm, state)).toBeNull()
  expect(readReleasedValue(algorithm, state, 0)).toBeNull()
  expect(estimateArms(algorithm, state)).toBeNull()
  expect(computeVerdict(algorithm, state, options)).toMatchObject({ state: "too_early", leader: null, certainty: null })
})

test("algorithms that release no groups have no verdicts of groups", () => {
  const imed = createAlgorithm("gdp-imed", { eta: 1, horizon: 1000 })
  expect(judgeContext(imed, imed.start(2), options)).toBeNull()
  const linear = createAlgorithm("gdp-context", { eta: 1, horizon: 1000, attributes: { age: { range: [0, 100] } } })
  expect(judgeContext(linear, linear.start(2), options)).toBeNull()
  const { algorithm, state } = runContext(means, 10, { eta: 1, random: seededRandom(6) })
  expect(() => judgeContext(algorithm, state, { ...options, confidence: 1 })).toThrow("confidence must be in (0, 1)")
  expect(() => judgeContext(algorithm, state, { ...options, worthwhile: -1 })).toThrow("worthwhile must be at least 0")
})
