// The controls of late and silent people: a choice, a slider over given values, and a slider for each option.

import { useId } from "preact/hooks"
import { nearestIndex } from "../controls/scales.ts"
import { optionName } from "./option-name.ts"

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly options: Readonly<Record<Value, string>>
  readonly value: Value
  readonly onValue: (value: Value) => void
}

export function Choice<Value extends string>({ label, options, value, onValue }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div class="field">
      <label for={id} class="field-label">
        {label}
      </label>
      <select id={id} class="input" value={value} onChange={(event) => onValue(event.currentTarget.value as Value)}>
        {Object.entries<string>(options).map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

interface SliderProps {
  readonly label: string
  readonly words: string
  readonly values: readonly number[]
  readonly value: number
  readonly onValue: (value: number) => void
}

export function Slider({ label, words, values, value, onValue }: SliderProps) {
  const id = useId()
  const exact = values.indexOf(value)
  const place =
    exact >= 0
      ? exact
      : nearestIndex(
          values.map((one) => Math.max(one, 1e-3)),
          Math.max(value, 1e-3),
        )
  return (
    <div class="field slider-field">
      <div class="between">
        <label for={id} class="field-label">
          {label}
        </label>
        <output for={id} class="numeric text-sm bold">
          {words}
        </output>
      </div>
      <input
        id={id}
        class="people"
        type="range"
        min="0"
        max={values.length - 1}
        step="1"
        value={place}
        aria-valuetext={words}
        onInput={(event) => onValue(values[Number(event.currentTarget.value)] as number)}
      />
    </div>
  )
}

interface SilenceProps {
  /** The share of each option. */
  readonly shares: readonly number[]
  readonly onShares: (shares: readonly number[]) => void
}

export function SilenceByOption({ shares, onShares }: SilenceProps) {
  const isLong = shares.length > 6
  return (
    <fieldset class="field">
      <legend class="field-label">Never answer</legend>
      <div class={isLong ? "option-sliders long-list" : "option-sliders"} {...(isLong ? scrolled : {})}>
        {shares.map((share, option) => {
          const name = optionName(option, shares.length)
          const words = silenceSentence(share)
          return (
            <div class="option-slider" key={option}>
              <span class="muted">{name}</span>
              <input
                type="range"
                min="0"
                max="0.95"
                step="0.05"
                value={share}
                aria-label={`Never answer, option ${name}`}
                aria-valuetext={words}
                onInput={(event) => {
                  const next = Number(event.currentTarget.value)
                  onShares(shares.map((old, index) => (index === option ? next : old)))
                }}
              />
              <b>{words}</b>
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

export const silenceSentence = (share: number): string => `${Math.round(100 * share)}\u00a0%`

/** A list that scrolls is reached by keyboard. */
const scrolled = { tabIndex: 0, role: "region", "aria-label": "Silence of each option" } as const
