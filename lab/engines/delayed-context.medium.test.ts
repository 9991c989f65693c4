// The cost of late and missing answers where people have a context: nothing is learned before the
// first answer, a delay costs about that many rounds of even allocation, and silence that is worth
// a constant changes which arm is best for whom.

import type { Algorithm, ContextPoint } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { prepareSimulation } from "../replication/prepare.ts"
import { simulate } from "../replication/simulate.ts"
import type { DeliverySpec } from "./delivery.ts"

const attributes = { device: { levels: ["phone", "desk"] } } as const
const [horizon, runs, seed] = [4000, 24, 7]
const people = {
  kind: "context",
  attributes,
  people: [
    { share: 3, context: { device: "phone" }, means: [0.9, 0.1] },
    { share: 1, context: { device: "desk" }, means: [0.2, 0.6] },
  ],
} as const
/** Regret of a round that pulls both arms alike. */
const evenLoss = (0.75 * 0.8 + 0.25 * 0.4) / 2
const shared = { environment: people, horizon, runs, seed, checkpoints: [horizon / 2, horizon] }
const withParameters = (algorithm: string) => ({
  algorithm,
  parameters: algorithm.startsWith("lin") ? {} : { eta: 2 },
})
const contextual = ["gdp-context", "per-group", "lin-ts", "lin-ucb"]

test.each([...contextual, "gdp-imed", "shariff-sheffet"])(
  "%s learns nothing from answers that come after the run, and loses what even allocation does",
  async (algorithm) => {
    const delivery = { delay: { kind: "fixed", rounds: horizon }, missing: "ignore" } as const
    const result = await simulate({ ...shared, ...withParameters(algorithm), delivery })
    const { mean, standardError } = result.regret
    // An error is at most 6 of 1,400 rewards, and an algorithm that learns loses less than 500.
    expect(standardError).toBeLessThan(6)
    expect(Math.abs(mean - horizon * evenLoss)).toBeLessThan(5 * (standardError ?? 0))
    expect(result.delivery).toMatchObject({ joined: 0, expired: 0, outstanding: horizon })
    expect(result.releases.max).toBe(0)
  },
)

test.each(contextual)("a delay of 400 rounds costs %s about 400 rounds of even allocation, once", async (algorithm) => {
  const rounds = 400
  const atOnce = await simulate({ ...shared, ...withParameters(algorithm) })
  const late = await simulate({
    ...shared,
    ...withParameters(algorithm),
    delivery: { delay: { kind: "fixed", rounds } },
  })
  const cost = late.regret.mean - atOnce.regret.mean
  const error = Math.hypot(late.regret.standardError ?? 0, atOnce.regret.standardError ?? 0)
  // 140 rewards are at stake. Answers at once would cost 0 and twice the delay 280: 40 errors away.
  expect(error).toBeLessThan(2.5)
  expect(cost).toBeGreaterThan(0.75 * rounds * evenLoss - 5 * error)
  expect(cost).toBeLessThan(rounds * evenLoss + 5 * error)
  // Once the answers come it is over: the second half of the run loses as little as without delay.
  const lateHalf = late.regret.mean - (late.curve.mean[0] ?? 0)
  expect(lateHalf).toBeLessThan(0.02 * (horizon / 2) * evenLoss)
})

describe("where arms are answered unequally", () => {
  const environment = {
    kind: "context",
    attributes,
    people: [
      { context: { device: "phone" }, means: [0.9, 0.8] },
      { context: { device: "desk" }, means: [0.95, 0.05] },
    ],
  } as const
  // Silence being worth 0, arm 0 is worth 0.36 and 0.38, arm 1 0.8 and 0.05.
  const silence = [0.6, 0]
  const evenSilentLoss = (0.44 + 0.33) / 4
  const play = (algorithm: string, more: DeliverySpec) =>
    simulate({
      ...shared,
      ...withParameters(algorithm),
      runs: runs / 2,
      environment,
      delivery: { delay: { kind: "geometric", mean: 40 }, silence, window: 200, ...more },
    })

  test.each(contextual)("%s plays the arm that is worth most for each person, silence included", async (algorithm) => {
    for (const delivery of [{}, { arrivals: "private" }] as const) {
      const { regret, curve, pulls, delivery: counts } = await play(algorithm, delivery)
      // Even allocation loses 385 rewards in the second half, the best arm by means alone 440.
      expect(regret.mean - (curve.mean[0] ?? 0)).toBeLessThan(0.02 * (horizon / 2) * evenSilentLoss)
      expect(pulls.mean[0]).toBeGreaterThan(0.45 * horizon)
      expect(pulls.mean[0]).toBeLessThan(0.55 * horizon)
      expect(counts?.misdirected).toBe(0)
    }
  })

  test.each(contextual)(
    "%s plays the arm that pays most when it is answered, where silence is ignored",
    async (algorithm) => {
      const { regret, curve, pulls } = await play(algorithm, { missing: "ignore" })
      expect(regret.mean - (curve.mean[0] ?? 0)).toBeLessThan(0.02 * (horizon / 2) * ((0.1 + 0.9) / 4))
      expect(pulls.mean[0]).toBeGreaterThan(0.95 * horizon)
    },
  )

  test.each(contextual)("%s plays the arm that is silent more often, where silence is worth 1", async (algorithm) => {
    const { regret, curve, pulls } = await play(algorithm, { missing: 1 })
    // Arm 0 is worth 0.96 and 0.98.
    expect(regret.mean - (curve.mean[0] ?? 0)).toBeLessThan(0.02 * (horizon / 2) * ((0.16 + 0.93) / 4))
    expect(pulls.mean[0]).toBeGreaterThan(0.9 * horizon)
  })

  test("without a context the arm is the one that is worth most on average", async () => {
    const { regret, pulls } = await play("gdp-imed", {})
    // Arm 1 is worth 0.425 and arm 0 0.37: desks lose 0.33.
    expect(pulls.mean[1]).toBeGreaterThan(0.8 * horizon)
    expect(regret.mean).toBeGreaterThan(0.8 * (horizon / 2) * 0.33)
  })

  test("the private linear baseline learns it too, slowly", async () => {
    const { regret, curve } = await play("shariff-sheffet", {})
    expect(regret.mean - (curve.mean[0] ?? 0)).toBeLessThan(0.5 * (horizon / 2) * evenSilentLoss)
  })
})

describe("answers that come 200 rounds late on average", () => {
  const delivery = { delay: { kind: "geometric", mean: 200 }, missing: "ignore" } as const
  const setting = { ...shared, ...withParameters("gdp-context"), delivery }

  test("join the right group: most people get their arm", async () => {
    const { regret } = await simulate(setting)
    expect(regret.mean).toBeLessThan(50)
  })

  test("and with the context of the latest decision, a planted mistake, teach nothing about groups", async () => {
    const sound = prepareSimulation(setting).algorithm
    let latest: ContextPoint | undefined
    const spoiled: Algorithm = {
      ...sound,
      name: "spoiled",
      choose(state, random, excluded, point) {
        latest = point
        return sound.choose(state, random, excluded, point)
      },
      observe: (state, arm, reward, random, pull) => sound.observe(state, arm, reward, random, pull, latest),
    }
    const { regret } = await simulate({ ...setting, algorithm: spoiled })
    // Desks, a quarter of 4,000 people, lose 0.4 each with the arm of the phones.
    expect(regret.mean).toBeGreaterThan(0.8 * 0.25 * horizon * 0.4)
  })
})
