import { describe, expect, test } from "vitest"
import { seededRandom } from "./seeded-random.ts"
import { giveWords } from "./testing/given-words.ts"
import { chiSquareDeviation, drawMany, kolmogorovDeviation } from "./testing/goodness-of-fit.ts"
import { drawInteger, drawUniform } from "./uniform-sampler.ts"

describe("uniform", () => {
  test("redraws zero and never reaches one", () => {
    const words = giveWords(0, 0, 0x7ff, 0, 0, 1)
    expect(drawUniform(words)).toBe(2 ** -53)
    expect(words.left).toBe(0)
    expect(drawUniform(giveWords(-1, -1))).toBe(1 - 2 ** -53)
  })

  test("follows the uniform law, and a pair of draws falls evenly on the square", () => {
    const random = seededRandom("uniform")
    const sample = drawMany(1_000_000, () => random.uniform())
    expect(kolmogorovDeviation(sample, (x) => x)).toBeLessThan(5)
    const cells = new Float64Array(32 * 32)
    for (let i = 0; i < sample.length; i += 2) cells[32 * Math.floor(32 * sample[i]) + Math.floor(32 * sample[i + 1])]++
    expect(
      chiSquareDeviation(
        cells,
        cells.map(() => sample.length / 2 / 1024),
      ),
    ).toBeLessThan(5)
  })

  test("each of its 53 bits is set half the time", () => {
    const random = seededRandom("bits")
    const draws = 40_000
    const ones = new Float64Array(53)
    for (let i = 0; i < draws; i++) {
      let u = random.uniform()
      for (let bit = 0; bit < 53; bit++) {
        u *= 2
        if (u >= 1) {
          ones[bit]++
          u -= 1
        }
      }
    }
    for (const count of ones) expect(Math.abs(count - draws / 2)).toBeLessThan(5 * Math.sqrt(draws / 4))
  })
})

describe("integer", () => {
  const cellsOf = (draw: () => number, bound: number, cells: number, draws: number) => {
    const counts = new Float64Array(cells)
    for (let i = 0; i < draws; i++) counts[Math.floor((draw() / bound) * cells)]++
    return chiSquareDeviation(
      counts,
      counts.map(() => draws / cells),
    )
  }

  test.each([2, 3, 10, 1000, 3 * 2 ** 30, 2 ** 32, 2 ** 32 + 2, 3 * 2 ** 51])("is even on 0 … %d - 1", (bound) => {
    const random = seededRandom(bound)
    expect(cellsOf(() => random.integer(bound), bound, Math.min(bound, 50), 200_000)).toBeLessThan(5)
  })

  test("reduced without redrawing would be caught", () => {
    const random = seededRandom("modulo bias")
    const bound = 3 * 2 ** 30
    expect(cellsOf(() => random.integer(2 ** 32) % bound, bound, 50, 200_000)).toBeGreaterThan(5)
  })

  test("redraws the words of the incomplete last repetition", () => {
    const bound = 3 * 2 ** 30
    expect(drawInteger(giveWords(-1, bound, bound - 1), bound)).toBe(bound - 1)
    expect(drawInteger(giveWords(-1, -1, 0, 5), 2 ** 52 + 1)).toBe(5)
  })
})
