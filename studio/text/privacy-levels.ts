// The named privacy levels and what an η means for one person. The first page, the form, the
// explorer and the lessons read them from here; a test compares README.md.

import { attackSuccess } from "@armistice/core"

export interface PrivacyLevel {
  readonly name: string
  readonly eta: number
  /** Which data it suits. */
  readonly suits: string
}

export const careful: PrivacyLevel = { name: "Careful", eta: 1, suits: "most products" }

/** The most private first. */
export const privacyLevels: readonly PrivacyLevel[] = [
  { name: "Strict", eta: 0.25, suits: "health, money or beliefs" },
  careful,
  { name: "Light", eta: 2, suits: "what people would say aloud" },
]

/** From about this η on the best guess is right more than 99 times in 100. */
export const littleIsLeft = 5

/** The most right guesses of 100, rounded up: to a whole number, or a tenth where that is 100. */
export function computeRightGuesses(eta: number | null): number {
  const whole = computeExactGuesses(eta, 1)
  return whole < 100 ? whole : computeExactGuesses(eta, 10)
}

/** The limit rounded up to a hundredth, or to another part of one guess. */
export function computeExactGuesses(eta: number | null, parts = 100): number {
  const success = attackSuccess({ eta })
  const count = Math.floor(100 * parts * success)
  // Compare the rounded number: 100 × 0.56 is slightly more than 56.
  return (count / (100 * parts) >= success ? count : count + 1) / parts
}

/** "70 in 100". */
export const formatGuesses = (eta: number | null): string => `${computeRightGuesses(eta)} in 100`

/** The level with exactly this η, if there is one. */
export const findLevel = (eta: number): PrivacyLevel | undefined => privacyLevels.find((level) => level.eta === eta)
