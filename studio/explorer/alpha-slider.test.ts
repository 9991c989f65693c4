import { findAlgorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { computeAlphaEta, findAlpha, withReachableForm } from "./alpha-slider.tsx"
import { defaultSettings } from "./settings.ts"

const at = (eta: number) => ({ ...defaultSettings, target: { eta } })

test("the calibrated form stands in exactly where no α is private enough", () => {
  const best = computeAlphaEta(1, defaultSettings.horizon)
  expect(withReachableForm(at(best)).algorithms).toContain("dp-ts-ucb")
  const below = withReachableForm(at(0.99 * best))
  expect(below.algorithms).toEqual(["dp-ts-ucb-calibrated", "gdp-imed", "dp-se"])
  expect(findAlgorithm("dp-ts-ucb-calibrated").calibrate?.(0.99 * best, { horizon: 1e4, armCount: 3 })).not.toBeNull()
})

test("a comparison without DP-TS-UCB gets no stand-in", () => {
  const without = { ...at(0.1), algorithms: ["gdp-imed"] }
  expect(withReachableForm(without)).toBe(without)
})

test("the α of a chosen privacy is at least as private, and no larger than the α that was moved to", () => {
  for (const alpha of [0, 0.25, 0.5, 0.75, 1]) {
    const eta = computeAlphaEta(alpha, 1e6)
    const found = findAlpha({ target: { eta }, horizon: 1e6 })
    expect(found).toBeLessThanOrEqual(alpha + 1e-4)
    expect(computeAlphaEta(found ?? Number.NaN, 1e6)).toBeLessThanOrEqual(eta + 1e-4)
  }
})
