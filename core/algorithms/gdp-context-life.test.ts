// The life of rewards and arms with context: what joins, what is forgotten, and what is refused.

import { describe, expect, test } from "vitest"
import type { Algorithm } from "../algorithm.ts"
import { shareParts, weighReward } from "../context/context-arm.ts"
import { planContext } from "../context/context-plan.ts"
import type { GdpContextState } from "../context/context-state.ts"
import { discardOpenBatches, dropOutstanding } from "../parts/discard-open-batches.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { expectRefused } from "../testing/refused.ts"
import { gdpContext } from "./gdp-context.ts"

const attributes = { device: { levels: ["phone", "desk", "other"] } } as const
const create = (): Algorithm<GdpContextState> =>
  gdpContext.create({ eta: 1, horizon: 4000, attributes }) as unknown as Algorithm<GdpContextState>

/** A state with releases of both arms. */
function play(algorithm: Algorithm<GdpContextState>, rounds = 400, missing?: number): GdpContextState {
  const state = algorithm.start(2, missing)
  const people = seededRandom(1)
  const random = seededRandom(2)
  for (let round = 0; round < rounds; round++) {
    const point = [people.integer(3)]
    const arm = algorithm.choose(state, random, undefined, point)
    algorithm.observe(state, arm, people.uniform() < 0.5 ? 1 : 0, random, undefined, point)
  }
  return state
}

/** The public weights that rewards have in the open batch, by coordinate. */
const pending = (state: GdpContextState, arm: number): number[] =>
  (state.contexts[arm] as GdpContextState["contexts"][0]).lines.map((line) => line.pending)

const armOf = (state: GdpContextState, arm: number) => state.contexts[arm] as GdpContextState["contexts"][0]

describe("a reward with context", () => {
  test("joins the line of its decision's group with the share of the batch that is open when it comes", () => {
    const algorithm = create()
    const state = play(algorithm)
    const random = seededRandom(3)
    const late = [2]
    const arm = algorithm.choose(state, random, undefined, late)
    for (let round = 0; round < 30; round++) algorithm.choose(state, random, undefined, [0])
    const { share } = armOf(state, arm)
    const open = share === 0 ? null : share
    const before = pending(state, arm)
    algorithm.observe(state, arm, 1, random, state.decided[arm] - 1, late)
    const now = armOf(state, arm).share
    if (open !== null && now !== 0) expect(now).toBe(open)
    const grown = pending(state, arm).map((weight, at) => weight - (before[at] as number))
    expect(grown[1]).toBe(0)
    expect(grown[2]).toBe(0)
    expect((grown[0] as number) ** 2 + (grown[3] as number) ** 2).toBeCloseTo(1, 5)
    expect((grown[0] as number) ** 2).toBeCloseTo(now / shareParts, 5)
  })

  test("of a constant adds that constant times its features", () => {
    const algorithm = create()
    const state = algorithm.start(2)
    const random = seededRandom(4)
    const arm = algorithm.choose(state, random, undefined, [1])
    algorithm.observe(state, arm, 0.25, random, undefined, [1])
    const { lines, share } = armOf(state, arm)
    for (const { coordinate, weight } of weighReward(planContext(attributes), { index: [0, 2], value: [1, 1] }, share))
      expect(lines[coordinate]).toMatchObject({ whole: 0, part: weight * 0.25 * 2 ** 20 })
    expect(lines[1]).toMatchObject({ whole: 0, part: 0 })
  })

  test("that never comes adds nothing to what is released", () => {
    const algorithm = create()
    const state = play(algorithm, 400, 0)
    const random = seededRandom(5)
    const arm = algorithm.choose(state, random, undefined, [1])
    const before = structuredClone(state.contexts)
    algorithm.expire?.(state, arm, undefined, [1])
    expect(state.contexts).toEqual(before)
    expect(state.silent[arm]).toBe(1)
  })

  test("that never comes is worth its constant in the group and arm where it was missing", () => {
    // Everyone who answers is paid 0.8 by arm 0 and 0.5 by arm 1; one in five phones answers arm 0.
    const answers = (arm: number, device: number, count: number) => arm === 1 || device !== 0 || count % 5 === 0
    const best = (silence: number | undefined) => {
      const algorithm = create()
      const state = algorithm.start(2, silence)
      const people = seededRandom(11)
      const random = seededRandom(12)
      const counts = [0, 0, 0]
      for (let round = 0; round < 3000; round++) {
        const device = people.integer(3)
        const arm = algorithm.choose(state, random, new Set([round % 2]), [device])
        if (answers(arm, device, arm === 0 ? counts[device]++ : 0))
          algorithm.observe(state, arm, people.uniform() < [0.8, 0.5][arm] ? 1 : 0, random, undefined, [device])
        else algorithm.expire?.(state, arm, undefined, [device])
      }
      return [0, 1, 2].map((device) => algorithm.prefer?.(state, [device]))
    }
    expect(best(0)).toEqual([1, 0, 0])
    expect(best(undefined)).toEqual([0, 0, 0])
    expect(best(1)).toEqual([0, 0, 0])
  })

  test("weighs at most 1 in whole numbers, whatever is released and whatever the share", () => {
    const plans = [
      planContext(attributes),
      planContext({ ...attributes, age: { range: [0, 9], bands: 3 } }),
      planContext({ one: { range: [0, 1] }, two: { range: [0, 1] }, three: { range: [0, 1] } }),
    ]
    const people = seededRandom(6)
    for (const plan of plans)
      for (let share = 0; share <= shareParts; share++)
        for (let person = 0; person < 20; person++) {
          const point = plan.groups === null ? [people.uniform(), 0, 1] : [people.integer(3), people.integer(3)]
          const features = plan.describe(point.slice(0, Object.keys(plan.attributes).length))
          const square = weighReward(plan, features, share).reduce((sum, { weight }) => sum + BigInt(weight) ** 2n, 0n)
          expect(square <= 1n << 40n).toBe(true)
        }
    const heavy = { index: [0, 1], value: [1, 1.001] }
    expect(() => weighReward(planContext(attributes), heavy, 32)).toThrow("norm of at most 1")
    // As an open batch of a forged snapshot may have it: √2 of a reward would join the total.
    for (const share of [128, -1])
      expect(() => weighReward(planContext(attributes), { index: [0, 1], value: [1, 1] }, share)).toThrow("norm of")
  })

  test("is refused where a coordinate had as many releases as Lemma 9 allows, and changes nothing", () => {
    const algorithm = create()
    const state = play(algorithm)
    const limit = Math.floor(2 ** 20 / Math.sqrt(4))
    const { lines } = armOf(state, 0)
    const [line] = lines
    line.releases = limit - 1
    const random = seededRandom(7)
    const closeNext = () => {
      line.touched = 1e6
      algorithm.observe(state, 0, 1, random, undefined, [0])
    }
    closeNext()
    expect(line.releases).toBe(limit)
    line.touched = 1e9
    expectRefused(state, "budget_exhausted", () => algorithm.observe(state, 0, 1, random, undefined, [0]))
  })
})

describe("arms with context", () => {
  test("that are added begin with zeros, and are tried", () => {
    const algorithm = create()
    const state = play(algorithm)
    algorithm.addArm?.(state)
    expect(armOf(state, 2)).toMatchObject({ hiddenLaw: "", information: "", received: 0, gram: [] })
    expect(algorithm.choose(state, seededRandom(8), undefined, [0])).toBe(2)
  })

  test("that are stopped forget every coordinate of what is hidden, and what was released goes on informing", () => {
    const algorithm = create()
    const state = play(algorithm)
    const { information } = armOf(state, 0)
    const releases = algorithm.releases(state)
    dropOutstanding(state, 0)
    const arm = armOf(state, 0)
    expect(arm).toMatchObject({ hiddenLaw: "", information, share: 0, received: 0, gram: [] })
    for (const line of arm.lines) {
      expect(line).toMatchObject({ hidden: 0, whole: 0, part: 0, pending: 0, weight: 0, hiddenWeight: 0, joined: [] })
      expect(line.ended).toEqual(line.releases === 0 ? [] : [line.releases])
    }
    expect(algorithm.releases(state)).toEqual(releases)
    expect(armOf(state, 1).hiddenLaw).not.toBe("")
  })

  test("of a restored copy all forget what is hidden, so that no sum is noised twice", () => {
    const algorithm = create()
    const state = play(algorithm)
    const copy = structuredClone(state)
    discardOpenBatches(copy)
    for (const { lines, hiddenLaw } of copy.contexts) {
      expect(hiddenLaw).toBe("")
      for (const { hidden, whole, part, pending: open } of lines)
        expect([hidden, whole, part, open]).toEqual([0, 0, 0, 0])
    }
    const random = seededRandom(9)
    const arm = algorithm.choose(copy, random, undefined, [0])
    expect(() => algorithm.observe(copy, arm, 1, random, 0, [0])).toThrow()
  })

  test("that are excluded are not chosen and keep everything", () => {
    const algorithm = create()
    const state = play(algorithm)
    const before = structuredClone(state.contexts[0])
    const random = seededRandom(10)
    for (let round = 0; round < 50; round++) expect(algorithm.choose(state, random, new Set([0]), [round % 3])).toBe(1)
    expect(state.contexts[0]).toEqual(before)
  })
})
