// Binomial draws at the edges of acceptance, decided by given chances instead of by many draws.

import { expect, test } from "vitest"
import { logBinomialProbability } from "./binomial-probability.ts"
import { drawBinomial, rejectionHat } from "./binomial-sampler.ts"
import type { Random } from "./random.ts"

/** Uniform chances in order; more must not be asked for. */
function given(...uniforms: number[]): Random {
  const uniform = () => {
    const next = uniforms.shift()
    if (next === undefined) throw new Error("no more chances must be asked for")
    return next
  }
  return { uniform } as unknown as Random
}

test("counts of trials and probabilities that are none are refused", () => {
  for (const trials of [-1, 0.5, 2 ** 53 + 2, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => drawBinomial(given(), trials, 0.5)).toThrow(expect.objectContaining({ code: "invalid_parameter" }))
  for (const p of [-0.1, 1.1, Number.NaN])
    expect(() => drawBinomial(given(), 5, p)).toThrow(expect.objectContaining({ code: "invalid_parameter" }))
})

test("no trials, and what never or always happens, take no chance", () => {
  for (const p of [0, 0.3, 1]) expect(drawBinomial(given(), 0, p)).toBe(0)
  for (const trials of [1, 50, 2 ** 53]) {
    expect(drawBinomial(given(), trials, 0)).toBe(0)
    expect(drawBinomial(given(), trials, 1)).toBe(trials)
  }
})

test.each([
  [20, 0.5],
  [100, 0.3],
  [10_000, 0.01],
  [1e12, 0.25],
])("a proposal of %d trials at %d is taken exactly if it lies under the law", (trials, p) => {
  const { flare, stretch, ratio } = rejectionHat(Math.sqrt(trials * p * (1 - p)), p)
  const atMode = logBinomialProbability(Math.floor((trials + 1) * p), trials, p)
  for (const u of [-0.47, -0.44, -0.2, 0.1, 0.3, 0.45, 0.48]) {
    const edge = 0.5 - Math.abs(u)
    const count = Math.floor(((2 * flare) / edge + stretch) * u + trials * p + 0.5)
    const share = Math.exp(logBinomialProbability(count, trials, p) - atMode)
    const limit = (share * (flare / (edge * edge) + stretch)) / ratio
    // A rejected proposal is followed by one in the middle that is accepted.
    const drawn = (height: number) => drawBinomial(given(u + 0.5, height, 0.5, 1e-9), trials, p)
    expect(drawn(limit * (1 - 1e-9))).toBe(count)
    expect(drawn(limit * (1 + 1e-9))).not.toBe(count)
  }
})
