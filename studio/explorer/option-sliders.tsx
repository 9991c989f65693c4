// Sliders for all options, such as how well each works, in a list that scrolls if it is long.

import type { ComponentChildren } from "preact"
import { Button } from "../layout/button.tsx"
import { formatShortPercent } from "../text/numbers.ts"
import { findMeanRange, type RewardKind } from "./rewards.ts"
import { limits } from "./settings.ts"

interface Props {
  readonly means: readonly number[]
  readonly rewards: RewardKind
  /** `removed` is the option that was removed, if one was. */
  readonly onMeans: (means: readonly number[], removed?: number) => void
}

export function OptionSliders({ means, rewards, onMeans }: Props) {
  const [min, max] = findMeanRange(rewards)
  const [fewest, most] = limits.arms
  const isFull = means.length >= most
  const remove = (option: number) =>
    onMeans(
      means.filter((_, index) => index !== option),
      option,
    )
  return (
    <OptionSliderList
      legend="How well each option works"
      listLabel="Options"
      sliderLabel={(name) => `Option ${name}`}
      values={means}
      range={{ min, max, step: 0.01 }}
      format={formatShortPercent}
      onValues={onMeans}
      onRemove={means.length > fewest ? remove : undefined}
    >
      <Button class="small" aria-disabled={isFull} onClick={() => isFull || onMeans([...means, 0.5])}>
        Add an option
      </Button>
    </OptionSliderList>
  )
}

interface ListProps {
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

export function OptionSliderList(props: ListProps) {
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
            <div class="option-slider text-xs" key={option}>
              <span class="muted">{name}</span>
              <input
                type="range"
                {...range}
                value={value}
                aria-label={sliderLabel(name)}
                aria-valuetext={format(value)}
                onInput={(event) => onValues(values.with(option, Number(event.currentTarget.value)))}
              />
              <b class="align-right numeric">{format(value)}</b>
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

export const nameOption = (option: number, count: number): string =>
  count > 26 ? String(option + 1) : String.fromCharCode(65 + option)
