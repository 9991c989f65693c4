import { resolveTargetEta } from "@armistice/lab"
import { expect, test } from "vitest"
import { guessesOf, guessLimits, targetOf } from "./guess-scale.ts"

test("every step of the slider is a target that is shown as that step", () => {
  for (let step: number = guessLimits[0]; step <= guessLimits[1]; step++) expect(guessesOf(targetOf(step))).toBe(step)
})

test("steps with a name are its η, and a target beyond the ends stands at the end", () => {
  expect([55, 70, 85].map((step) => resolveTargetEta(targetOf(step)))).toEqual([0.25, 1, 2])
  expect([guessesOf({ eta: 0.001 }), guessesOf({ eta: 20 })]).toEqual([51, 99])
})
