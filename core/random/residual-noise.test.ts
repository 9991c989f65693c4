import { expect, test } from "vitest"
import { leastDeviation } from "../privacy/residual-loss.ts"
import { drawDiscreteGaussian } from "./exact-sampler.ts"
import { computeCarriedSum, residualDeviation, residualInDoubles, residualOnLattice } from "./residual-noise.ts"
import { secureRandom } from "./secure-random.ts"
import { seededRandom } from "./seeded-random.ts"
import type { WordSource } from "./word-source.ts"

const source = (seed: number) => seededRandom(seed) as unknown as WordSource
const unit = 2 ** 40

test("a hidden sum in whole numbers gets exactly the noise it is accounted with, and its floor goes on, whatever its size", () => {
  const chance = seededRandom(1)
  for (let trial = 0; trial < 200; trial++) {
    const carried = [0, 1, unit - 1, chance.integer(2 ** 31) * 512 + chance.integer(512)][trial % 4] as number
    const plan = { eta: [0.01, 1 / 3, 1, 20][chance.integer(4)] as number, carried }
    const steps = chance.integer(2 ** 31)
    const before = [0n, (1n << 90n) + BigInt(chance.integer(1000)), BigInt(chance.integer(1000))][trial % 3] as bigint
    const sum = before + (BigInt(steps) << 40n)
    const { released, hidden, steps: whole } = residualOnLattice(source(trial), String(before), steps / 2 ** 20, plan)
    const noise = drawDiscreteGaussian(source(trial), leastDeviation(plan.eta, BigInt(carried), 60))
    expect(whole).toBe(String(sum + noise))
    expect(released).toBe(Number(sum + noise) / 2 ** 60)
    expect(hidden).toBe(String((sum * BigInt(carried)) / 2n ** 40n))
    // A replay has the same hidden sum without knowing the noise.
    expect(computeCarriedSum(String(before), steps / 2 ** 20, plan)).toBe(hidden)
  }
})

test("the carried part is rounded down, also where the nearest whole number is the one above", () => {
  expect(computeCarriedSum("3", 0, { eta: 1, carried: unit / 2 })).toBe("1")
  expect(computeCarriedSum("1", 0, { eta: 1, carried: unit - 1 })).toBe("0")
  expect(computeCarriedSum(0, 1, { eta: 1, carried: 1 })).toBe(String(2 ** 20))
})

test("sums a step apart give releases a step apart: nothing of a sum is left in low-order bits", () => {
  const plan = { eta: 1, carried: 0.4 * unit - 0.4 }
  const at = (hidden: string, seed: number) =>
    BigInt(residualOnLattice(source(seed), hidden, 3, { ...plan, carried: Math.floor(plan.carried) }).steps as string)
  for (let seed = 0; seed < 50; seed++)
    expect(at("123456789012345678902", seed) - at("123456789012345678901", seed)).toBe(1n)
})

test("secure generators work in whole numbers, seeded ones with the same deviation up to what rounding needs", () => {
  const plan = { eta: 0.5, carried: Math.floor(0.6 * unit) }
  const { steps, hidden } = secureRandom().residual("5", 2, plan)
  expect(steps).toMatch(/^-?\d+$/)
  expect(hidden).toBe(computeCarriedSum("5", 2, plan))
  const exact = Number(leastDeviation(0.5, BigInt(plan.carried), 60)) / 2 ** 60
  expect(residualDeviation(plan)).toBeLessThan(exact)
  expect(residualDeviation(plan) * (1 + 2 ** -38)).toBeGreaterThan(exact)
  const [a, b] = [seededRandom(2), seededRandom(2)]
  expect(a.residual(1, 2, plan)).toEqual(residualInDoubles(1, 2, plan, b.gaussian()))
  expect(residualInDoubles(1, 2, plan, 2)).toEqual({
    released: 3 + 2 * residualDeviation(plan),
    hidden: 3 * (plan.carried / unit),
  })
  // A simulation goes on from a state whose hidden sum is in whole numbers.
  expect(residualInDoubles(String(1n << 60n), 2, plan, 2)).toEqual(residualInDoubles(1, 2, plan, 2))
})
