// The guarantee of gdp-context, held against planted mistakes: one reward differs between two
// worlds that see the same releases, and the shifts of all noise together must stay within eta.

import { describe, expect, test } from "vitest"
import type { Algorithm } from "../algorithm.ts"
import type { ContextAttributes } from "../context/attributes.ts"
import type { GdpContextState } from "../context/context-state.ts"
import type { Random } from "../random/random.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { runTwins, type TwinOptions } from "../testing/twin-worlds.ts"
import { gdpContext } from "./gdp-context.ts"

const eta = 1.5
const rounds = 1500

const attributes: Readonly<Record<string, ContextAttributes>> = {
  "one attribute": { device: { levels: ["phone", "desk", "other"] } },
  "cells of two attributes": { device: { levels: ["phone", "desk"] }, age: { levels: ["young", "middle", "old"] } },
  "linear attributes": { age: { range: [0, 1] }, income: { range: [0, 1] }, visits: { range: [0, 1] } },
}

const create = (given: ContextAttributes): Algorithm => gdpContext.create({ eta, horizon: rounds, attributes: given })

const scenarios: readonly Partial<TwinOptions>[] = [
  {},
  { restoredAt: 700 },
  { stoppedAt: { round: 300, resumedAfter: 200 } },
  { silence: 0.4 },
]

function lossOf(algorithm: Algorithm, options: Partial<TwinOptions>, seed: number): number {
  const followed = (seed * 37) % 200
  const { squares } = runTwins(algorithm, { seed, armCount: 2 + (seed % 2), rounds, followed, ...options })
  return Math.sqrt(squares)
}

describe.each(Object.entries(attributes))("a reward with %s", (_, given) => {
  test("loses eta at most, in any order of answers, and nothing public differs", () => {
    const algorithm = create(given)
    let most = 0
    for (const options of scenarios)
      for (let seed = 1; seed <= 2; seed++) most = Math.max(most, lossOf(algorithm, options, seed))
    expect(most).toBeLessThanOrEqual(eta * (1 + 1e-9))
    expect(most).toBeGreaterThan(0.9 * eta)
  })
})

test("the loss of a reward with one attribute reaches 98 % of eta", () => {
  const algorithm = create(attributes["one attribute"])
  let most = 0
  for (let seed = 1; seed <= 6; seed++) most = Math.max(most, lossOf(algorithm, {}, seed))
  expect(most).toBeGreaterThan(0.98 * eta)
  expect(most).toBeLessThanOrEqual(eta * (1 + 1e-9))
})

/** The same algorithm with other chance, or another state after each reward. */
const spoil = (
  change: (state: GdpContextState, arm: number, random: Random, observe: (random: Random) => void) => void,
) => {
  const sound = create(attributes["one attribute"])
  return {
    ...sound,
    observe: (state, arm, reward, random, pull, point) =>
      change(state as GdpContextState, arm, random, (chance) => sound.observe(state, arm, reward, chance, pull, point)),
  } as Algorithm
}

const worst = (algorithm: Algorithm): number => {
  let most = 0
  for (let seed = 1; seed <= 5; seed++) most = Math.max(most, lossOf(algorithm, {}, seed))
  return most
}

describe("a planted mistake is accused:", () => {
  test("a coordinate that does not decay", () => {
    const spoiled = spoil((_, __, random, observe) => {
      let number = 0
      observe({
        ...random,
        residual(hidden, joined, plan) {
          const release = random.residual(hidden, joined, plan)
          return number++ === 0 ? { ...release, hidden: (BigInt(hidden) + BigInt(joined)).toString() } : release
        },
      })
    })
    expect(worst(spoiled)).toBeGreaterThan(1.05 * eta)
  })

  test("the sum of a level that is released again", () => {
    const spoiled = spoil((state, arm, random, observe) => {
      const before = structuredClone(state.contexts[arm].lines[1])
      observe(random)
      const line = state.contexts[arm].lines[1]
      if (line.releases > before.releases) {
        line.whole = before.whole
        line.part = before.part
        line.pending = before.pending
      }
    })
    expect(worst(spoiled)).toBeGreaterThan(1.05 * eta)
  })

  test("a share that is chosen by rewards of the open batch", () => {
    const spoiled = spoil((state, arm, random, observe) => {
      const context = state.contexts[arm]
      if (context.share !== 0) context.share = context.lines[0].part > 0 ? 48 : 16
      observe(random)
    })
    expect(() => worst(spoiled)).toThrow("differs between the worlds")
  })

  test("one draw of noise for two coordinates", () => {
    expect(drawnFor(create(attributes["one attribute"]))).toBe(true)
    const spoiled = spoil((_, __, random, observe) => {
      let shared: number | null = null
      observe({
        ...random,
        residual(hidden, joined, plan) {
          const sum = Number(hidden) / 2 ** 60 + Number(joined) / 2 ** 60
          const release = random.residual(hidden, joined, plan)
          shared ??= release.released - sum
          return { ...release, released: sum + shared }
        },
      })
    })
    expect(drawnFor(spoiled)).toBe(false)
  })
})

/** Whether the noise of coordinates that are released together is uncorrelated. */
function drawnFor(algorithm: Algorithm): boolean {
  const products: number[] = []
  for (let seed = 1; seed <= 20; seed++) {
    const coin = seededRandom(seed)
    const state = algorithm.start(2) as GdpContextState
    for (let round = 0; round < rounds; round++) {
      const point = [coin.integer(3)]
      const arm = algorithm.choose(state, coin, undefined, point)
      const before = state.contexts[arm].lines.map(({ releases }) => releases)
      algorithm.observe(state, arm, 0, coin, undefined, point)
      const { lines } = state.contexts[arm]
      // All rewards are 0, so what is released is noise.
      const noise = lines.flatMap(({ releases, carried, last }, at) =>
        releases > before[at] ? [last * eta * Math.sqrt(1 - (carried / 2 ** 40) ** 2)] : [],
      )
      if (noise.length >= 2) products.push(noise[0] * noise[1])
    }
  }
  const mean = products.reduce((sum, product) => sum + product, 0) / products.length
  // Uncorrelated products have deviation 1; with several hundred the mean is within 0.3 but once in
  // millions.
  return Math.abs(mean) < 0.3
}
