// The privacy slider: right guesses in 100, one step each. Steps that are a level with a name stand for its η exactly.

import { type PrivacyTarget, resolveTargetEta } from "@armistice/lab"
import { privacyLevels, rightGuesses } from "../text/privacy-levels.ts"

export const guessLimits = [51, 99] as const

export const targetOf = (guesses: number): PrivacyTarget => {
  const level = privacyLevels.find(({ eta }) => rightGuesses(eta) === guesses)
  return level === undefined ? { attackSuccess: guesses / 100 } : { eta: level.eta }
}

/** The nearest step; a target may lie beyond the slider's ends. */
export const guessesOf = (target: PrivacyTarget): number =>
  Math.min(guessLimits[1], Math.max(guessLimits[0], rightGuesses(resolveTargetEta(target))))
