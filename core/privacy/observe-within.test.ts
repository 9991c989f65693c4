// Rewards go in through a filter: a refusal, by the filter or by the algorithm, leaves both as they
// were, and no noise is drawn for it.

import { expect, test } from "vitest"
import type { Algorithm } from "../algorithm.ts"
import { createAlgorithm } from "../catalogue.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { GdpFilter } from "./filter.ts"
import { observeWithin } from "./observe-within.ts"
import { refusal } from "./testing/refusal.ts"

/**
 * One decision for each of two arms; the reward of a first one is released at once, with a loss of
 * 1.
 */
function started(limit: number) {
  const algorithm = createAlgorithm("adac-ucb", { eta: 1 })
  const state = algorithm.start(2)
  const random = seededRandom(1)
  for (let arm = 0; arm < 2; arm++) algorithm.choose(state, random)
  return { algorithm, state, random, filter: new GdpFilter(limit), seen: () => JSON.stringify([state, random]) }
}

test("a reward's releases are counted before it is learned, segment by segment, and told with the counter", () => {
  const { algorithm, state, random, filter } = started(1)
  const observation = { algorithm, state, reward: 1, random }
  const [release, ...more] = observeWithin(filter, { ...observation, arm: 0 })
  expect(more).toEqual([])
  expect(release).toMatchObject({ arm: 0, block: 0, count: 1, mechanism: "gaussian", eta: 1, spent: 1 })
  expect(algorithm.releases(state)).toHaveLength(1)
  observeWithin(filter, { ...observation, arm: 1, segment: "x" })
  expect(filter.toJSON().blocks.map(([name]) => name)).toEqual(["0:0", "x:1:0"])
  // Within a batch nothing is released, so nothing is asked.
  const counts = Array.from({ length: 10 }, () => {
    const arm = algorithm.choose(state, random)
    return observeWithin(filter, { ...observation, arm }).length
  })
  expect(new Set(counts)).toEqual(new Set([0, 1]))
  expect(filter.toJSON().blocks).toHaveLength(2 + counts.filter((count) => count === 1).length)
})

test("a reward that the filter refuses is not learned, and draws no noise", () => {
  const { algorithm, state, random, filter, seen } = started(1)
  filter.request("0:0", 0.1)
  const before = [seen(), JSON.stringify(filter)]
  const refused = refusal(() => observeWithin(filter, { algorithm, state, arm: 0, reward: 1, random }))
  expect(refused.code).toBe("budget_exhausted")
  expect([seen(), JSON.stringify(filter)]).toEqual(before)
  const counted = (release: object) => ({ ...release, eta: 1.5 }) as never
  expect(() => observeWithin(filter, { algorithm, state, arm: 1, reward: 1, random, counted })).toThrow(
    /of 1, so a loss of 1.5 exceeds/,
  )
  expect([seen(), JSON.stringify(filter)]).toEqual(before)
})

test("a reward that the algorithm refuses is not spent, whatever it throws", () => {
  const { algorithm, state, random, filter, seen } = started(1)
  const before = [seen(), JSON.stringify(filter)]
  const failing: Algorithm = {
    ...algorithm,
    observe: () => {
      throw new Error("planted")
    },
  }
  for (const [tried, reward] of [[failing, 1] as const, [algorithm, 2] as const]) {
    expect(() => observeWithin(filter, { algorithm: tried, state, arm: 0, reward, random })).toThrow()
    expect([seen(), JSON.stringify(filter)]).toEqual(before)
  }
})

test("without a filter nothing is promised, and rewards of the pull that is named are learned all the same", () => {
  const { algorithm, state, random } = started(1)
  expect(observeWithin(null, { algorithm, state, arm: 0, reward: 1, random, pull: 0 })).toEqual([])
  expect(algorithm.releases(state)).toHaveLength(1)
})
