// The scale of the privacy slider: right guesses in 100. A step that is a named level stands for
// exactly its η.

import { type PrivacyTarget, resolveTargetEta } from "@armistice/lab"
import { computeRightGuesses, privacyLevels } from "../text/privacy-levels.ts"

export const guessLimits = [51, 99] as const

export const guessesToTarget = (guesses: number): PrivacyTarget => {
  const level = privacyLevels.find(({ eta }) => computeRightGuesses(eta) === guesses)
  return level === undefined ? { attackSuccess: guesses / 100 } : { eta: level.eta }
}

/** The nearest step; a target may lie beyond the slider's ends. */
export const targetToGuesses = (target: PrivacyTarget): number =>
  Math.min(guessLimits[1], Math.max(guessLimits[0], computeRightGuesses(resolveTargetEta(target))))
