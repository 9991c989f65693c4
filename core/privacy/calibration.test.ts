import fc from "fast-check"
import { expect, test } from "vitest"
import { calibrateLaplace, epsilonSpec } from "./calibration.ts"
import { computeLaplaceEta } from "./laplace.ts"

test("epsilon calibrated to eta never promises more than eta, and wastes nothing that can be seen", () => {
  fc.assert(
    fc.property(fc.double({ min: -13, max: 9, noNaN: true }), (power) => {
      const eta = Math.exp(power)
      const epsilon = Number(calibrateLaplace(eta)?.epsilon)
      expect(computeLaplaceEta(epsilon)).toBeLessThanOrEqual(eta)
      expect(computeLaplaceEta(epsilon * (1 + 1e-10))).toBeGreaterThan(eta)
    }),
    { numRuns: 2000, seed: 1 },
  )
})

test("known values: eta 0.56176 and 1.03006 are epsilon 0.5 and 1", () => {
  expect(calibrateLaplace(computeLaplaceEta(0.5))?.epsilon).toBeCloseTo(0.5, 12)
  expect(calibrateLaplace(1.03006)?.epsilon).toBeCloseTo(1, 5)
})

test("beyond the range: the largest epsilon, or none", () => {
  expect(calibrateLaplace(1e6)).toEqual({ epsilon: epsilonSpec.max })
  expect(calibrateLaplace(1e-10)).toBeNull()
})
