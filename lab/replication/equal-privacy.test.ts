import { catalogue, findAlgorithm } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { fitToPrivacy } from "./equal-privacy.ts"

const setting = { horizon: 1000, armCount: 3 }

describe.each(catalogue.filter(({ calibrate }) => calibrate !== undefined).map(({ name }) => name))("%s", (name) => {
  test.each([0.01, 1, 5, 1000])("fits to eta %s, or names a loss above it to which it fits", (eta) => {
    const entry = findAlgorithm(name)
    const fit = fitToPrivacy(entry, eta, setting)
    if (fit.parameters !== null) return
    expect(fit.nearest).toBeGreaterThan(eta)
    expect(fitToPrivacy(entry, fit.nearest as number, setting).parameters).not.toBeNull()
    expect(fitToPrivacy(entry, (fit.nearest as number) * 0.999, setting).parameters).toBeNull()
  })
})

test("an algorithm that promises nothing has no nearest loss", () => {
  expect(fitToPrivacy(findAlgorithm("ucb1"), 1, setting)).toEqual({
    parameters: null,
    why: "UCB1 promises no privacy",
    nearest: null,
  })
})

test("an algorithm that loses nothing fits every target as it is", () => {
  expect(fitToPrivacy(findAlgorithm("uniform"), 1e-9, setting)).toEqual({ parameters: {} })
})
