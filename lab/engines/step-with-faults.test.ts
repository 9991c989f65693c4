import { catalogue, createAlgorithm, seededRandom } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { createEnvironment } from "../environments/environment-spec.ts"
import { checkFaults, type FaultSpec } from "./faults.ts"
import { playStep } from "./step.ts"
import { playStepWithFaults } from "./step-with-faults.ts"

const horizon = 3000
const environment = createEnvironment({ kind: "bernoulli", means: [0.9, 0.6, 0.3] })
const request = (name: string, parameters: Record<string, number>) => ({
  algorithm: createAlgorithm(name, parameters),
  environment,
  horizon,
  checkpoints: [horizon],
  random: seededRandom(5),
})
const play = (faults: FaultSpec) =>
  playStepWithFaults(request("dp-ts-ucb", { alpha: 1, horizon }), checkFaults(faults, horizon))

test("without faults it is the step engine", () => {
  const { deliveries, ...result } = play({})
  expect(result).toEqual(playStep(request("dp-ts-ucb", { alpha: 1, horizon })))
  expect(deliveries).toEqual({ counted: horizon, ignored: 0, missing: 0, outstanding: 0 })
})

test("a second delivery is ignored: doubling changes nothing", () => {
  const { deliveries, ...result } = play({ doubling: 0.5 })
  expect(result).toEqual(playStep(request("dp-ts-ucb", { alpha: 1, horizon })))
  expect(Math.abs(deliveries.ignored - horizon / 2)).toBeLessThan(5 * Math.sqrt(horizon / 4))
})

test("a fixed delay leaves that many decisions without a reward", () => {
  expect(play({ delay: { kind: "fixed", rounds: 40 } }).deliveries).toEqual({
    counted: horizon - 40,
    ignored: 0,
    missing: 0,
    outstanding: 40,
  })
})

test("geometric delays have their mean: about so many rewards are outstanding at any time", () => {
  const outstanding = Array.from({ length: 200 }, (_, run) => {
    const faulty = { ...request("uniform", {}), horizon: 200, checkpoints: [], random: seededRandom(run) }
    const faults = checkFaults({ delay: { kind: "geometric", mean: 10 } }, 200)
    return playStepWithFaults(faulty, faults).deliveries.outstanding
  })
  const mean = outstanding.reduce((sum, count) => sum + count, 0) / outstanding.length
  // Little's law: one decision a round, each outstanding for 10 rounds on average; the deviation is near √10.
  expect(Math.abs(mean - 10)).toBeLessThan((5 * Math.sqrt(10)) / Math.sqrt(outstanding.length))
})

test("lost rewards become the constant once their window is over", () => {
  const { deliveries } = play({ loss: 0.2, window: 50 })
  expect(Math.abs(deliveries.missing - 0.2 * horizon)).toBeLessThan(5 * Math.sqrt(0.16 * horizon) + 50)
  expect(deliveries.outstanding).toBeLessThan(50)
})

test("a reward that comes after its window is ignored", () => {
  const { deliveries } = play({ delay: { kind: "fixed", rounds: 30 }, window: 20 })
  expect(deliveries).toEqual({ counted: horizon - 20, ignored: horizon - 30, missing: horizon - 20, outstanding: 20 })
})

describe.each(catalogue.map((entry) => [entry.name, entry] as const))("%s", (name, entry) => {
  test("finishes with late, doubled and lost rewards", () => {
    const given: Record<string, number> = {}
    const examples: Record<string, number> = { alpha: 0.5, epsilon: 1, eta: 1, horizon }
    for (const [key, value] of Object.entries(examples))
      if (key in entry.parameters && entry.parameters[key].default === undefined) given[key] = value
    const faults = { delay: { kind: "geometric", mean: 20 }, doubling: 0.1, loss: 0.1, window: 100 } as const
    const { pulls, deliveries } = playStepWithFaults(request(name, given), checkFaults(faults, horizon))
    expect(pulls.reduce((sum, count) => sum + count, 0)).toBe(horizon)
    expect(deliveries.counted + deliveries.outstanding).toBe(horizon)
  })
})

test.each([
  [{ delay: { kind: "fixed", rounds: -1 } }, "delay must be a whole number of at least 0, got -1"],
  [{ delay: { kind: "geometric", mean: Number.NaN } }, "mean delay must be a finite number of at least 0, got NaN"],
  [{ delay: { kind: "normal" } }, "delay must be fixed or geometric, got normal"],
  [{ loss: 2 }, "loss must be in [0, 1], got 2"],
  [{ doubling: -0.1 }, "doubling must be in [0, 1], got -0.1"],
  [{ window: 0 }, "window must be a whole number of at least 1, got 0"],
  [{ missingReward: 1.5 }, "missingReward must be in [0, 1], got 1.5"],
])("%j is refused", (faults, message) => {
  expect(() => checkFaults(faults as FaultSpec, horizon)).toThrow(message)
})
