// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a reference table.

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  normalCdf,
  normalCentral,
  normalCentralQuantile,
  normalLogCdf,
  normalLogQuantile,
  normalPdf,
  normalQuantile,
  normalTail,
  normalTailQuantile,
} from "./normal.ts"

// All tables: mpmath 1.3 at 60 digits, from erfc(x/√2)/2 and its bisection; nearest doubles.

/** [x, 1 - Φ(x), density, ln Φ(x)] */
const law = [
  [-38.0, 1.0, 1.097221052e-314, -726.5572160188201],
  [-20.0, 1.0, 5.520948362159764e-88, -203.91715537109727],
  [-8.3, 1.0, 4.3816394355093325e-16, -37.49421742374825],
  [-5.1, 0.9999998301732593, 8.972435162383345e-7, -15.588487091871466],
  [-5.0, 0.9999997133484281, 1.4867195147342977e-6, -15.064998393988725],
  [-3.0, 0.9986501019683699, 0.0044318484119380075, -6.607726221510349],
  [-1.0, 0.8413447460685429, 0.24197072451914334, -1.8410216450092636],
  [-0.3, 0.6179114221889527, 0.3813878154605241, -0.9621028181688507],
  [-1e-5, 0.500003989422804, 0.39894228038148555, -0.6931551594373844],
  [0.0, 0.5, 0.3989422804014327, -0.6931471805599453],
  [1e-10, 0.49999999996010575, 0.3989422804014327, -0.6931471804801569],
  [0.01, 0.4960106436853684, 0.39892233378608216, -0.6852001295571155],
  [0.5, 0.3085375387259869, 0.35206532676429947, -0.3689464152886564],
  [0.97, 0.1660232460635296, 0.24922765248306591, -0.18154974998970222],
  [1.0, 0.15865525393145705, 0.24197072451914334, -0.17275377902344988],
  [1.5, 0.06680720126885807, 0.12951759566589172, -0.06914345561223398],
  [2.2, 0.013903447513498604, 0.03547459284623142, -0.014001005759384578],
  [3.7, 0.00010779973347738826, 0.00042478027055075143, -0.00010780554428626335],
  [4.99, 3.0189646252084845e-7, 1.56286710894929e-6, -3.0189650809159466e-7],
  [5.0, 2.866515718791939e-7, 1.4867195147342977e-6, -2.866516129637636e-7],
  [5.01, 2.7215017728558194e-7, 1.4141406395950032e-6, -2.7215021431844817e-7],
  [6.5, 4.016000583859118e-11, 2.669556614762852e-10, -4.016000583939759e-11],
  [9.0, 1.1285884059538405e-19, 1.0279773571668915e-18, -1.1285884059538405e-19],
  [14.2, 4.58062055189479e-46, 6.536426775318679e-45, -4.58062055189479e-46],
  [20.0, 2.7536241186062337e-89, 5.520948362159764e-88, -2.7536241186062337e-89],
  [26.3, 9.588564685098316e-153, 2.525427887827384e-151, -9.588564685098316e-153],
  [33.0, 4.061185620915855e-239, 1.341419667349436e-237, -4.061185620915855e-239],
  [37.3, 8.205494844930773e-305, 3.062846290695667e-303, -8.205494844930773e-305],
] as const

/** [x, ln Φ(x)] far below where Φ underflows. */
const farLogCdf = [
  [-38.0, -726.5572160188201],
  [-50.0, -1254.8313611394199],
  [-141.3, -9988.714873902549],
  [-1000.0, -500007.82669481216],
  [-100000.0, -5000000012.431864],
  [-100000000.0, -5000000000000019.0],
  [-1e100, -5e199],
] as const

/** [p, Φ⁻¹(p)] */
const quantiles = [
  [1e-308, -37.54067492154594],
  [1e-300, -37.0470962993612],
  [1e-200, -30.20559417957964],
  [1e-50, -14.933337534788489],
  [1e-16, -8.222082216130435],
  [1e-11, -6.706023155495136],
  [1.38e-11, -6.658838502850766],
  [1e-5, -4.264890793922825],
  [0.01, -2.326347874040841],
  [0.07, -1.4757910281791706],
  [0.075, -1.439531470938456],
  [0.08, -1.4050715603096327],
  [0.25, -0.6744897501960817],
  [0.4, -0.2533471031357997],
  [0.49999, -2.5066282748960008e-5],
  [0.5, 0.0],
  [0.5000001, 2.506628273311648e-7],
  [0.7, 0.5244005127080407],
  [0.925, 1.4395314709384561],
  [0.93, 1.475791028179171],
  [0.999, 3.090232306167813],
  [0.9999999999, 6.361340889697422],
] as const

/** [ln p, Φ⁻¹(p)] */
const logQuantiles = [
  [-1e-12, 7.034483825301201],
  [-0.01, 2.328221737537176],
  [-0.69, 0.003950629560280057],
  [-0.75, -0.06932226245962965],
  [-2.5, -1.3911828143255685],
  [-2.6, -1.4446822551700573],
  [-30.0, -7.35766681500875],
  [-728.0, -38.03792286348305],
  [-730.0, -38.09042951601188],
  [-1000.0, -44.6157477319694],
  [-10000.0, -141.37983987312717],
  [-1000000.0, -1414.2077829910174],
  [-1000000000.0, -44721.359290004926],
  [-1000000000000000.0, -44721359.54999538],
] as const

/** [x, Φ(x) - 1/2] */
const central = [
  [1e-300, 3.9894228040143265e-301],
  [1e-8, 3.989422804014327e-9],
  [0.001, 0.0003989422139110626],
  [0.3, 0.11791142218895263],
  [0.99, 0.3389129404891691],
  [1.0, 0.3413447460685429],
  [1.01, 0.3437523549787454],
  [2.5, 0.49379033467422384],
] as const

const relativeError = (got: number, want: number) => (got === want ? 0 : Math.abs(got / want - 1))

describe("the normal law against 60 digits", () => {
  test.each(law)("tail, density and log of the distribution at %f are right to 2e-15", (x, tail, pdf, logCdf) => {
    expect(relativeError(normalTail(x), tail)).toBeLessThan(2e-15)
    expect(relativeError(normalCdf(-x), tail)).toBeLessThan(2e-15)
    // Subnormal densities have fewer digits.
    expect(relativeError(normalPdf(x), pdf)).toBeLessThan(pdf < 1e-300 ? 1e-8 : 2e-15)
    expect(relativeError(normalLogCdf(x), logCdf)).toBeLessThan(2e-15)
  })

  test.each(farLogCdf)("the log of the distribution at %f is right where the distribution underflows", (x, logCdf) => {
    expect(relativeError(normalLogCdf(x), logCdf)).toBeLessThan(1e-15)
  })

  test.each(quantiles)("the quantile at %f is right to 1e-15", (p, z) => {
    expect(relativeError(normalQuantile(p), z)).toBeLessThan(1e-15)
    expect(relativeError(-normalTailQuantile(p), z)).toBeLessThan(1e-15)
  })

  test.each(logQuantiles)("the quantile of log-probability %f is right to 2e-15", (logP, z) => {
    expect(relativeError(normalLogQuantile(logP), z)).toBeLessThan(2e-15)
  })

  test.each(central)("Φ(%f) - 1/2 is right to 1e-15, and its quantile leads back", (x, half) => {
    expect(relativeError(normalCentral(x), half)).toBeLessThan(1e-15)
    expect(normalCentral(-x)).toBe(-normalCentral(x))
    expect(relativeError(normalCentralQuantile(half), x)).toBeLessThan(4e-15)
  })
})

describe("the normal law as a law", () => {
  const point = fc.double({ min: -37, max: 37, noNaN: true })

  test("tails on both sides add up to one", () => {
    fc.assert(fc.property(point, (x) => Math.abs(normalTail(x) + normalTail(-x) - 1) <= 2e-16))
  })

  test("quantiles undo tails, from either side and through logarithms", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 37, noNaN: true }), (x) => {
        const tail = normalTail(x)
        expect(Math.abs(normalTailQuantile(tail) - x)).toBeLessThan(1e-14 * Math.max(1, x))
        expect(Math.abs(normalQuantile(tail) + x)).toBeLessThan(1e-14 * Math.max(1, x))
        expect(Math.abs(normalLogQuantile(normalLogCdf(-x)) + x)).toBeLessThan(1e-14 * Math.max(1, x))
      }),
    )
  })

  test("log-quantiles undo log-distributions for any size", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (log10) => {
        const x = -(10 ** log10)
        expect(relativeError(normalLogQuantile(normalLogCdf(x)), x)).toBeLessThan(2e-15)
      }),
    )
  })

  test("the tail falls and the quantile rises, across the seams of the approximations too", () => {
    for (const seam of [0, 1, 5, 20])
      for (let step = -50; step < 50; step++) {
        const x = seam + step * 1e-3
        expect(normalTail(x + 1e-3)).toBeLessThan(normalTail(x))
      }
    for (const seam of [0.075, 0.5, 0.925, Math.exp(-25)])
      for (let step = -50; step < 50; step++) {
        const p = seam * (1 + step * 1e-4)
        expect(normalQuantile(p + seam * 1e-4)).toBeGreaterThan(normalQuantile(p))
      }
  })

  test("the ends are exact", () => {
    expect([normalTail(40), normalTail(-40), normalCdf(Number.POSITIVE_INFINITY)]).toEqual([0, 1, 1])
    expect(normalTail(Number.POSITIVE_INFINITY)).toBe(0)
    expect(normalPdf(Number.NEGATIVE_INFINITY)).toBe(0)
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
    expect([normalTailQuantile(0), normalTailQuantile(1)]).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
    expect([normalLogQuantile(0), normalLogQuantile(Number.NEGATIVE_INFINITY)]).toEqual([
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ])
    expect(normalLogCdf(Number.NEGATIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY)
  })

  test("an invalid probability or number is refused, never answered with NaN", () => {
    for (const p of [-1e-9, 1.0000001, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => normalQuantile(p)).toThrow("a probability must be in [0, 1]")
      expect(() => normalTailQuantile(p)).toThrow("a probability must be in [0, 1]")
    }
    for (const c of [-0.5001, 0.5001, Number.NaN])
      expect(() => normalCentralQuantile(c)).toThrow("a probability must be")
    expect(() => normalLogQuantile(1e-9)).toThrow("a probability must be in [0, 1]")
    for (const f of [normalTail, normalCdf, normalPdf, normalLogCdf, normalCentral, normalLogQuantile])
      expect(() => f(Number.NaN)).toThrow()
  })
})
