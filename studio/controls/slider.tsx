// A slider with a number beside it: dragged with a mouse or finger, moved with arrow keys, or typed.

import { useId } from "preact/hooks"

interface Props {
  readonly label: string
  /** Place of the thumb, from 0 to `steps`. */
  readonly place: number
  readonly steps: number
  /** What the place means, in words for a screen reader and beside the label. */
  readonly text: string
  readonly hint?: string
  readonly onPlace: (place: number) => void
}

export function Slider({ label, place, steps, text, hint, onPlace }: Props) {
  const id = useId()
  return (
    <div class="field slider-field">
      <div class="between">
        <label class="field-label" for={id}>
          {label}
        </label>
        <output for={id} class="numeric text-sm bold">
          {text}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min="0"
        max={steps}
        step="1"
        value={place}
        aria-valuetext={text}
        onInput={(event) => onPlace(Number(event.currentTarget.value))}
      />
      {hint !== undefined && <p class="hint">{hint}</p>}
    </div>
  )
}
