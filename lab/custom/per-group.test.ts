// One bandit per group under late and missing answers.

import { createAlgorithm, seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import type { DeliverySpec } from "../engines/delivery.ts"
import { simulate } from "../replication/simulate.ts"
import { createPerGroup } from "./per-group.ts"

const horizon = 1000
const attributes = { device: { levels: ["phone", "desk"] } }

test.each<DeliverySpec>([
  { delay: { kind: "geometric", mean: 100 }, silence: [0.4, 0.1], window: 400, missing: "ignore" },
  { delay: { kind: "lognormal", mean: 100, sigma: 1.5 }, silence: [0.4, 0.1], window: 400 },
  { delay: { kind: "geometric", mean: 50 }, silence: 0.3, window: 100, arrivals: "private", missing: 0.5 },
])("with one group of all people it is GDP-IMED, answer for answer: %j", async (delivery) => {
  const people = ["phone", "desk"].map((device) => ({ context: { device }, means: [0.6, 0.4], group: "all" }))
  const shared = {
    parameters: { eta: 1 },
    environment: { kind: "context", attributes, people },
    horizon,
    runs: 10,
    seed: 2,
    delivery,
  } as const
  const grouped = await simulate({ ...shared, algorithm: "per-group" })
  const alone = await simulate({ ...shared, algorithm: "gdp-imed" })
  expect(grouped.regret.values).toEqual(alone.regret.values)
  expect(grouped.releases).toEqual(alone.releases)
})

test("each group's bandit learns when its own decisions are answered, in whatever order", () => {
  const eta = 1
  const algorithm = createPerGroup(
    { eta, horizon, attributes },
    { shares: [0.5, 0.5], findGroup: ([device]) => Number(device) },
  )
  const state = algorithm.start(2, 0)
  const alone = createAlgorithm("gdp-imed", { eta, horizon: Math.ceil(horizon / 2 + 6 * Math.sqrt(horizon / 2)) })
  const states = [alone.start(2, 0), alone.start(2, 0)] as const
  const [random, same, people] = [seededRandom(1), seededRandom(1), seededRandom(2)]
  let open: { arm: number; pull: number; ownPull: number; device: 0 | 1 }[] = []
  for (let round = 0; round < 800; round++) {
    const device = people.uniform() < 0.7 ? 0 : 1
    const arm = algorithm.choose(state, random, undefined, [device])
    const own = states[device]
    expect(alone.choose(own, same)).toBe(arm)
    open.push({ arm, pull: (state.decided[arm] ?? 0) - 1, ownPull: (own.decided[arm] ?? 0) - 1, device })
    open = open.filter((one) => {
      if (people.uniform() > 0.05) return true
      const reward = people.uniform() < 0.5 ? 1 : 0
      if (people.uniform() < 0.3) {
        algorithm.expire?.(state, one.arm, one.pull, [one.device])
        alone.expire?.(states[one.device], one.arm, one.ownPull)
      } else {
        algorithm.observe(state, one.arm, reward, random, one.pull, [one.device])
        alone.observe(states[one.device], one.arm, reward, same, one.ownPull)
      }
      return false
    })
  }
  expect(state.groups).toEqual(states)
})
