// Which η is called what, and what it means for one person: the one place that the first page, the form, the explorer, the lessons and
// (held to it by a test) README.md have it from.

import { attackSuccess } from "@armistice/core"

export interface PrivacyLevel {
  readonly name: string
  readonly eta: number
  /** Whom it suits. */
  readonly suits: string
}

export const careful: PrivacyLevel = { name: "Careful", eta: 1, suits: "most products" }

/** From the most private on. */
export const privacyLevels: readonly PrivacyLevel[] = [
  { name: "Strict", eta: 0.25, suits: "health, money or beliefs" },
  careful,
  { name: "Light", eta: 2, suits: "what people would say aloud" },
]

/** From about here on little is left: the best guess is right more than 99 times in 100. */
export const littleIsLeft = 5

/**
 * How many of 100 guesses at one person's answer are right at most, where a coin gets 50 right. It is a limit, so it is rounded up: to a
 * whole number, to speak of it, and to a tenth where a whole number would say that all of them are.
 */
export function rightGuesses(eta: number | null): number {
  const whole = exactGuesses(eta, 1)
  return whole < 100 ? whole : exactGuesses(eta, 10)
}

/** The same to a hundredth, where it stands beside η, ε and δ; or to another part of one guess. */
export function exactGuesses(eta: number | null, parts = 100): number {
  const success = attackSuccess({ eta })
  const count = Math.floor(100 * parts * success)
  // Compared as it will be read: 100 × 0.56 is a little more than 56.
  return (count / (100 * parts) >= success ? count : count + 1) / parts
}

/** "70 in 100". */
export const formatGuesses = (eta: number | null): string => `${rightGuesses(eta)} in 100`

/** The level of exactly this η, if it has a name. */
export const findLevel = (eta: number): PrivacyLevel | undefined => privacyLevels.find((level) => level.eta === eta)
