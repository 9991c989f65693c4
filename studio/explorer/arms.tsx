// The arms: each mean on a slider, arms added and removed, and presets.

import { environmentPresets } from "@armistice/lab"
import { NumberField } from "../controls/number-field.tsx"
import { limits } from "./settings.ts"

interface Props {
  readonly means: readonly number[]
  readonly onMeans: (means: readonly number[]) => void
}

const presets = environmentPresets.flatMap(({ name, about, spec }) =>
  spec.kind === "bernoulli" ? [{ name, about, means: spec.means }] : [],
)

export function Arms({ means, onMeans }: Props) {
  const best = Math.max(...means)
  const change = (arm: number, mean: number) => onMeans(means.map((old, index) => (index === arm ? mean : old)))
  const preset = presets.find(({ means: known }) => known.join() === means.join())
  return (
    <fieldset>
      <legend>Arms: how often each option pays</legend>
      <div class="field">
        <label class="hidden" for="preset">
          Start from
        </label>
        <select
          id="preset"
          value={preset?.name ?? ""}
          onChange={(event) => {
            const chosen = presets.find(({ name }) => name === event.currentTarget.value)
            if (chosen !== undefined) onMeans(chosen.means)
          }}
        >
          {preset === undefined && <option value="">your own arms</option>}
          {presets.map(({ name, about }) => (
            <option key={name} value={name}>
              {name}: {about}
            </option>
          ))}
        </select>
      </div>
      {means.map((mean, arm) => (
        <div class="arm" key={arm}>
          <span class="number">
            {arm + 1}
            {mean === best ? <span title="the best arm"> ★</span> : ""}
          </span>
          <input
            type="range"
            min="0"
            max="1"
            step="0.01"
            value={mean}
            aria-label={`Mean of arm ${arm + 1}`}
            onInput={(event) => change(arm, Number(event.currentTarget.value))}
          />
          <NumberField
            label={`Mean of arm ${arm + 1}, typed`}
            isLabelHidden
            value={mean}
            min={0}
            max={1}
            onValue={(value) => change(arm, value)}
          />
          <button
            type="button"
            class="quiet"
            aria-label={`Remove arm ${arm + 1}`}
            disabled={means.length <= limits.arms[0]}
            onClick={() => onMeans(means.filter((_, index) => index !== arm))}
          >
            <span aria-hidden="true">×</span>
          </button>
        </div>
      ))}
      <button
        type="button"
        class="small"
        disabled={means.length >= limits.arms[1]}
        onClick={() => onMeans([...means, 0.5])}
      >
        Add an arm
      </button>
    </fieldset>
  )
}
