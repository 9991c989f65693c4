import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { scaledTail } from "../numerics/mills.ts"
import { computeDelta, computeEpsilon, computeEta, computeLogDelta } from "./gdp.ts"
import { computeLaplaceEta, computePureEta, findLaplaceEpsilon, findPureEpsilon } from "./laplace.ts"
import { deltaTable } from "./testing/gdp-reference.ts"
import { refusal } from "./testing/refusal.ts"

const etas = [1e-3, 0.01, 0.1, 0.5, 1, 1.001, 2, 5, 10, 30, 100, 1e3, 1e4]
const deltas = [1e-300, 1e-200, 1e-100, 1e-30, 1e-12, 1e-6, 1e-3, 0.1, 0.5]

describe("known answers", () => {
  test("eta 1 at epsilon 1 gives delta 0.126937", () => {
    expect(computeDelta(1, 1)).toBeCloseTo(0.126937, 6)
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
    expect(Math.abs(computeEpsilon(eta, delta) / epsilon - 1)).toBeLessThan(5e-6)
    expect(Math.abs(computeEta(epsilon, delta) / eta - 1)).toBeLessThan(5e-6)
  })

  test("at epsilon 0 delta is the total variation 2Φ(eta/2) - 1", () => {
    expect(Math.abs(computeDelta(1, 0) / 0.3829249225480262 - 1)).toBeLessThan(1e-13)
    expect(Math.abs(computeDelta(1e-3, 0) / 0.0003989422637788383 - 1)).toBeLessThan(1e-13)
  })
})

describe("every inverse, both ways, over eta 1e-3 … 1e4 and delta 1e-300 … 0.5", () => {
  const grid = etas.flatMap((eta) => deltas.map((delta) => [eta, delta] as const))

  test("epsilon of (eta, delta) gives delta back, on the safe side", () => {
    for (const [eta, delta] of grid) {
      const epsilon = computeEpsilon(eta, delta)
      if (epsilon === 0) expect(computeDelta(eta, 0)).toBeLessThanOrEqual(delta)
      else {
        expect(Math.abs(computeLogDelta(eta, epsilon) - Math.log(delta))).toBeLessThan(1e-10)
        if (delta > 1e-290) expect(computeDelta(eta, epsilon)).toBeLessThanOrEqual(delta)
      }
    }
  })

  test("eta of (epsilon of eta) is eta, and epsilon of (eta of epsilon) is epsilon", () => {
    for (const [eta, delta] of grid) {
      const epsilon = computeEpsilon(eta, delta)
      if (epsilon === 0) continue
      const back = computeEta(epsilon, delta)
      expect(Math.abs(back / eta - 1)).toBeLessThan(1e-12)
      expect(Math.abs(computeEpsilon(back, delta) / epsilon - 1)).toBeLessThan(1e-11)
    }
  })

  test("delta and its logarithm agree", () => {
    for (const [eta, delta] of grid) {
      const epsilon = computeEpsilon(eta, delta)
      expect(Math.abs(Math.log(computeDelta(eta, epsilon)) - computeLogDelta(eta, epsilon))).toBeLessThan(2e-11)
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
          expect(computeLogDelta(loss, epsilon * more)).toBeLessThanOrEqual(computeLogDelta(loss, epsilon) + 1e-12)
          expect(computeLogDelta(loss * more, epsilon)).toBeGreaterThanOrEqual(computeLogDelta(loss, epsilon) - 1e-12)
        },
      ),
    )
  })

  test("epsilon rises with eta and falls with delta; eta rises with both", () => {
    fc.assert(
      fc.property(eta, log10Delta, fc.double({ min: 1.0001, max: 2, noNaN: true }), (loss, exponent, more) => {
        const delta = 10 ** exponent
        const epsilon = computeEpsilon(loss, delta)
        expect(computeEpsilon(loss * more, delta)).toBeGreaterThanOrEqual(epsilon)
        expect(computeEpsilon(loss, Math.min(delta * more, 0.9))).toBeLessThanOrEqual(epsilon)
        expect(computeEta(epsilon * more, delta)).toBeGreaterThanOrEqual(computeEta(epsilon, delta))
        expect(computeEta(epsilon, Math.min(delta * more, 0.9))).toBeGreaterThanOrEqual(computeEta(epsilon, delta))
      }),
      { numRuns: 60 },
    )
  })

  test("the epsilon reported is at most the one from zCDP, η²/2 + η√(2 ln(1/δ))", () => {
    fc.assert(
      fc.property(eta, log10Delta, (loss, exponent) => {
        const log = -exponent * Math.LN10
        expect(computeEpsilon(loss, 10 ** exponent)).toBeLessThanOrEqual(
          (loss * loss) / 2 + loss * Math.sqrt(2 * log) * (1 + 1e-9),
        )
      }),
      { numRuns: 60 },
    )
  })

  test("no loss is no loss, and only then is delta zero", () => {
    expect([computeDelta(0, 0), computeEpsilon(0, 1e-9), computeLogDelta(0, 1)]).toEqual([
      0,
      0,
      Number.NEGATIVE_INFINITY,
    ])
    expect(computeDelta(1e-3, 10)).toBeGreaterThan(0)
    expect(computeLogDelta(1e-3, 1e300)).toBeGreaterThan(Number.NEGATIVE_INFINITY)
    expect(computeLogDelta(1, 1.7e308)).toBe(-Number.MAX_VALUE)
    expect(computeDelta(5e-324, 0)).toBeGreaterThan(0)
    expect(computeDelta(1e4, 0)).toBe(1)
  })
})

test("an invalid loss or probability is refused by name", () => {
  for (const bad of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(refusal(() => computeDelta(bad, 1)).message).toBe(`eta must be a finite number of at least 0, got ${bad}`)
    expect(refusal(() => computeLogDelta(1, bad)).message).toBe(
      `epsilon must be a finite number of at least 0, got ${bad}`,
    )
    expect(refusal(() => computeEpsilon(bad, 0.1)).code).toBe("invalid_parameter")
    expect(refusal(() => computeEta(bad, 0.1)).message).toContain("epsilon must be")
    expect(refusal(() => computeDelta(1, bad)).message).toContain("epsilon must be")
    for (const of of [computeLaplaceEta, computePureEta])
      expect(refusal(() => of(bad)).message).toContain("epsilon must be")
    for (const of of [findLaplaceEpsilon, findPureEpsilon])
      expect(refusal(() => of(bad)).message).toContain("eta must be")
  }
  for (const bad of [0, 1, -0.1, Number.NaN]) {
    expect(refusal(() => computeEpsilon(1, bad)).code).toBe("invalid_parameter")
    expect(refusal(() => computeEpsilon(1, bad)).message).toBe(`delta must be in (0, 1), got ${bad}`)
    expect(refusal(() => computeEta(1, bad)).message).toBe(`delta must be in (0, 1), got ${bad}`)
  }
  expect(computeDelta(1e150, 1)).toBe(1)
  expect(refusal(() => computeDelta(1e200, 1)).code).toBe("invalid_parameter")
  expect(refusal(() => computeDelta(1e200, 1)).message).toBe("eta must be at most 1e+150, got 1e+200")
})

test("delta and its logarithm have all the room that is counted for the errors of their parts, on the safe side", () => {
  // README.md: 64 units for each of kernel, tails and drop, 4 for logarithms and squares; a little
  // of it may be used up.
  const unit = 0.97 * Number.EPSILON
  let largeLosses = 0
  for (const [eta, epsilon, delta, log] of deltaTable) {
    if (delta < 1e-250 || delta > 0.999) continue
    const [a, b] = [eta / 2 - epsilon / eta, eta / 2 + epsilon / eta]
    const [x, y] = [scaledTail(-a), scaledTail(b)]
    const drop = eta <= 1 ? 1 : (x + y) / (x - y)
    if (eta > 1 && a > 0) {
      const other = 1 - delta
      expect(computeDelta(eta, epsilon) - delta).toBeGreaterThan(64 * unit * (1 + other) - 2 * Number.EPSILON)
      largeLosses++
      continue
    }
    const room = 64 * unit * (1 + drop)
    expect(computeDelta(eta, epsilon) / delta - 1).toBeGreaterThan(room)
    if (a > -10) expect(computeLogDelta(eta, epsilon) - log).toBeGreaterThan(room + 2.5 * unit * Math.abs(log))
    else expect(computeLogDelta(eta, epsilon) - log).toBeGreaterThan(64 * unit * drop + (6 * unit * (a * a)) / 2)
  }
  expect(largeLosses).toBeGreaterThan(3)
})
