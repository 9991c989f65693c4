// A slider for each option, in a list that scrolls if it is long.

import type { ComponentChildren } from "preact"
import { nameOption } from "./option-name.ts"

interface Props {
  readonly legend: string
  /** The name of the scrolling list, for screen readers. */
  readonly listLabel: string
  /** The name of one slider, for screen readers. */
  readonly sliderLabel: (option: string) => string
  readonly values: readonly number[]
  readonly range: { readonly min: number; readonly max: number; readonly step: number }
  readonly format: (value: number) => string
  readonly onValues: (values: readonly number[]) => void
  /** Offered for each option unless it is left out. */
  readonly onRemove?: ((option: number) => void) | undefined
  readonly children?: ComponentChildren
}

const longList = 6

export function OptionSliderList(props: Props) {
  const { legend, listLabel, sliderLabel, values, range, format, onValues, onRemove, children } = props
  const isLong = values.length > longList
  // A list that scrolls must be reachable by keyboard.
  const scrolling = isLong ? ({ tabIndex: 0, role: "region", "aria-label": listLabel } as const) : {}
  return (
    <fieldset class="field">
      <legend class="field-label">{legend}</legend>
      <div class={isLong ? "option-sliders long-list" : "option-sliders"} {...scrolling}>
        {values.map((value, option) => {
          const name = nameOption(option, values.length)
          return (
            <div class="option-slider" key={option}>
              <span class="muted">{name}</span>
              <input
                type="range"
                {...range}
                value={value}
                aria-label={sliderLabel(name)}
                aria-valuetext={format(value)}
                onInput={(event) => onValues(values.with(option, Number(event.currentTarget.value)))}
              />
              <b>{format(value)}</b>
              {onRemove !== undefined && (
                <button
                  type="button"
                  class="icon-button"
                  aria-label={`Take option ${name} away`}
                  onClick={() => onRemove(option)}
                >
                  <span aria-hidden="true">×</span>
                </button>
              )}
            </div>
          )
        })}
      </div>
      {children}
    </fieldset>
  )
}
