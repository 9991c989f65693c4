// Late and missing answers of people with a context: each joins with the context of its own
// decision, and with nothing late or missing the run is the one without a delivery.

import { type Algorithm, type AlgorithmState, type ContextPoint, seededRandom } from "@armistice/core"
import { planContext } from "@armistice/core/context"
import { describe, expect, test } from "vitest"
import type { Environment } from "../environments/environment.ts"
import { prepareSimulation } from "../replication/prepare.ts"
import { peopleStream } from "../replication/run-chunk.ts"
import { simulate } from "../replication/simulate.ts"
import type { SimulationSpec } from "../replication/simulation-spec.ts"
import { runDelayedStep } from "./delayed-step.ts"
import { checkDelivery, type DeliverySpec } from "./delivery.ts"

const horizon = 600
const attributes = { device: { levels: ["phone", "desk"] } } as const
const people = {
  kind: "context",
  attributes,
  people: [
    { share: 3, context: { device: "phone" }, means: [0.9, 0.1] },
    { share: 1, context: { device: "desk" }, means: [0.2, 0.6] },
  ],
} as const
const algorithms = ["gdp-context", "per-group", "gdp-imed", "lin-ucb", "lin-ts", "shariff-sheffet"]

function prepare(algorithm: string, more: Partial<SimulationSpec> = {}) {
  const parameters = algorithm.startsWith("lin") || algorithm === "uniform" ? {} : { eta: 1 }
  return prepareSimulation({ algorithm, parameters, environment: people, horizon, runs: 1, seed: 3, ...more })
}

/** A run, apart from what it counts of its delivery. */
function runOnce(algorithm: string, environment: SimulationSpec["environment"], delivery?: DeliverySpec) {
  const simulation = prepare(algorithm, { environment, ...(delivery && { delivery }) })
  const random = simulation.forkRun(0)
  const { checkpoints, forRun } = simulation
  const { delivery: counts, ...run } = simulation.run({
    ...forRun(random.fork(peopleStream)),
    horizon,
    checkpoints,
    random,
  })
  return { run, counts }
}

describe.each(algorithms)("%s", (algorithm) => {
  test.each<SimulationSpec["environment"]>([people, { kind: "drawn-context", name: "attrs" }])(
    "with nothing late or missing plays the run without a delivery, to the bit: $kind",
    (environment) => {
      const { run } = runOnce(algorithm, environment)
      const atOnce = runOnce(algorithm, environment, { delay: { kind: "fixed", rounds: 0 } })
      expect(atOnce.run).toEqual(run)
      expect(atOnce.counts).toMatchObject({ joined: horizon, constants: 0, expired: 0, outstanding: 0 })
      expect(runOnce(algorithm, environment, { delay: { kind: "fixed", rounds: 1 } }).run).not.toEqual(run)
    },
  )

  test.each<DeliverySpec>([
    { delay: { kind: "geometric", mean: 20 }, doubling: 0.1, silence: 0.1, window: 100 },
    { delay: { kind: "lognormal", mean: 20, sigma: 1 }, silence: [0.3, 0], window: 100, ripe: 9, missing: "ignore" },
    { delay: { kind: "exponential", mean: 20 }, silence: 0.2, window: 60, arrivals: "private", missing: 0.5 },
    { delay: { kind: "exponential", mean: 20 }, window: 60, answers: "successes" },
  ])("finishes with %j", (delivery) => {
    const { run, counts } = runOnce(algorithm, people, delivery)
    expect(run.pulls.reduce((sum, count) => sum + count, 0)).toBe(horizon)
    const { joined = 0, expired = 0, outstanding = 0, best = -1 } = counts ?? {}
    expect(joined + expired + outstanding).toBe(horizon)
    expect(best).toBeGreaterThanOrEqual(0)
  })
})

/** People who are told apart by their round, and rewards that alternate. */
const numbered: Environment = {
  ...prepare("uniform").environment,
  kind: "numbered",
  rounds: {
    comparator: "each round",
    plan: planContext({ number: { range: [0, 1e6] } }),
    at: (round) => ({ round, means: [0.5, 0.5], point: [round], context: { number: round } }),
    reward: (arm, { round }) => (arm + round) % 2,
  },
}

/** Every answer and expiry as the round of its decision, and the point that it came with. */
function listJoins(delivery: DeliverySpec, spoil: (algorithm: Algorithm) => Algorithm = (one) => one) {
  const joins: [round: number, point: number | undefined][] = []
  const rounds = new Map<string, number>()
  const note = (arm: number, pull: number | undefined, point: ContextPoint | undefined) =>
    joins.push([rounds.get(`${arm} ${pull}`) ?? 0, point?.[0]])
  const { algorithm } = prepare("uniform")
  const noting: Algorithm = {
    ...algorithm,
    weighsSilence: true,
    ...(numbered.rounds?.plan && { context: numbered.rounds.plan }),
    start: (armCount): AlgorithmState => ({ round: 0, decided: new Array<number>(armCount).fill(0) }),
    choose(state) {
      const arm = (state.round * 7) % 3 === 0 ? 0 : 1
      state.round += 1
      rounds.set(`${arm} ${state.decided[arm]++}`, state.round)
      return arm
    },
    observe: (_state, arm, _reward, _random, pull, point) => void note(arm, pull, point),
    expire: (_state, arm, pull, point) => void note(arm, pull, point),
  }
  runDelayedStep(
    { algorithm: spoil(noting), environment: numbered, horizon: 200, checkpoints: [], random: seededRandom(1) },
    checkDelivery(delivery, 2, 200),
  )
  return joins
}

describe("an answer joins, and a decision expires, with the context of the decision:", () => {
  const deliveries: readonly DeliverySpec[] = [
    { delay: { kind: "geometric", mean: 20 }, silence: 0.3, window: 50, missing: "ignore" },
    { delay: { kind: "exponential", mean: 20 }, silence: [0.3, 0.1], window: 50, ripe: 5, missing: 0.5 },
    { delay: { kind: "lognormal", mean: 20, sigma: 1 }, silence: 0.1, window: 30, arrivals: "private" },
    { delay: { kind: "geometric", mean: 20 }, window: 30, answers: "successes" },
    { delay: { kind: "fixed", rounds: 199 }, missing: "ignore" },
  ]

  test.each(deliveries)("%j", (delivery) => {
    const joins = listJoins(delivery)
    expect(joins.length).toBeGreaterThan(delivery.delay?.kind === "fixed" ? 0 : 140)
    for (const [round, point] of joins) expect(point).toBe(round)
  })

  test.each(deliveries)("the context of the latest decision is found out with %j", (delivery) => {
    const joins = listJoins(delivery, (algorithm) => {
      let latest: ContextPoint | undefined
      return {
        ...algorithm,
        choose(state, random, excluded, point) {
          latest = point
          return algorithm.choose(state, random, excluded, point)
        },
        observe: (state, arm, reward, random, pull) => algorithm.observe(state, arm, reward, random, pull, latest),
        expire: (state, arm, pull) => algorithm.expire?.(state, arm, pull, latest),
      }
    })
    expect(joins.filter(([round, point]) => round !== point).length).toBeGreaterThan(0.9 * joins.length)
  })
})

test("regret counts what a decision is worth for each person", async () => {
  const { algorithm } = prepare("uniform")
  // Arm 0 for phones and arm 1 at desks: the best by means, and arm 1 for all by what is answered.
  const fixed = {
    ...algorithm,
    name: "fixed",
    context: planContext(attributes),
    choose(state: AlgorithmState, _random: unknown, _excluded: unknown, point?: ContextPoint) {
      const arm = point?.[0] === 0 ? 0 : 1
      state.round += 1
      state.decided[arm] = (state.decided[arm] ?? 0) + 1
      return arm
    },
    observe: () => undefined,
  }
  const loseWith = async (delivery: DeliverySpec) =>
    simulate({ algorithm: fixed, environment: people, horizon, runs: 50, seed: 1, delivery })
  expect((await loseWith({ silence: [0.95, 0], missing: "ignore" })).regret.mean).toBe(0)
  // For a phone silence is worth 0.045 with arm 0, and arm 1 pays 0.1.
  const { regret, delivery } = await loseWith({ silence: [0.95, 0] })
  const expected = horizon * 0.75 * (0.1 - 0.05 * 0.9)
  expect(Math.abs(regret.mean - expected)).toBeLessThan(5 * (regret.standardError ?? 0))
  // Only the quarter at desks gets the best arm.
  expect(delivery?.misdirected).toBe(1)
  const worthMost = await loseWith({ silence: [0.95, 0], missing: 1 })
  expect(worthMost.regret.mean).toBeGreaterThan(horizon * 0.25 * 0.35)
  expect(worthMost.delivery?.misdirected).toBe(0)
})

test("delays by value take people with a context, whose rewards are 0 or 1", async () => {
  const delay = { kind: "by value", zero: { kind: "fixed", rounds: 20 }, one: { kind: "fixed", rounds: 1 } } as const
  const { values } = (
    await simulate({
      algorithm: "per-group",
      parameters: { eta: 1 },
      environment: people,
      horizon,
      runs: 2,
      seed: 1,
      delivery: { delay, window: 10, missing: 0.5 },
    })
  ).delivery ?? { values: [] }
  // Zeros come too late and are worth one half: (1 + mean) / 2, with means of 0.725 and 0.225.
  expect(values).toEqual([expect.closeTo(0.8625, 12), expect.closeTo(0.6125, 12)])
})
