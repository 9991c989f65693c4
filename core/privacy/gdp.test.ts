import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { scaledTail } from "../numerics/mills.ts"
import { deltaOf, epsilonOf, etaOf, logDeltaOf } from "./gdp.ts"
import { etaOfLaplace, etaOfPure, laplaceEpsilonFor, pureEpsilonFor } from "./laplace.ts"
import { deltaTable } from "./testing/gdp-reference.ts"
import { refusal } from "./testing/refusal.ts"

const etas = [1e-3, 0.01, 0.1, 0.5, 1, 1.001, 2, 5, 10, 30, 100, 1e3, 1e4]
const deltas = [1e-300, 1e-200, 1e-100, 1e-30, 1e-12, 1e-6, 1e-3, 0.1, 0.5]

describe("known answers", () => {
  test("eta 1 at epsilon 1 gives delta 0.126937", () => {
    expect(deltaOf(1, 1)).toBeCloseTo(0.126937, 6)
  })

  test.each([
    [1, 1e-6, 4.88655],
    [2, 1e-6, 10.9972],
    [5, 1e-6, 35.5663],
    [10, 1e-6, 96.7173],
    [0.5, 1e-5, 1.99309],
    [1, 1e-5, 4.37718],
    [2, 1e-5, 9.99726],
    [2.875, 1e-5, 15.7841],
  ])("eta %f at delta %f is epsilon %f", (eta, delta, epsilon) => {
    expect(Math.abs(epsilonOf(eta, delta) / epsilon - 1)).toBeLessThan(5e-6)
    expect(Math.abs(etaOf(epsilon, delta) / eta - 1)).toBeLessThan(5e-6)
  })

  test("at epsilon 0 delta is the total variation 2Φ(eta/2) - 1", () => {
    expect(Math.abs(deltaOf(1, 0) / 0.3829249225480262 - 1)).toBeLessThan(1e-13)
    expect(Math.abs(deltaOf(1e-3, 0) / 0.0003989422637788383 - 1)).toBeLessThan(1e-13)
  })
})

describe("every inverse, both ways, over eta 1e-3 … 1e4 and delta 1e-300 … 0.5", () => {
  const grid = etas.flatMap((eta) => deltas.map((delta) => [eta, delta] as const))

  test("epsilon of (eta, delta) gives delta back, on the safe side", () => {
    for (const [eta, delta] of grid) {
      const epsilon = epsilonOf(eta, delta)
      if (epsilon === 0) expect(deltaOf(eta, 0)).toBeLessThanOrEqual(delta)
      else {
        expect(Math.abs(logDeltaOf(eta, epsilon) - Math.log(delta))).toBeLessThan(1e-10)
        if (delta > 1e-290) expect(deltaOf(eta, epsilon)).toBeLessThanOrEqual(delta)
      }
    }
  })

  test("eta of (epsilon of eta) is eta, and epsilon of (eta of epsilon) is epsilon", () => {
    for (const [eta, delta] of grid) {
      const epsilon = epsilonOf(eta, delta)
      if (epsilon === 0) continue
      const back = etaOf(epsilon, delta)
      expect(Math.abs(back / eta - 1)).toBeLessThan(1e-12)
      expect(Math.abs(epsilonOf(back, delta) / epsilon - 1)).toBeLessThan(1e-11)
    }
  })

  test("delta and its logarithm agree", () => {
    for (const [eta, delta] of grid) {
      const epsilon = epsilonOf(eta, delta)
      expect(Math.abs(Math.log(deltaOf(eta, epsilon)) - logDeltaOf(eta, epsilon))).toBeLessThan(2e-11)
    }
  })
})

describe("as functions", () => {
  const eta = fc.double({ min: -3, max: 4, noNaN: true }).map((log10) => 10 ** log10)
  const log10Delta = fc.double({ min: -300, max: -0.31, noNaN: true })

  test("delta falls with epsilon and rises with eta", () => {
    fc.assert(
      fc.property(
        eta,
        fc.double({ min: 0, max: 3, noNaN: true }),
        fc.double({ min: 1.0001, max: 2, noNaN: true }),
        (loss, scale, more) => {
          const epsilon = scale * (loss * loss + loss)
          expect(logDeltaOf(loss, epsilon * more)).toBeLessThanOrEqual(logDeltaOf(loss, epsilon) + 1e-12)
          expect(logDeltaOf(loss * more, epsilon)).toBeGreaterThanOrEqual(logDeltaOf(loss, epsilon) - 1e-12)
        },
      ),
    )
  })

  test("epsilon rises with eta and falls with delta; eta rises with both", () => {
    fc.assert(
      fc.property(eta, log10Delta, fc.double({ min: 1.0001, max: 2, noNaN: true }), (loss, exponent, more) => {
        const delta = 10 ** exponent
        const epsilon = epsilonOf(loss, delta)
        expect(epsilonOf(loss * more, delta)).toBeGreaterThanOrEqual(epsilon)
        expect(epsilonOf(loss, Math.min(delta * more, 0.9))).toBeLessThanOrEqual(epsilon)
        expect(etaOf(epsilon * more, delta)).toBeGreaterThanOrEqual(etaOf(epsilon, delta))
        expect(etaOf(epsilon, Math.min(delta * more, 0.9))).toBeGreaterThanOrEqual(etaOf(epsilon, delta))
      }),
      { numRuns: 60 },
    )
  })

  test("the epsilon reported is at most the one from zCDP, η²/2 + η√(2 ln(1/δ))", () => {
    fc.assert(
      fc.property(eta, log10Delta, (loss, exponent) => {
        const log = -exponent * Math.LN10
        expect(epsilonOf(loss, 10 ** exponent)).toBeLessThanOrEqual(
          (loss * loss) / 2 + loss * Math.sqrt(2 * log) * (1 + 1e-9),
        )
      }),
      { numRuns: 60 },
    )
  })

  test("no loss is no loss, and only then is delta zero", () => {
    expect([deltaOf(0, 0), epsilonOf(0, 1e-9), logDeltaOf(0, 1)]).toEqual([0, 0, Number.NEGATIVE_INFINITY])
    expect(deltaOf(1e-3, 10)).toBeGreaterThan(0)
    expect(logDeltaOf(1e-3, 1e300)).toBeGreaterThan(Number.NEGATIVE_INFINITY)
    expect(logDeltaOf(1, 1.7e308)).toBe(-Number.MAX_VALUE)
    expect(deltaOf(5e-324, 0)).toBeGreaterThan(0)
    expect(deltaOf(1e4, 0)).toBe(1)
  })
})

test("what is no loss or no probability is refused by name", () => {
  for (const bad of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(refusal(() => deltaOf(bad, 1)).message).toBe(`eta must be a finite number of at least 0, got ${bad}`)
    expect(refusal(() => logDeltaOf(1, bad)).message).toBe(`epsilon must be a finite number of at least 0, got ${bad}`)
    expect(refusal(() => epsilonOf(bad, 0.1)).code).toBe("invalid_parameter")
    expect(refusal(() => etaOf(bad, 0.1)).message).toContain("epsilon must be")
    expect(refusal(() => deltaOf(1, bad)).message).toContain("epsilon must be")
    for (const of of [etaOfLaplace, etaOfPure]) expect(refusal(() => of(bad)).message).toContain("epsilon must be")
    for (const of of [laplaceEpsilonFor, pureEpsilonFor])
      expect(refusal(() => of(bad)).message).toContain("eta must be")
  }
  for (const bad of [0, 1, -0.1, Number.NaN]) {
    expect(refusal(() => epsilonOf(1, bad)).code).toBe("invalid_parameter")
    expect(refusal(() => epsilonOf(1, bad)).message).toBe(`delta must be in (0, 1), got ${bad}`)
    expect(refusal(() => etaOf(1, bad)).message).toBe(`delta must be in (0, 1), got ${bad}`)
  }
  expect(deltaOf(1e150, 1)).toBe(1)
  expect(refusal(() => deltaOf(1e200, 1)).code).toBe("invalid_parameter")
  expect(refusal(() => deltaOf(1e200, 1)).message).toBe("eta must be at most 1e+150, got 1e+200")
})

test("delta and its logarithm have all the room that is counted for the errors of their parts, on the safe side", () => {
  // README.md: 64 units for each of kernel, tails and drop, 4 for logarithms and squares; a little of it may be used up.
  const unit = 0.97 * Number.EPSILON
  let largeLosses = 0
  for (const [eta, epsilon, delta, log] of deltaTable) {
    if (delta < 1e-250 || delta > 0.999) continue
    const [a, b] = [eta / 2 - epsilon / eta, eta / 2 + epsilon / eta]
    const [x, y] = [scaledTail(-a), scaledTail(b)]
    const drop = eta <= 1 ? 1 : (x + y) / (x - y)
    if (eta > 1 && a > 0) {
      const other = 1 - delta
      expect(deltaOf(eta, epsilon) - delta).toBeGreaterThan(64 * unit * (1 + other) - 2 * Number.EPSILON)
      largeLosses++
      continue
    }
    const room = 64 * unit * (1 + drop)
    expect(deltaOf(eta, epsilon) / delta - 1).toBeGreaterThan(room)
    if (a > -10) expect(logDeltaOf(eta, epsilon) - log).toBeGreaterThan(room + 2.5 * unit * Math.abs(log))
    else expect(logDeltaOf(eta, epsilon) - log).toBeGreaterThan(64 * unit * drop + (6 * unit * (a * a)) / 2)
  }
  expect(largeLosses).toBeGreaterThan(3)
})
