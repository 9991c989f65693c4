import { expect, test } from "vitest"
import { planDraws } from "../parts/draw-schedule.ts"
import type { SampledEpochs } from "../parts/sampled-epochs.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { recordingRandom } from "../testing/recording-random.ts"
import { runAlgorithm } from "../testing/run-algorithm.ts"
import { samplingBudget } from "./dp-ts-ucb.ts"
import { dpTsUcbCalibrated } from "./dp-ts-ucb-calibrated.ts"

/** The plan of each epoch up to the longest that fits in the horizon. */
const listPlans = (eta: number, horizon: number) =>
  Array.from({ length: Math.floor(Math.log2(horizon)) + 1 }, (_, epoch) => planDraws(2 ** epoch, eta, 1 / horizon))

test("the schedule keeps every epoch to the target, and settles at the smallest spread once epochs are long", () => {
  const schedule = listPlans(0.56, 1e6)
  for (const [epoch, { draws, spread, eta }] of schedule.entries()) {
    expect(eta).toBeLessThanOrEqual(0.56)
    expect(eta).toBeGreaterThanOrEqual(Math.sqrt(draws / (2 ** epoch * spread)))
    if (epoch > 0) expect(spread).toBeLessThanOrEqual(schedule[epoch - 1].spread)
  }
  expect(schedule[0].spread).toBeGreaterThan(50)
  expect(schedule.at(-1)?.spread).toBe(0.5)
})

test("at the loss of the published algorithm with alpha = 1 it has at most half the spread in every epoch but the first", () => {
  const published = Math.sqrt(Math.floor(samplingBudget(1, 1e6)) / Math.log(1e6))
  const [first, ...others] = listPlans(published, 1e6)
  expect(first.spread).toBeLessThan(Math.log(1e6) / 1.75)
  for (const { spread } of others) expect(spread).toBeLessThan(Math.log(1e6) / 2)
})

test("an arm draws as often as its epoch allows and then reuses its best draw", () => {
  const horizon = 1000
  const algorithm = dpTsUcbCalibrated.create({ eta: 1, horizon })
  const state = algorithm.start(2) as SampledEpochs
  const random = seededRandom(1)
  algorithm.observe(state, 0, 0, random)
  algorithm.observe(state, 1, 1, random)
  const [plan] = listPlans(1, horizon)
  expect(state.drawsLeft).toEqual([plan.draws, plan.draws])
  expect(state.deviation[0]).toBe(Math.sqrt(plan.spread))
  const recorder = recordingRandom(1)
  for (let round = 0; round < plan.draws + 5; round++) algorithm.choose(state, recorder)
  expect(recorder.gaussianDraws).toBe(2 * plan.draws)
})

test("an epoch reserves its own loss, and the largest is the guarantee", () => {
  const algorithm = dpTsUcbCalibrated.create({ eta: 1, horizon: 5000 })
  const state = algorithm.start(2)
  runAlgorithm(algorithm, state, [0.9, 0.2], 2000, seededRandom(3))
  const schedule = listPlans(1, 5000)
  for (const { block, count, eta } of algorithm.releases(state)) {
    expect(count).toBe(2 ** block)
    expect(eta).toBe(schedule[block].eta)
  }
  expect(algorithm.guarantee(2)).toMatchObject({ kind: "gdp", eta: 1 })
})
