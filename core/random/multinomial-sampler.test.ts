import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { multinomial } from "./multinomial-sampler.ts"
import { seededRandom } from "./seeded-random.ts"
import { chiSquareDeviation, correlationDeviation, drawMany, meanDeviation } from "./testing/goodness-of-fit.ts"

describe("multinomial counts", () => {
  test("are whole, sum to the trials, and are 0 where the weight is", () => {
    const random = seededRandom("multinomial")
    const weight = fc.oneof(fc.constant(0), fc.double({ min: 1e-12, max: 1e12, noNaN: true }))
    const weights = fc.array(weight, { minLength: 1, maxLength: 12 }).filter((list) => list.some((x) => x > 0))
    fc.assert(
      fc.property(fc.maxSafeInteger(), weights, (trials, list) => {
        const counts = new Array<number>(list.length)
        multinomial(random, Math.abs(trials), list, counts)
        expect(counts.every((count) => Number.isInteger(count) && count >= 0)).toBe(true)
        expect(counts.reduce((sum, count) => sum + BigInt(count), 0n)).toBe(BigInt(Math.abs(trials)))
        list.forEach((x, i) => {
          if (x === 0) expect(counts[i]).toBe(0)
        })
      }),
    )
  })

  test("of one trial fall on each outcome with its share of the weights", () => {
    const random = seededRandom("shares")
    const weights = [3, 0.5, 0, 1.5, 5]
    const sums = new Float64Array(5)
    const counts = new Float64Array(5)
    for (let i = 0; i < 100_000; i++) {
      multinomial(random, 1, weights, counts)
      for (let k = 0; k < 5; k++) sums[k] += counts[k]
    }
    expect(sums[2]).toBe(0)
    const used = [0, 1, 3, 4]
    const observed = used.map((k) => sums[k])
    expect(
      chiSquareDeviation(
        observed,
        used.map((k) => weights[k] * 10_000),
      ),
    ).toBeLessThan(5)
    expect(chiSquareDeviation(observed, [30_500, 5_000, 15_000, 49_500])).toBeGreaterThan(2)
  })

  test("have the mean, variance and covariance of their law", () => {
    const random = seededRandom("covariance")
    const weights = [0.2, 0.3, 0.5]
    const trials = 1e9
    const counts = [0, 0, 0]
    const firsts = new Float64Array(50_000)
    const seconds = drawMany(50_000, () => 0).map((_, i) => {
      multinomial(random, trials, weights, counts)
      firsts[i] = counts[0]
      return counts[1]
    })
    expect(meanDeviation(firsts, { mean: 0.2 * trials, variance: 0.16 * trials })).toBeLessThan(5)
    expect(meanDeviation(seconds, { mean: 0.3 * trials, variance: 0.21 * trials })).toBeLessThan(5)
    // Given the first count, the second is binomial: what is left of it after its regression is uncorrelated.
    const rests = seconds.map((x, i) => x - (trials - firsts[i]) * (3 / 8))
    expect(correlationDeviation(firsts, rests)).toBeLessThan(5)
    expect(correlationDeviation(firsts, seconds)).toBeGreaterThan(5)
  })

  test.each<[string, number, number[], number[]]>([
    ["a negative weight", 5, [1, -1], [0, 0]],
    ["a weight that is no number", 5, [1, Number.NaN], [0, 0]],
    ["no weight at all", 5, [0, 0], [0, 0]],
    ["an infinite weight", 5, [1, Number.POSITIVE_INFINITY], [0, 0]],
    ["counts of another length", 5, [1, 1], [0]],
    ["a fraction of a trial", 0.5, [1, 1], [0, 0]],
  ])("with %s are refused", (_name, trials, weights, counts) => {
    expect(() => multinomial(seededRandom(1), trials, weights, counts)).toThrow(/must .*, got /)
  })
})
