import * as R from "lib-r-math.js"
import { describe, expect, test } from "vitest"
import { normalQuantile, normalTail } from "../numerics/normal.ts"
import { drawGaussian } from "./gaussian-sampler.ts"
import { seededRandom } from "./seeded-random.ts"
import {
  chiSquareDeviation,
  correlationDeviation,
  drawMany,
  histogram,
  kolmogorovDeviation,
  meanDeviation,
  varianceDeviation,
} from "./testing/goodness-of-fit.ts"

const cells = 1000
const edges = Array.from({ length: cells - 1 }, (_, i) => normalQuantile((i + 1) / cells))

/** The worst of five tests of a sample against the standard normal law, in standard errors. */
function worstDeviation(sample: Float64Array): number {
  const law = { mean: 0, variance: 1 }
  const counts = histogram(sample, edges)
  return Math.max(
    meanDeviation(sample, law),
    varianceDeviation(sample, law, 0),
    kolmogorovDeviation(sample.subarray(0, 200_000), (x) => R.pnorm(x)),
    chiSquareDeviation(
      counts,
      counts.map(() => sample.length / cells),
    ),
    ...[2, 3, 3.5, 4, 4.5].map((bound) => tailDeviation(sample, bound)),
  )
}

function tailDeviation(sample: Float64Array, bound: number): number {
  const expected = 2 * normalTail(bound) * sample.length
  let count = 0
  for (const x of sample) if (x > bound || x < -bound) count++
  return Math.abs(count - expected) / Math.sqrt(expected)
}

const draws = 2_000_000

describe("gaussian", () => {
  const random = seededRandom("gaussian")
  const sample = drawMany(draws, () => random.gaussian())

  test("follows the standard normal law, body and tails", () => {
    expect(worstDeviation(sample)).toBeLessThan(5)
  })

  test("exceeds 4 and 5 standard deviations as often as it should in 20 million draws", () => {
    let over4 = 0
    let over5 = 0
    for (let i = 0; i < 20_000_000; i++) {
      const x = Math.abs(random.gaussian())
      if (x > 4) over4++
      if (x > 5) over5++
    }
    const expected4 = 40_000_000 * normalTail(4)
    const expected5 = 40_000_000 * normalTail(5)
    expect(Math.abs(over4 - expected4)).toBeLessThan(5 * Math.sqrt(expected4))
    expect(Math.abs(over5 - expected5)).toBeLessThan(5 * Math.sqrt(expected5))
  })

  test("does not depend on the draw before, nor its size on the size before", () => {
    expect(correlationDeviation(sample.subarray(1), sample.subarray(0, -1))).toBeLessThan(5)
    const sizes = sample.map(Math.abs)
    expect(correlationDeviation(sizes.subarray(1), sizes.subarray(0, -1))).toBeLessThan(5)
  })
})

describe("these tests catch", () => {
  const random = seededRandom("planted")
  test.each<[string, () => number]>([
    ["a standard deviation 2 % too large", () => 1.02 * random.gaussian()],
    ["a standard deviation 0.7 % too small", () => 0.993 * random.gaussian()],
    ["a mean off by 0.008", () => random.gaussian() + 0.008],
    ["a Laplace law of the same variance", () => random.laplace(Math.SQRT1_2)],
    [
      "a tail that is cut where the ziggurat's begins",
      () => {
        for (;;) {
          const x = random.gaussian()
          if (Math.abs(x) < 3.654152885361009) return x
        }
      },
    ],
  ])("%s", (_name, draw) => {
    expect(worstDeviation(drawMany(draws / 2, draw))).toBeGreaterThan(5)
  })

  test("a layer that shares its bits with the mantissa", () => {
    // The layer is copied from the upper bits of the mantissa, as if one part of the word served
    // for both.
    const shared = {
      high: true,
      word() {
        const word = random.integer(2 ** 32)
        this.high = !this.high
        return (this.high ? word : (word & ~255) | (word >>> 24)) | 0
      },
      exponential: () => random.exponential(),
    }
    expect(worstDeviation(drawMany(draws / 2, () => drawGaussian(shared)))).toBeGreaterThan(5)
  })
})
