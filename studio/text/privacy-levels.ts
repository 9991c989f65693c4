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

/** From about here on little is left: the best guess is right 99 times in 100. */
export const littleIsLeft = 5

/**
 * How many of 100 guesses at one person's answer are right at most, where a coin gets 50 right; as a whole number, to speak of it.
 * `attackSuccess` is the figure itself, never under-stated.
 */
export const rightGuesses = (eta: number | null): number => Math.round(100 * attackSuccess({ eta }))

/** "69 in 100". */
export const guessesInWords = (eta: number | null): string => `${rightGuesses(eta)} in 100`

/** The level of exactly this η, if it has a name. */
export const levelOf = (eta: number): PrivacyLevel | undefined => privacyLevels.find((level) => level.eta === eta)
