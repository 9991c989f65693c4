// What `settled` promises: decisions handed out in one go are those that would have been made one by one.

import { expect, test } from "vitest"
import type { Algorithm, AlgorithmState } from "./algorithm.ts"
import { catalogue } from "./catalogue.ts"
import { seededRandom } from "./random/seeded-random.ts"

const armCount = 3
const horizon = 4000

const settling = catalogue.flatMap(({ name, parameters, create }) => {
  const given = Object.fromEntries(
    Object.entries({ epsilon: 2, eta: 1, horizon, alpha: 1 }).filter(([parameter]) => parameter in parameters),
  )
  try {
    const algorithm = create(given)
    return algorithm.settled === undefined ? [] : [{ name, algorithm }]
  } catch {
    return []
  }
})

/** Plays with late rewards in any order and some exclusions; returns how many promises were made and how many not kept. */
function play(algorithm: Algorithm, seed: number, more: number): { promised: number; broken: number } {
  const random = seededRandom(seed)
  const chance = seededRandom(seed + 1000)
  const state: AlgorithmState = algorithm.start(armCount)
  const open: { arm: number; pull: number }[] = []
  let promise: { arm: number; count: number } | null = null
  let promised = 0
  let broken = 0
  while (state.round < horizon) {
    if (promise === null || promise.count === 0) {
      const settled = algorithm.settled?.(state) ?? null
      promise = settled === null ? null : { arm: settled.arm, count: settled.count + more }
      promised += promise === null ? 0 : 1
    }
    const isExcluding = chance.integer(10) === 0
    const excluded = isExcluding ? new Set([chance.integer(armCount)]) : undefined
    const arm = algorithm.choose(state, random, excluded)
    open.push({ arm, pull: (state.decided[arm] as number) - 1 })
    if (promise !== null && excluded?.has(promise.arm) !== true) {
      promise.count -= 1
      if (arm !== promise.arm) {
        broken += 1
        promise = null
      }
    }
    while (open.length > 0 && chance.integer(open.length > 8 ? 2 : 12) === 0) {
      const [{ arm: rewarded, pull }] = open.splice(chance.integer(open.length), 1) as [{ arm: number; pull: number }]
      algorithm.observe(state, rewarded, chance.integer(2), random, pull)
    }
  }
  return { promised, broken }
}

test("the algorithms that play whole batches can say what they will choose", () => {
  expect(settling.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["gdp-imed", "adac-ucb", "adap-ucb", "adap-kl-ucb", "dp-imed", "dp-kl-ucb"]),
  )
})

test.each(settling)("$name keeps to what was settled, whatever rewards come in any order", ({ algorithm }) => {
  let promised = 0
  for (let seed = 1; seed <= 10; seed++) {
    const outcome = play(algorithm, seed, 0)
    promised += outcome.promised
    expect(outcome.broken).toBe(0)
  }
  expect(promised).toBeGreaterThan(50)
})

test("a planted mistake is seen: choices beyond those settled are not always the same arm", () => {
  const [{ algorithm }] = settling as [(typeof settling)[0]]
  let broken = 0
  for (let seed = 1; seed <= 20; seed++) broken += play(algorithm, seed, 40).broken
  expect(broken).toBeGreaterThan(0)
})
