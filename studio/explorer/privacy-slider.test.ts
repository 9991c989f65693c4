import { resolveTargetEta } from "@armistice/lab"
import { expect, test } from "vitest"
import { guessesToTarget, guessLimits, targetToGuesses } from "./privacy-slider.tsx"

test("every step of the slider becomes a target and back", () => {
  for (let step: number = guessLimits[0]; step <= guessLimits[1]; step++)
    expect(targetToGuesses(guessesToTarget(step))).toBe(step)
})

test("named steps have the level's η, and targets beyond the ends stand at the ends", () => {
  expect([55, 70, 85].map((step) => resolveTargetEta(guessesToTarget(step)))).toEqual([0.25, 1, 2])
  expect([targetToGuesses({ eta: 0.001 }), targetToGuesses({ eta: 20 })]).toEqual([51, 99])
})
