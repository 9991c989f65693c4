import { describe, expect, test } from "vitest"
import type { Algorithm } from "../algorithm.ts"
import type { ContextPoint } from "../context/context-plan.ts"
import type { GdpContextState } from "../context/context-state.ts"
import { composeReleases } from "../privacy/compose.ts"
import { GdpFilter } from "../privacy/filter.ts"
import { observeWithin } from "../privacy/observe-within.ts"
import { secureRandom } from "../random/secure-random.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { expectRefused } from "../testing/refused.ts"
import { gdpContext } from "./gdp-context.ts"

const attributes = { device: { levels: ["phone", "desk", "other"] }, age: { range: [0, 100], bands: 2 } } as const
const horizon = 4000
const create = (eta = 1): Algorithm<GdpContextState> =>
  gdpContext.create({ eta, horizon, attributes }) as unknown as Algorithm<GdpContextState>

/** Plays rounds in which arm 1 is better on phones and arm 0 elsewhere. */
function play(algorithm: Algorithm<GdpContextState>, state: GdpContextState, rounds: number, seed: number): number[] {
  const people = seededRandom(seed)
  const random = seededRandom(seed + 1)
  const arms: number[] = []
  for (let round = 0; round < rounds; round++) {
    const point: ContextPoint = [people.integer(3), people.integer(2)]
    const arm = algorithm.choose(state, random, undefined, point)
    const isBest = arm === (point[0] === 0 ? 1 : 0)
    algorithm.observe(state, arm, people.uniform() < (isBest ? 0.7 : 0.4) ? 1 : 0, random, undefined, point)
    arms.push(arm)
  }
  return arms
}

describe("gdp-context", () => {
  test("learns for whom which arm is better", () => {
    const algorithm = create(2)
    const state = algorithm.start(2)
    play(algorithm, state, horizon - 12, 1)
    const random = seededRandom(9)
    const chosen = [0, 1, 2].flatMap((device) =>
      [0, 1].map((age) => algorithm.choose(structuredClone(state), random, undefined, [device, age])),
    )
    expect(chosen).toEqual([1, 1, 0, 0, 0, 0])
  })

  test("goes on from JSON exactly as it would have", () => {
    const algorithm = create()
    const state = algorithm.start(3)
    play(algorithm, state, 900, 2)
    const stored = JSON.stringify(state)
    const restored = JSON.parse(stored) as GdpContextState
    expect(play(algorithm, restored, 700, 5)).toEqual(play(algorithm, state, 700, 5))
    expect(JSON.stringify(restored)).toBe(JSON.stringify(state))
  })

  test("tells what the next reward releases, within the filter, also after stops and with added arms", () => {
    const algorithm = create()
    const state = algorithm.start(2)
    const filter = new GdpFilter(1)
    const people = seededRandom(3)
    const random = secureRandom()
    let told = 0
    for (let round = 0; round < 1200; round++) {
      if (round === 500) algorithm.addArm?.(state)
      if (round === 800) algorithm.retireArm?.(state, 0)
      const excluded = round >= 800 && round < 900 ? new Set([0]) : undefined
      const point = [people.integer(3), people.integer(2)]
      const arm = algorithm.choose(state, random, excluded, point)
      const reward = people.integer(1025) / 1024
      told += observeWithin(filter, { algorithm, state, arm, reward, random, point }).length
    }
    const releases = algorithm.releases(state)
    expect(told).toBe(releases.length)
    expect(composeReleases(releases).eta).toBeLessThanOrEqual(1)
    expect(filter.spent()).toBeLessThanOrEqual(1)
    expect(filter.spent()).toBeGreaterThan(0.9)
    expect(JSON.stringify(GdpFilter.fromJSON(JSON.parse(JSON.stringify(filter))))).toBe(JSON.stringify(filter))
    expect(state.decided[2]).toBeGreaterThan(0)
  })

  test("keeps open sums exact beyond 2^13 rewards, with weights of both signs", () => {
    const linear = gdpContext.create({ eta: 1e-5, horizon: 1e6, attributes: { age: { range: [0, 1] } } })
    const state = linear.start(2) as GdpContextState
    state.firstBatch = 1e6
    const people = seededRandom(4)
    const random = secureRandom()
    let [total, age] = [0n, 0n]
    for (let round = 0; round < 20_000; round++) {
      const point = [people.integer(1025) / 1024]
      const steps = people.integer(2 ** 20 + 1)
      linear.observe(state, 0, steps / 2 ** 20, random, undefined, point)
      const weigh = (weight: number) => BigInt(Math.trunc(2 ** 20 * weight)) * BigInt(steps)
      total += weigh(Math.SQRT1_2)
      age += weigh(Math.SQRT1_2 * (2 * (point[0] as number) - 1))
    }
    const exact = ({ whole, part }: { whole: number; part: number }) => (BigInt(whole) << 40n) + BigInt(part)
    const [first, second] = (state.contexts[0] as GdpContextState["contexts"][0]).lines
    expect(exact(first)).toBe(total)
    expect(exact(second)).toBe(age)
  })

  test("people in the middle of a range add nothing to its sum, and close no batch by it", () => {
    const linear = gdpContext.create({ eta: 1, horizon: 1000, attributes: { age: { range: [0, 100] } } })
    const state = linear.start(2) as GdpContextState
    const random = seededRandom(5)
    for (let round = 0; round < 600; round++) linear.observe(state, 0, round % 2, random, undefined, [0.5])
    const [total, age] = (state.contexts[0] as GdpContextState["contexts"][0]).lines
    expect(state.closed[0]).toBe(total?.releases)
    expect(state.closed[0]).toBeLessThan(60)
    expect(age?.releases).toBe(0)
  })

  test("stays small: ten arms with thirty levels", () => {
    const levels = Array.from({ length: 30 }, (_, level) => `level ${level}`)
    const wide = gdpContext.create({ eta: 1, horizon: 1e5, attributes: { group: { levels } } })
    const state = wide.start(10)
    const people = seededRandom(6)
    const random = seededRandom(7)
    for (let round = 0; round < 1500; round++) {
      const point = [people.integer(30)]
      const arm = wide.choose(state, random, undefined, point)
      wide.observe(state, arm, people.uniform() < 0.5 ? 1 : 0, random, undefined, point)
    }
    expect(JSON.stringify(state).length).toBeLessThan(500_000)
  })

  test("refuses decisions and rewards without a context, and changes nothing", () => {
    const algorithm = create()
    const state = algorithm.start(2)
    const random = seededRandom(8)
    play(algorithm, state, 50, 8)
    expectRefused(state, "missing_attribute", () => algorithm.choose(state, random))
    expectRefused(state, "missing_attribute", () => algorithm.observe(state, 0, 1, random))
    for (const point of [[0], [0, 2], [-1, 0], [0.5, 0], [Number.NaN, 0], ["0", 0]] as ContextPoint[])
      expectRefused(state, "invalid_parameter", () => algorithm.choose(state, random, undefined, point))
    expectRefused(state, "invalid_reward", () => algorithm.observe(state, 0, 1.5, random, undefined, [0, 0]))
  })
})
