// The slider for privacy, in right guesses out of 100.

import { type PrivacyTarget, resolveTargetEta } from "@armistice/lab"
import { useId } from "preact/hooks"
import { formatGuesses } from "../text/privacy-levels.ts"
import { guessesToTarget, guessLimits, targetToGuesses } from "./guess-scale.ts"

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
