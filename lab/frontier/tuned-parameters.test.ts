import { createAlgorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { formatFormName, freeParameters } from "./free-parameters.ts"
import { interpolateChoice, tunedParameters } from "./tuned-parameters.ts"

test("tuned parameters are as private as asked for, at any eta, K and T", () => {
  for (const free of freeParameters)
    for (const eta of [0.05, 0.7, 2, 10])
      for (const setting of [
        { horizon: 500, armCount: 100 },
        { horizon: 1e6, armCount: 3 },
      ]) {
        const parameters = tunedParameters(free, formatFormName(free), eta, setting)
        if (parameters === null) continue
        const guarantee = createAlgorithm(free.algorithm, parameters).guarantee(setting.armCount)
        expect(guarantee.eta, formatFormName(free)).toBeLessThanOrEqual(eta * (1 + 1e-9))
      }
})

test("between two eta numbers are interpolated and words are the nearest", () => {
  const tuned = [
    { eta: 0.1, choice: { ratio: 2, base: "2" } },
    { eta: 10, choice: { ratio: 1, base: "e" } },
  ]
  expect(interpolateChoice(tuned, 0.01)).toEqual({ ratio: 2, base: "2" })
  expect(interpolateChoice(tuned, 1)).toEqual({ ratio: 1.5, base: "e" })
  expect(interpolateChoice(tuned, 20)).toEqual({ ratio: 1, base: "e" })
  expect(interpolateChoice([], 1)).toBeNull()
})
