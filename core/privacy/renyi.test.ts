import { describe, expect, test } from "vitest"
import { computeEpsilon } from "./gdp.ts"
import {
  computeGdpRenyi,
  computeGdpRho,
  computeLaplaceRenyi,
  computePureRenyi,
  computePureRho,
  computeRenyiEpsilon,
  computeZcdpEpsilon,
  computeZcdpRenyi,
  findRhoEta,
  findZcdpRho,
  refuseSubsampling,
} from "./renyi.ts"
import { gdpRenyiTable, pureRenyiTable, zcdpEpsilonTable } from "./testing/renyi-reference.ts"

/** Never below the truth, and above it by a rounding error alone. */
function expectUp(value: number, truth: number, relative = 1e-14, absolute = 0): void {
  expect(value).toBeGreaterThanOrEqual(truth)
  expect(value).toBeLessThanOrEqual(truth * (1 + relative) + absolute)
}

describe("against tables of mpmath", () => {
  test.each(gdpRenyiTable)("eta %f at order %f", (eta, order, divergence) => {
    expectUp(computeGdpRenyi(eta, order), divergence)
    expectUp(computeZcdpRenyi(computeGdpRho(eta), order), divergence)
  })

  test.each(pureRenyiTable)("epsilon %f at order %f", (epsilon, order, randomisedResponse, laplace) => {
    // Near order 1 a difference of logarithms is divided by almost 0: the error is absolute there.
    const absolute = 1e-13 * Math.max(1, 1 / (order - 1))
    expectUp(computePureRenyi(epsilon, order), randomisedResponse, 1e-12, absolute)
    expectUp(computeLaplaceRenyi(epsilon, order), laplace, 1e-12, absolute)
  })

  test.each(zcdpEpsilonTable)("rho %f at delta %f", (rho, delta, epsilon) => {
    expectUp(computeZcdpEpsilon(rho, delta), epsilon, 1e-12, 1e-14)
  })
})

test("conversions of an eta-GDP mechanism through zCDP are never below the exact ones", () => {
  for (const eta of [0.01, 0.3, 1, 3, 20])
    for (const delta of [1e-12, 1e-6, 1e-3]) {
      const through = computeZcdpEpsilon(computeGdpRho(eta), delta)
      expect(through).toBeGreaterThanOrEqual(computeEpsilon(eta, delta))
      // Bun and Steinke's formula is looser.
      const rho = (eta * eta) / 2
      expect(through).toBeLessThanOrEqual(rho + 2 * Math.sqrt(-rho * Math.log(delta)))
      expect(computeRenyiEpsilon(computeGdpRenyi(eta, 5), 5, delta)).toBeGreaterThanOrEqual(through * (1 - 1e-12))
    }
})

test("targets hold, and hardly any larger one does", () => {
  for (const rho of [1e-9, 0.02, 0.5, 0.7, 30]) {
    expect(computeGdpRho(findRhoEta(rho))).toBeLessThanOrEqual(rho)
    expect(computeGdpRho(findRhoEta(rho) * (1 + 1e-14))).toBeGreaterThan(rho)
  }
  for (const epsilon of [0.1, 1, 8])
    for (const delta of [1e-9, 1e-5]) {
      const rho = findZcdpRho(epsilon, delta)
      expect(computeZcdpEpsilon(rho, delta)).toBeLessThanOrEqual(epsilon)
      expect(computeZcdpEpsilon(rho * (1 + 1e-9), delta)).toBeGreaterThan(epsilon)
    }
})

test("limits: no loss, a pure loss bounds every order, and Laplace loses less than anything that is as pure", () => {
  expect([computeGdpRho(0), computePureRho(0), computePureRenyi(0, 2), computeZcdpEpsilon(0, 1e-6)]).toEqual([
    0, 0, 0, 0,
  ])
  for (const order of [1.01, 2, 100, 1e8]) {
    expect(computePureRenyi(2, order)).toBeLessThanOrEqual(2)
    expect(computeLaplaceRenyi(2, order)).toBeLessThanOrEqual(computePureRenyi(2, order))
  }
})

test.each([
  [() => computeGdpRenyi(1, 1), "the order of a Rényi divergence must be above 1, got 1"],
  [() => computeGdpRho(-1), "eta must be"],
  [() => computeZcdpEpsilon(1, 0), "delta must be in (0, 1), got 0"],
  [() => computeZcdpRenyi(Number.NaN, 2), "rho must be"],
  [refuseSubsampling, "no loss is stated for subsampled rewards"],
])("%s is refused", (work, sentence) => {
  expect(work).toThrow(sentence)
})
