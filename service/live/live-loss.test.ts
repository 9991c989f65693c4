// The loss of live noise on a lattice is stated a little larger than on the real line, and never
// smaller than requested.

import { composeReleases, gdpGuarantee, laplaceGuarantee, noiseLatticeBits, pureGuarantee } from "@armistice/core"
import { expect, test } from "vitest"
import { beforeInflation, liveGuarantee, liveRelease } from "./live-loss.ts"

const factor = 1 + 2 ** (-2 * noiseLatticeBits) / 12

/** Above what is needed, by a few roundings at most. */
function expectRoundedUp(got: number | null | undefined, needed: number): void {
  expect(got).toBeGreaterThan(needed)
  expect((got as number) / needed).toBeLessThan(1 + 8 * Number.EPSILON)
}

const release = { arm: 1, block: 2, count: 3 } as const

test("a Gaussian release is stated with the factor of its lattice, a residual one as it stands", () => {
  expect(liveRelease({ ...release, mechanism: "residual", eta: 0.5 })).toEqual({
    ...release,
    mechanism: "residual",
    eta: 0.5,
  })
  const gaussian = liveRelease({ ...release, mechanism: "gaussian", eta: 0.7 })
  expect(gaussian).toMatchObject({ ...release, mechanism: "gaussian" })
  expectRoundedUp(gaussian.eta, 0.7 * factor)
})

test("a Laplace release keeps its epsilon, and its loss is that of one a little larger", () => {
  for (const mechanism of ["laplace", "pure"] as const) {
    const got = liveRelease({ ...release, mechanism, epsilon: 0.7 })
    expect(got).toMatchObject({ ...release, mechanism, epsilon: 0.7 })
    const plain = composeReleases([{ ...release, mechanism, epsilon: 0.7 }]).eta as number
    expect(got.eta).toBeGreaterThan(plain)
    expect(got.eta).toBeLessThan(plain * (1 + 1e-12))
  }
})

test("a GDP guarantee is inflated in every number that is a loss; what was published stays what it was", () => {
  const plain = gdpGuarantee(2, { published: "Theorem 1", tight: 1, perRecord: [{ rewards: 3, eta: 4 }] } as never)
  const live = liveGuarantee(plain)
  expectRoundedUp(live.eta, 2 * factor)
  expectRoundedUp(live.tight, factor)
  expect(live.perRecord).toHaveLength(1)
  expect(live.perRecord?.[0]?.rewards).toBe(3)
  expectRoundedUp(live.perRecord?.[0]?.eta, 4 * factor)
  expect(live.published).toEqual(plain.published)
  const bare = liveGuarantee(gdpGuarantee(2))
  for (const name of ["published", "tight", "perRecord"]) expect(Object.hasOwn(bare, name)).toBe(false)
  expect(liveGuarantee(plain, { sums: "residual" } as never)).toBe(plain)
})

test("only Laplace noise grows among pure guarantees, and epsilon stays", () => {
  const laplace = laplaceGuarantee(0.7)
  const live = liveGuarantee(laplace)
  expect(live).toEqual({ ...laplace, eta: live.eta })
  expect(live.eta).toBeGreaterThan(laplace.eta as number)
  expect(live.eta).toBeLessThan((laplace.eta as number) * (1 + 1e-12))
  const pure = pureGuarantee(0.7)
  expect(liveGuarantee(pure)).toBe(pure)
  const none = { ...pure, eta: null } as never
  expect(liveGuarantee(none)).toBe(none)
})

test("an algorithm that is calibrated to a target keeps it live, by as little as can be", () => {
  for (const eta of [0.01, 0.3, 1, 4]) {
    const [exact, gaussian, laplace] = beforeInflation(eta)
    expect(exact).toBe(eta)
    const live = liveGuarantee(gdpGuarantee(gaussian)).eta as number
    expect(live).toBeLessThanOrEqual(eta)
    expect(live / eta).toBeGreaterThan(1 - 16 * Number.EPSILON)
    expect(gaussian).toBeLessThan(eta)
    expect(laplace).toBeLessThan(eta)
    expect(laplace / eta).toBeGreaterThan(1 - 1e-11)
    expect(laplace).toBeLessThanOrEqual(eta - 2 * 2 ** -50)
  }
})
