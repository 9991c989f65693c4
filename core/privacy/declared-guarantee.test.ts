// Declared guarantees of other scales: what refutes them, and what they leave an attack.

import { describe, expect, test } from "vitest"
import { normalTail, normalTailQuantile } from "../numerics/normal.ts"
import {
  approximateGuarantee,
  bitDivergence,
  boundAdvantage,
  refutesGuarantee,
  renyiGuarantee,
  zcdpGuarantee,
} from "./declared-guarantee.ts"
import { computeGdpRho } from "./renyi.ts"

/** The error rates of the best tests of eta-GDP. */
const gaussianTests = (eta: number): readonly (readonly [number, number])[] =>
  [0.001, 0.02, 0.2, 0.5, 0.9].map((rate) => [rate, normalTail(eta - normalTailQuantile(rate))] as const)

/** By mpmath, rounded to 13 digits. */
test.each([
  [0.9, 0.1, 2, 2.093234863812],
  [0.1, 0.9, 1.5, 2.011043731204],
  [0.5, 0.25, 4, 0.4742206684303],
  [1e-3, 1e-6, 3, 3.454375893648],
])("the divergence of coins %d and %d at order %d is %d", (p, q, order, expected) => {
  expect(bitDivergence(p, q, order) / expected).toBeCloseTo(1, 11)
})

describe("a mechanism that keeps its claim is never refuted, and one of twice the loss is", () => {
  test.each([0.3, 1, 3])("zCDP and RDP of eta = %d", (eta) => {
    const rho = computeGdpRho(eta)
    const claims = [zcdpGuarantee(rho), renyiGuarantee(2, 2 * rho), renyiGuarantee(8, 8 * rho)]
    for (const claim of claims)
      for (const [positive, negative] of gaussianTests(eta))
        expect(refutesGuarantee(claim, positive, negative)).toBe(false)
    for (const claim of [zcdpGuarantee(rho), renyiGuarantee(2, 2 * rho)])
      expect(gaussianTests(2 * eta).some(([one, other]) => refutesGuarantee(claim, one, other))).toBe(true)
  })

  test("(epsilon, delta)", () => {
    // 1-GDP is (1, 0.12693674)-DP (Balle and Wang 2018).
    const tests = gaussianTests(1)
    expect(tests.some(([one, other]) => refutesGuarantee(approximateGuarantee(1, 0.12694), one, other))).toBe(false)
    const [positive, negative] = [normalTail(1.5), normalTail(-0.5)]
    expect(refutesGuarantee(approximateGuarantee(1, 0.12694), positive, negative)).toBe(false)
    expect(refutesGuarantee(approximateGuarantee(1, 0.12693), positive, negative)).toBe(true)
    expect(
      gaussianTests(2).some(([one, other]) => refutesGuarantee(approximateGuarantee(1, 0.12694), one, other)),
    ).toBe(true)
  })

  test("a test that is no better than chance refutes nothing", () => {
    expect(refutesGuarantee(zcdpGuarantee(0), 0.5, 0.5)).toBe(false)
    expect(refutesGuarantee(renyiGuarantee(2, 0), 0.7, 0.6)).toBe(false)
  })
})

test("the advantage bound is reached or exceeded by no mechanism within the claim", () => {
  expect(boundAdvantage(approximateGuarantee(1, 1e-6))).toBeCloseTo(Math.tanh(0.5) + 2e-6 / (1 + Math.E), 8)
  for (const eta of [0.1, 1, 4]) {
    const advantage = 1 - 2 * normalTail(eta / 2)
    expect(boundAdvantage(zcdpGuarantee(computeGdpRho(eta)))).toBeGreaterThanOrEqual(advantage)
  }
  expect(boundAdvantage({})).toBe(1)
})

test.each([
  [() => approximateGuarantee(-1, 1e-6), "epsilon must be"],
  [() => approximateGuarantee(1, 0), "delta must be in (0, 1), got 0"],
  [() => zcdpGuarantee(Number.NaN), "rho must be"],
  [() => renyiGuarantee(1, 0.5), "the order of a Rényi divergence must be above 1, got 1"],
])("%s is refused", (declare, message) => {
  expect(declare).toThrow(message)
})
