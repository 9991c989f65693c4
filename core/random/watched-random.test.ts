import { expect, test } from "vitest"
import { knownNoise } from "./known-noise.ts"
import type { Random } from "./random.ts"
import { residualDeviation } from "./residual-noise.ts"
import { seededRandom } from "./seeded-random.ts"
import { type NoiseLaw, WatchedRandom } from "./watched-random.ts"

class Listening extends WatchedRandom {
  readonly heard: [value: number, law: NoiseLaw | null, scale: number][] = []
  protected override saw(value: number, law: NoiseLaw | null, scale: number): number {
    this.heard.push([value, law, scale])
    return value
  }
}

const plan = { eta: 0.5, carried: 2 ** 38 }
/** Every method once, with the law and the scale of what it draws. */
const asked: [ask: (random: Random) => number, law: NoiseLaw | null, scale: number][] = [
  [(random) => random.uniform(), null, 1],
  [(random) => random.integer(1000), null, 1],
  [(random) => random.gaussian(), "gaussian", 1],
  [(random) => random.exponential(), null, 1],
  [(random) => random.laplace(3), "laplace", 3],
  [(random) => random.gaussianAround(5, 2), "gaussian", 2],
  [(random) => random.laplaceAround(5, 4), "laplace", 4],
  [(random) => random.residual(1, 2, plan).released, "gaussian", residualDeviation(plan)],
  [(random) => random.gamma(2), null, 1],
  [(random) => random.beta(2, 3), null, 1],
  [(random) => random.binomial(100, 0.3), null, 1],
]

test("each draw of the source is handed on, and noted once with its law and its scale", () => {
  const relayed = new Listening(seededRandom(1))
  const source = seededRandom(1)
  for (const [ask, law, scale] of asked) {
    const value = ask(source)
    expect(ask(relayed)).toBe(value)
    expect(relayed.heard.splice(0)).toEqual([[value, law, scale]])
  }
})

test("known noise is so many scales of every noise, and all other chance is that of the seed", () => {
  const centres = [0, 5, 5, 3]
  for (const units of [0, -1.5]) {
    const random = knownNoise(units, 7)
    const rest = seededRandom(7)
    let noise = 0
    for (const [ask, law, scale] of asked) {
      if (law === null) expect(ask(random)).toBe(ask(rest))
      else expect(ask(random)).toBeCloseTo((centres[Math.max(0, noise++ - 1)] as number) + units * scale, 12)
    }
    expect(noise).toBe(5)
  }
})
