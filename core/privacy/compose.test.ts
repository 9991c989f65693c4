import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { exactly } from "../numerics/testing/exact-fraction.ts"
import { composeParallel, composeReleases, composeSequential, groupLoss } from "./compose.ts"
import { computeLaplaceEta, computePureEta } from "./laplace.ts"
import type { Release } from "./release.ts"
import { refusal } from "./testing/refusal.ts"

const gaussian = (arm: number, block: number, eta: number): Release => ({
  arm,
  block,
  count: 4,
  mechanism: "gaussian",
  eta,
})
const laplace = (arm: number, block: number, epsilon: number): Release => ({
  arm,
  block,
  count: 4,
  mechanism: "laplace",
  epsilon,
})
const pure = (arm: number, block: number, epsilon: number): Release => ({
  arm,
  block,
  count: 4,
  mechanism: "pure",
  epsilon,
})

describe("losses", () => {
  test("3 and 4 on the same rewards make 5, on different ones 4, and for a person with three rewards 9 and 12", () => {
    expect(composeSequential([3, 4])).toBe(5)
    expect(composeParallel([3, 4])).toBe(4)
    expect([groupLoss(3, 3), groupLoss(4, 3)]).toEqual([9, 12])
  })

  test("nothing costs nothing", () => {
    expect([composeSequential([]), composeParallel([]), groupLoss(1, 0), composeSequential([0, 0])]).toEqual([
      0, 0, 0, 0,
    ])
  })

  test("the order of releases does not matter beyond a bit, and grouping never lowers a loss", () => {
    const etas = fc.array(fc.double({ min: 1e-3, max: 100, noNaN: true }), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(etas, (list) => {
        const whole = composeSequential(list)
        expect(Math.abs(composeSequential([...list].reverse()) / whole - 1)).toBeLessThanOrEqual(2 * Number.EPSILON)
        const grouped = composeSequential([composeSequential(list.slice(0, 2)), ...list.slice(2)])
        expect(grouped).toBeGreaterThanOrEqual(whole)
      }),
    )
  })

  test("a million small losses are neither lost nor inflated", () => {
    const sum = composeSequential(Array.from({ length: 1e6 }, () => 1e-3))
    expect(sum).toBeGreaterThanOrEqual(1)
    expect(sum).toBeLessThan(1 + 1e-15)
  })

  test("a composed loss is the smallest number whose square is at least the sum", () => {
    const etas = fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(etas, (list) => {
        const root = composeSequential(list)
        const sum = list.map((eta) => exactly(eta).times(exactly(eta))).reduce((one, two) => one.plus(two))
        // The largest number below the root: half its last bit less, rounded.
        const below = exactly(root * (1 - 2 ** -53))
        expect(below.times(below).compare(sum)).toBeLessThan(0)
      }),
      { numRuns: 2000 },
    )
    expect(composeSequential([1e150])).toBe(1e150)
  })

  test("losses too small to be squared still count", () => {
    expect(composeSequential([1e-200, 1e-200])).toBeGreaterThan(1e-200)
  })

  test("an invalid loss is refused", () => {
    for (const bad of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(refusal(() => composeSequential([1, bad])).code).toBe("invalid_parameter")
      expect(refusal(() => composeParallel([1, bad])).code).toBe("invalid_parameter")
      expect(refusal(() => groupLoss(bad, 1)).code).toBe("invalid_parameter")
    }
    expect(refusal(() => groupLoss(1, 1.5)).message).toBe("rewards must be a whole number of at least 0, got 1.5")
    expect(refusal(() => groupLoss(1, -1)).code).toBe("invalid_parameter")
    expect(refusal(() => composeParallel([-1])).message).toContain("eta must be")
    expect(refusal(() => groupLoss(-1, 1)).message).toContain("eta must be")
  })
})

describe("releases", () => {
  test("one release costs exactly what it says", () => {
    expect(composeReleases([gaussian(0, 0, 0.1)])).toEqual({ kind: "gdp", eta: 0.1 })
    expect(composeReleases([laplace(0, 0, 0.5)])).toEqual({
      kind: "pure",
      eta: computeLaplaceEta(0.5),
      epsilon: 0.5,
      mechanism: "laplace",
    })
    expect(composeReleases([pure(0, 0, 0.5)])).toEqual({
      kind: "pure",
      eta: computePureEta(0.5),
      epsilon: 0.5,
      mechanism: "pure",
    })
    expect(composeReleases([])).toEqual({ kind: "gdp", eta: 0 })
  })

  test("the same block of the same arm composes in squares, anything else in parallel", () => {
    expect(composeReleases([gaussian(0, 0, 3), gaussian(0, 0, 4)]).eta).toBe(5)
    expect(composeReleases([gaussian(0, 0, 3), gaussian(0, 1, 4)]).eta).toBe(4)
    expect(composeReleases([gaussian(0, 0, 3), gaussian(1, 0, 4)]).eta).toBe(4)
    expect(composeReleases([gaussian(1, 11, 3), gaussian(11, 1, 4)]).eta).toBe(4)
  })

  test("several Laplace releases of a block: epsilon adds, and eta in squares", () => {
    const two = composeReleases([laplace(0, 0, 3), laplace(0, 0, 4)])
    expect(two).toMatchObject({ kind: "pure", epsilon: 7, mechanism: "pure" })
    expect(two.eta).toBe(composeSequential([computeLaplaceEta(3), computeLaplaceEta(4)]))
    const many = composeReleases(Array.from({ length: 100 }, () => laplace(0, 0, 0.1)))
    expect(many.epsilon).toBeGreaterThanOrEqual(10)
    expect(many.eta).toBeLessThan(1.2233)
    expect(composeReleases([pure(0, 0, 20), pure(0, 0, 20)]).eta).toBeLessThanOrEqual(computePureEta(40))
  })

  test("Laplace releases of different blocks stay one Laplace release for each reward", () => {
    expect(composeReleases([laplace(0, 0, 0.5), laplace(0, 1, 1), laplace(1, 0, 0.2)])).toEqual({
      kind: "pure",
      eta: computeLaplaceEta(1),
      epsilon: 1,
      mechanism: "laplace",
    })
    expect(composeReleases([laplace(0, 0, 1), pure(0, 1, 0.9)])).toEqual({
      kind: "pure",
      eta: Math.max(computeLaplaceEta(1), computePureEta(0.9)),
      epsilon: 1,
      mechanism: "pure",
    })
  })

  test("with Gaussian noise in any block the whole is GDP, and a Laplace release's own eta is never taken for its loss", () => {
    expect(composeReleases([gaussian(0, 0, 0.5), laplace(1, 0, 1)])).toEqual({ kind: "gdp", eta: computeLaplaceEta(1) })
    expect(composeReleases([{ ...laplace(0, 0, 1), eta: 0.01 }, gaussian(1, 0, 0.1)]).eta).toBe(computeLaplaceEta(1))
    expect(refusal(() => composeReleases([gaussian(0, 0, -1)])).message).toContain("eta must be")
  })

  test("pure releases of a block cost no more each by itself than added up first", () => {
    for (const epsilon of [1e-6, 0.01, 0.3, 1, 4, 20, 100, 700])
      for (const count of [2, 3, 10]) {
        const { eta } = composeReleases(Array.from({ length: count }, () => pure(0, 0, epsilon)))
        expect(eta).toBeLessThanOrEqual(computePureEta(count * epsilon))
      }
  })

  test("Laplace and Gaussian in one block meet on the eta scale", () => {
    const mixed = composeReleases([laplace(0, 0, 1), gaussian(0, 0, 0.5)])
    expect(mixed).toEqual({ kind: "gdp", eta: composeSequential([computeLaplaceEta(1), 0.5]) })
    const three = composeReleases([laplace(0, 0, 30), laplace(0, 0, 30), gaussian(0, 0, 0.5)])
    expect(three.eta).toBeLessThanOrEqual(composeSequential([computeLaplaceEta(30), computeLaplaceEta(30), 0.5]))
  })

  test("more releases never cost less", () => {
    const release = fc
      .tuple(
        fc.nat(2),
        fc.nat(2),
        fc.constantFrom(gaussian, laplace, pure),
        fc.double({ min: 0.01, max: 5, noNaN: true }),
      )
      .map(([arm, block, make, loss]) => make(arm, block, loss))
    fc.assert(
      fc.property(fc.array(release, { maxLength: 12 }), release, (list, extra) => {
        expect(composeReleases([...list, extra]).eta).toBeGreaterThanOrEqual(composeReleases(list).eta ?? 0)
      }),
    )
  })

  test("a mechanism nobody knows is refused, never taken as free", () => {
    const unknown = { arm: 0, block: 0, count: 1, mechanism: "staircase", epsilon: 1 } as unknown as Release
    expect(refusal(() => composeReleases([unknown])).code).toBe("unknown_release")
    for (const mechanism of ["gaussian", "laplace", "pure"] as const) {
      const without: Release = { arm: 0, block: 0, count: 1, mechanism }
      expect(refusal(() => composeReleases([without])).code).toBe("unknown_release")
    }
    expect(refusal(() => composeReleases([gaussian(0, 0, Number.NaN)])).code).toBe("invalid_parameter")
  })
})
