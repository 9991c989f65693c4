// The slider for privacy in right guesses of 100; named levels stand for exactly their η.

import { type PrivacyTarget, resolveTargetEta } from "@armistice/lab"
import { useId } from "preact/hooks"
import { computeRightGuesses, formatGuesses, privacyLevels } from "../text/privacy-levels.ts"

interface Props {
  readonly target: PrivacyTarget
  readonly onTarget: (target: PrivacyTarget) => void
}

export function PrivacySlider({ target, onTarget }: Props) {
  const id = useId()
  const words = formatGuesses(resolveTargetEta(target))
  return (
    <>
      <div class="between">
        <label for={id} class="field-label">
          Right guesses, at most
        </label>
        <output for={id} class="numeric text-sm bold">
          {words}
        </output>
      </div>
      <input
        id={id}
        class="privacy"
        type="range"
        min={guessLimits[0]}
        max={guessLimits[1]}
        step="1"
        value={targetToGuesses(target)}
        aria-valuetext={words}
        onInput={(event) => onTarget(guessesToTarget(Number(event.currentTarget.value)))}
      />
    </>
  )
}

export const guessLimits = [51, 99] as const

export const guessesToTarget = (guesses: number): PrivacyTarget => {
  const level = privacyLevels.find(({ eta }) => computeRightGuesses(eta) === guesses)
  return level === undefined ? { attackSuccess: guesses / 100 } : { eta: level.eta }
}

/** The nearest step; a target may lie beyond the slider's ends. */
export const targetToGuesses = (target: PrivacyTarget): number =>
  Math.min(guessLimits[1], Math.max(guessLimits[0], computeRightGuesses(resolveTargetEta(target))))
