// Sliders with their value beside the label: over places, or over a list of values.

import { useId } from "preact/hooks"
import { findNearestIndex } from "./scales.ts"

interface LabelledProps {
  readonly label: string
  /** The meaning of the position, beside the label and for screen readers. */
  readonly text: string
}

interface SliderProps extends LabelledProps {
  /** Position of the thumb, from 0 to `steps`. */
  readonly place: number
  readonly steps: number
  readonly hint?: string
  readonly onPlace: (place: number) => void
}

export function Slider({ label, place, steps, text, hint, onPlace }: SliderProps) {
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

interface ValueSliderProps extends LabelledProps {
  readonly values: readonly number[]
  readonly value: number
  readonly onValue: (value: number) => void
}

export const ValueSlider = ({ values, value, onValue, ...labelled }: ValueSliderProps) => (
  <Slider
    {...labelled}
    place={findNearestIndex(values, value)}
    steps={values.length - 1}
    onPlace={(place) => onValue(values[place] as number)}
  />
)
