import { describe, expect, test } from "vitest"
import { drawBelow, drawDiscreteGaussian, drawDiscreteLaplace, drawExpBernoulli } from "./exact-sampler.ts"
import { gaussianOnLattice, laplaceOnLattice } from "./noise-lattice.ts"
import { secureRandom } from "./secure-random.ts"
import { seededRandom } from "./seeded-random.ts"
import { giveWords } from "./testing/given-words.ts"
import type { WordSource } from "./word-source.ts"

const source = (seed: number) => seededRandom(seed) as unknown as WordSource

/** Largest deviation of counts from a law, in standard errors. */
function worstDeviation(draws: readonly number[], law: (value: number) => number, reach: number): number {
  let worst = 0
  for (let value = -reach; value <= reach; value++) {
    const p = law(value)
    const seen = draws.filter((draw) => draw === value).length
    worst = Math.max(worst, Math.abs(seen - draws.length * p) / Math.sqrt(draws.length * p * (1 - p)))
  }
  return worst
}

function normalised(weight: (value: number) => number): (value: number) => number {
  let total = 0
  for (let value = -400; value <= 400; value++) total += weight(value)
  return (value) => weight(value) / total
}

const laplaceLaw = (scale: number) => normalised((value) => Math.exp(-Math.abs(value) / scale))
const gaussianLaw = (deviation: number) => normalised((value) => Math.exp(-(value ** 2) / (2 * deviation ** 2)))
const draw = (count: number, one: () => bigint) => Array.from({ length: count }, () => Number(one()))

describe("noise of whole numbers", () => {
  test("below a bound every number comes equally often, whatever the bound's size", () => {
    const words = source(1)
    const counts = new Array<number>(7).fill(0)
    for (let round = 0; round < 70_000; round++) counts[Number(drawBelow(words, 7n))] += 1
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(5 * Math.sqrt(10_000 * (6 / 7)))
    const large = Array.from({ length: 2000 }, () => drawBelow(words, 3n << 100n))
    expect(large.every((value) => value >= 0n && value < 3n << 100n)).toBe(true)
    const upper = large.filter((value) => value >= 1n << 101n).length
    expect(Math.abs(upper - 2000 / 3)).toBeLessThan(5 * Math.sqrt(2000 * (2 / 9)))
    expect(drawBelow(words, 1n)).toBe(0n)
  })

  test("below a bound the upper bits of as few words as it needs are used, and what reaches the bound is drawn again", () => {
    expect(drawBelow(giveWords(), 1n)).toBe(0n)
    expect(drawBelow(giveWords(-1), 1n << 32n)).toBe((1n << 32n) - 1n)
    expect(drawBelow(giveWords(1, 3 << 30), 1n << 34n)).toBe(7n)
    expect(drawBelow(giveWords(-1, 7 << 29, 6 << 29), 7n)).toBe(6n)
  })

  test.each([
    [0n, 1n],
    [1n, 3n],
    [1n, 1n],
    [7n, 2n],
  ])("a chance of exp(-%s/%s) is one", (numerator, denominator) => {
    const words = source(2)
    const p = Math.exp(-Number(numerator) / Number(denominator))
    let hits = 0
    for (let round = 0; round < 50_000; round++) if (drawExpBernoulli(words, numerator, denominator)) hits += 1
    expect(Math.abs(hits - 50_000 * p)).toBeLessThanOrEqual(5 * Math.sqrt(50_000 * p * (1 - p)))
  })

  test.each([1, 3, 10])("discrete Laplace of scale %s has its law; a slightly larger scale has not", (scale) => {
    const words = source(3)
    const draws = draw(60_000, () => drawDiscreteLaplace(words, BigInt(scale)))
    expect(worstDeviation(draws, laplaceLaw(scale), 3 * scale)).toBeLessThan(5)
    expect(worstDeviation(draws, laplaceLaw(scale * 1.1), 3 * scale)).toBeGreaterThan(5)
  })

  test.each([1, 2, 7])(
    "discrete Gaussian of deviation %s has its law; a slightly larger deviation has not",
    (deviation) => {
      const words = source(4)
      const draws = draw(60_000, () => drawDiscreteGaussian(words, BigInt(deviation)))
      expect(worstDeviation(draws, gaussianLaw(deviation), 3 * deviation)).toBeLessThan(5)
      expect(worstDeviation(draws, gaussianLaw(deviation * 1.1), 3 * deviation)).toBeGreaterThan(5)
    },
  )
})

describe("noise around a hidden value", () => {
  test.each([
    ["gaussian", gaussianOnLattice, 1],
    ["laplace", laplaceOnLattice, Math.SQRT2],
  ] as const)("%s has the right mean and variance around its centre", (_name, sampler, unit) => {
    const words = source(5)
    const draws = Array.from({ length: 20_000 }, () => sampler(words, 1000.25, 3) - 1000.25)
    const mean = draws.reduce((sum, x) => sum + x, 0) / draws.length
    const variance = draws.reduce((sum, x) => sum + x * x, 0) / draws.length
    expect(Math.abs(mean)).toBeLessThan((5 * 3 * unit) / Math.sqrt(draws.length))
    const fourth = draws.reduce((sum, x) => sum + x ** 4, 0) / draws.length
    expect(Math.abs(variance - 9 * unit ** 2)).toBeLessThan(5 * Math.sqrt((fourth - variance ** 2) / draws.length))
  })

  test("every result is on one lattice, whatever the centre: no low-order bits tell two centres apart", () => {
    const words = source(6)
    // Textbook noise fails this: centre + scale·x in floating point has other low-order bits for
    // other centres.
    const step = 2 ** -40
    for (const centre of [0, 1, 1 / 1024, 12_345.5]) {
      for (let round = 0; round < 200; round++) {
        const noise = gaussianOnLattice(words, centre, 1) - centre
        expect(noise / step).toBe(Math.round(noise / step))
      }
    }
    const float = seededRandom(7)
    const textbook = Array.from({ length: 200 }, () => float.gaussian())
    expect(textbook.some((noise) => noise / step !== Math.round(noise / step))).toBe(true)
  })

  test("a spread that is no whole number of steps is made larger, never smaller, by less than a step", () => {
    for (const [spread, perUnit] of [
      [1 + 2 ** -45, 2 ** 40],
      [1 / 3, 2 ** 42],
      [Math.PI * 1000, 2 ** 29],
      [2 ** 30 + 2 ** -21, 2 ** 20],
    ]) {
      const steps = BigInt(Math.floor(spread * perUnit)) + 1n
      for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
        const laplace = Number(drawDiscreteLaplace(source(seed), steps)) / perUnit
        expect(laplaceOnLattice(source(seed), 0, spread)).toBe(laplace)
        const gaussian = Number(drawDiscreteGaussian(source(seed), steps)) / perUnit
        expect(gaussianOnLattice(source(seed), 0, spread)).toBe(gaussian)
      }
    }
  })

  test("a centre moved by a step moves every draw by that step", () => {
    for (const shift of [2 ** -20, 1, 5]) {
      const [first, second] = [source(8), source(8)]
      for (let round = 0; round < 100; round++)
        expect(gaussianOnLattice(second, 3 + shift, 2) - gaussianOnLattice(first, 3, 2)).toBe(shift)
    }
  })

  test("secure generators draw on the lattice, seeded ones in floating point", () => {
    const secure = secureRandom()
    for (const value of [secure.gaussianAround(0.5, 1), secure.laplaceAround(0.5, 1)])
      expect(Number.isInteger(value * 2 ** 40)).toBe(true)
    const [a, b] = [seededRandom(9), seededRandom(9)]
    expect(a.gaussianAround(2, 3)).toBe(2 + 3 * b.gaussian())
    expect(a.laplaceAround(2, 3)).toBe(2 + b.laplace(3))
  })

  test("spreads that are none, or of a size that no whole number of steps is made for, are refused", () => {
    for (const spread of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e-100, 1e-101, 1e100, 1e101])
      expect(() => gaussianOnLattice(source(10), 0, spread)).toThrow(/spread/)
    for (const centre of [1e100, -1e100, Number.NaN])
      expect(() => laplaceOnLattice(source(10), centre, 1)).toThrow(/spread/)
    for (const spread of [1e-99, 1e99])
      expect(Math.abs(gaussianOnLattice(source(10), 0, spread)) / spread).toBeLessThan(9)
  })
})
