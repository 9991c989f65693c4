import * as R from "lib-r-math.js"
import { describe, expect, test } from "vitest"
import { logBinomialProbability } from "./binomial-probability.ts"
import { rejectionHat } from "./binomial-sampler.ts"
import { seededRandom } from "./seeded-random.ts"
import {
  chiSquareDeviation,
  drawMany,
  kolmogorovDeviation,
  meanDeviation,
  varianceDeviation,
} from "./testing/goodness-of-fit.ts"

const draws = 100_000

/**
 * All probabilities, from the ratio of neighbours outwards from the mode: another way than the
 * sampler's.
 */
function probabilities(trials: number, p: number): Float64Array {
  const law = new Float64Array(trials + 1)
  const mode = Math.min(trials, Math.floor((trials + 1) * p))
  law[mode] = 1
  for (let k = mode; k < trials; k++) law[k + 1] = (law[k] * (trials - k) * p) / ((k + 1) * (1 - p))
  for (let k = mode; k > 0; k--) law[k - 1] = (law[k] * k * (1 - p)) / ((trials - k + 1) * p)
  const sum = law.reduce((total, x) => total + x)
  return law.map((x) => x / sum)
}

/** Chi-square over counts, neighbours joined until each cell expects at least 20. */
function exactDeviation(sample: Float64Array, trials: number, p: number): number {
  const law = probabilities(trials, p)
  const counts = new Float64Array(trials + 1)
  for (const k of sample) counts[k]++
  const observed: number[] = [0]
  const expected: number[] = [0]
  for (let k = 0; k <= trials; k++) {
    if (expected[expected.length - 1] >= 20) {
      observed.push(0)
      expected.push(0)
    }
    observed[observed.length - 1] += counts[k]
    expected[expected.length - 1] += law[k] * sample.length
  }
  const last = expected.pop() ?? 0
  expected[expected.length - 1] += last
  observed[expected.length - 1] += observed.pop() ?? 0
  return chiSquareDeviation(observed, expected)
}

describe("binomial", () => {
  test.each([
    [2, 0.5],
    [5, 0.3],
    [20, 0.45],
    [20, 0.5],
    [21, 0.48],
    [60, 0.166],
    [60, 0.17],
    [60, 0.83],
    [100, 0.5],
    [1000, 0.0099],
    [1000, 0.0101],
    [1000, 0.7],
    [100_000, 0.00005],
    [100_000, 0.2],
    [1_000_000, 0.5],
  ])("of %d trials at %d follows its law exactly", (trials, p) => {
    const random = seededRandom(trials + p)
    const sample = drawMany(draws, () => random.binomial(trials, p))
    expect(exactDeviation(sample, trials, p)).toBeLessThan(5)
    const law = { mean: trials * p, variance: trials * p * (1 - p) }
    expect(meanDeviation(sample, law)).toBeLessThan(5)
    expect(varianceDeviation(sample, law, (1 - 6 * p * (1 - p)) / law.variance)).toBeLessThan(5)
  })

  test.each([
    [1e9, 0.5],
    [1e12, 0.01],
    [1e12, 0.25],
    [1e12, 0.999],
    [2 ** 53, 0.3],
    [2 ** 53, 0.5],
  ])("of %d trials at %d is normal to within its skewness", (trials, p) => {
    const random = seededRandom(trials + p)
    const deviation = Math.sqrt(trials * p * (1 - p))
    const sample = drawMany(draws, () => (random.binomial(trials, p) - trials * p) / deviation)
    expect(kolmogorovDeviation(sample, (x) => R.pnorm(x))).toBeLessThan(5)
    expect(meanDeviation(sample, { mean: 0, variance: 1 })).toBeLessThan(5)
    expect(varianceDeviation(sample, { mean: 0, variance: 1 }, 0)).toBeLessThan(5)
  })

  test.each([
    [1e12, 3e-12],
    [2 ** 53, 1e-15],
    [2 ** 53, 1e-14],
  ])("of %d trials at the tiny %d is a Poisson law", (trials, p) => {
    const random = seededRandom(trials * p)
    const mean = trials * p
    const sample = drawMany(draws, () => random.binomial(trials, p))
    expect(meanDeviation(sample, { mean, variance: mean })).toBeLessThan(5)
    expect(varianceDeviation(sample, { mean, variance: mean }, 1 / mean)).toBeLessThan(5)
    const low = Math.floor(mean)
    const share = sample.filter((k) => k <= low).length / draws
    const expected = R.ppois(low, mean)
    expect(Math.abs(share - expected)).toBeLessThan(5 * Math.sqrt((expected * (1 - expected)) / draws))
  })

  test("leaves the parity of the count fair near 2^53 trials", () => {
    const random = seededRandom("parity")
    const odd = drawMany(draws, () => random.binomial(2 ** 53, 0.49) % 2).reduce((sum, x) => sum + x)
    expect(Math.abs(odd - draws / 2)).toBeLessThan(5 * Math.sqrt(draws / 4))
  })

  test.each<[string, (trials: number, p: number) => number]>([
    ["a rounded normal", (n, p) => Math.round(n * p + Math.sqrt(n * p * (1 - p)) * planted.gaussian())],
    ["a probability 2 % off", (n, p) => planted.binomial(n, 1.02 * p)],
    ["a count off by one in 1 of 100", (n, p) => planted.binomial(n, p) + (planted.uniform() < 0.01 ? 5 : 0)],
  ])("replaced by %s would be caught", (_name, draw) => {
    const [trials, p] = [100, 0.2]
    const sample = drawMany(draws, () => Math.max(0, draw(trials, p)))
    expect(exactDeviation(sample, trials, p)).toBeGreaterThan(5)
  })
})

const planted = seededRandom("planted")

test("the hat covers the law and the squeeze lies under it, wherever rejection is used", () => {
  const random = seededRandom("hat")
  let largest = 0
  let smallest = Number.POSITIVE_INFINITY
  for (let trial = 0; trial < 150; trial++) {
    const p = trial % 2 === 0 ? random.uniform() / 2 : 10 ** (-0.302 - 8 * random.uniform())
    const trials = Math.max(Math.ceil(10 / p), Math.floor(10 ** (1 + 14 * random.uniform())))
    const { flare, stretch, ratio, squeeze } = rejectionHat(Math.sqrt(trials * p * (1 - p)), p)
    const atMode = logBinomialProbability(Math.floor((trials + 1) * p), trials, p)
    for (let step = 0; step < 400; step++) {
      const edge = step < 100 ? 0.0007 * (step + 0.5) : 0.07 + (0.43 / 300) * (step - 100)
      for (const u of [0.5 - edge, edge - 0.5]) {
        const count = Math.floor(((2 * flare) / edge + stretch) * u + trials * p + 0.5)
        const inside = count >= 0 && count <= trials
        const share = inside ? Math.exp(logBinomialProbability(count, trials, p) - atMode) : 0
        const accepted = (share * (flare / (edge * edge) + stretch)) / ratio
        largest = Math.max(largest, accepted)
        if (edge >= 0.07) smallest = Math.min(smallest, accepted / squeeze)
      }
    }
  }
  expect(largest).toBeLessThanOrEqual(1)
  expect(smallest).toBeGreaterThanOrEqual(1)
})
