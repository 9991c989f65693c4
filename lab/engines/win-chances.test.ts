// Chances to win, against closed forms, against a sum over many small steps with the library's own
// functions, and against 1.

import { normalCdf, normalPdf } from "@armistice/core/numerics"
import fc from "fast-check"
import { expect, test } from "vitest"
import { gaussLegendre } from "./gauss-legendre.ts"
import { CELLS_PER_UNIT, FIRST_CELL, GRID_END, gridTerms, TERMS } from "./normal-grid.ts"
import { type DrawnArms, WinChances } from "./win-chances.ts"

interface Law {
  readonly mean: number
  readonly deviation: number
  /** In deviations above the mean; Infinity for none. */
  readonly ceiling: number
}

function createArms(laws: readonly Law[]): DrawnArms {
  return {
    mean: laws.map(({ mean }) => mean),
    deviation: laws.map(({ deviation }) => deviation),
    ceiling: laws.map(({ mean, deviation, ceiling }) => mean + deviation * ceiling),
    beyond: laws.map(({ ceiling }) => normalCdf(-ceiling)),
  }
}

function computeChances(laws: readonly Law[], floor = Number.NEGATIVE_INFINITY): number[] {
  const chances = new WinChances(laws.length)
  const drawing = laws.map((_, arm) => arm)
  chances.measure(createArms(laws), drawing, laws.length, floor)
  return [...chances.chance]
}

/** The chance that all are below `bound`. */
const allBelow = (laws: readonly Law[], bound: number): number =>
  laws.reduce((product, law) => product * distribution(law, bound), 1)

function distribution({ mean, deviation, ceiling }: Law, y: number): number {
  return Math.min(1, normalCdf((y - mean) / deviation) / normalCdf(ceiling))
}

const anyLaw = fc.record({
  mean: fc.double({ min: 0, max: 1, noNaN: true }),
  deviation: fc.double({ min: -4, max: 1, noNaN: true }).map((power) => 10 ** power),
  ceiling: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.double({ min: -1, max: 7, noNaN: true })),
})

test("chances add up to 1 with those of arms that do not draw", () => {
  fc.assert(
    fc.property(
      fc.array(anyLaw, { minLength: 1, maxLength: 9 }),
      fc.oneof(fc.constant(Number.NEGATIVE_INFINITY), fc.double({ min: -1, max: 2, noNaN: true })),
      (laws, floor) => {
        const sum = computeChances(laws, floor).reduce((a, b) => a + b, allBelow(laws, floor))
        expect(Math.abs(sum - 1)).toBeLessThan(1e-11)
      },
    ),
    { numRuns: 500, seed: 1 },
  )
})

test("two arms without ceilings: the normal law of their difference", () => {
  const free = Number.POSITIVE_INFINITY
  for (const ratio of [1, 3, 30, 1000])
    for (const gap of [0, 0.5, 2, 4, 6]) {
      const [first, second] = [
        { mean: gap, deviation: 1, ceiling: free },
        { mean: 0, deviation: 1 / ratio, ceiling: free },
      ]
      const lost = normalCdf(-gap / Math.hypot(first.deviation, second.deviation))
      const [, chance] = computeChances([first, second])
      expect(Math.abs(chance / lost - 1)).toBeLessThan(1e-11)
    }
})

test("arms that are alike win alike, also below a ceiling", () => {
  for (const ceiling of [Number.POSITIVE_INFINITY, 4, 1, -0.5])
    for (const chance of computeChances(Array.from({ length: 6 }, () => ({ mean: 0.3, deviation: 0.2, ceiling }))))
      expect(Math.abs(6 * chance - 1)).toBeLessThan(1e-11)
})

test("ceilings and a floor: as summed over small steps with the library's own functions", () => {
  const laws = [
    { mean: 0.95, deviation: 0.02, ceiling: 3.2 },
    { mean: 0.7, deviation: 0.1, ceiling: 3.9 },
    { mean: 0.5, deviation: 0.2, ceiling: 2.8 },
  ]
  const floor = 0.9
  const chances = computeChances(laws, floor)
  for (const [arm, law] of laws.entries()) {
    const end = law.mean + law.deviation * law.ceiling
    const ends = laws.map((one) => one.mean + one.deviation * one.ceiling).filter((one) => one < end)
    const bounds = [floor, ...ends, end].toSorted((a, b) => a - b)
    const density = (y: number) =>
      laws.reduce(
        (product, other, index) => (index === arm ? product : product * distribution(other, y)),
        normalPdf((y - law.mean) / law.deviation) / (law.deviation * normalCdf(law.ceiling)),
      )
    const expected = bounds.slice(1).reduce((sum, high, index) => sum + simpson(density, bounds[index], high), 0)
    expect(Math.abs(chances[arm] / expected - 1)).toBeLessThan(1e-10)
  }
})

test("an arm that cannot exceed the floor never wins", () => {
  const [chance] = computeChances([{ mean: 0, deviation: 1, ceiling: 2 }], 2.5)
  expect(chance).toBe(0)
})

test("the grid gives the normal law and its density", () => {
  let [worst, worstFar] = [0, 0]
  for (let x = -GRID_END; x <= GRID_END; x += 0.00731) {
    const place = x * CELLS_PER_UNIT + FIRST_CELL
    const cell = Math.floor(place)
    const d = place - cell - 0.5
    const terms = gridTerms.subarray(TERMS * cell, TERMS * (cell + 1))
    const value = terms.reduceRight((sum, term) => sum * d + term, 0)
    const slope = terms.reduceRight((sum, term, n) => (n === 0 ? sum : sum * d + n * term), 0) * CELLS_PER_UNIT
    const error = Math.max(Math.abs(value / normalCdf(x) - 1), Math.abs(slope / normalPdf(x) - 1))
    worstFar = Math.max(worstFar, error)
    if (Math.abs(x) <= 5) worst = Math.max(worst, error)
  }
  expect(worst).toBeLessThan(1e-13)
  expect(worstFar).toBeLessThan(2e-12)
})

test("a rule with n nodes is exact for powers up to 2n - 1", () => {
  for (const count of [1, 2, 5, 16, 33]) {
    const { nodes, weights } = gaussLegendre(count)
    for (const power of [0, 1, 2 * count - 2, 2 * count - 1]) {
      const sum = nodes.reduce((total, x, k) => total + weights[k] * x ** power, 0)
      expect(Math.abs(sum - (power % 2 === 0 ? 2 / (power + 1) : 0))).toBeLessThan(1e-13)
    }
  }
})

function simpson(f: (y: number) => number, low: number, high: number): number {
  const steps = 4000
  const step = (high - low) / steps
  let sum = f(low) + f(high)
  for (let k = 1; k < steps; k++) sum += (k % 2 === 1 ? 4 : 2) * f(low + k * step)
  return (sum * step) / 3
}
