// How well each option works: a slider each, options added and taken away.

import { optionName } from "./option-name.ts"
import { meanRange, type RewardKind } from "./rewards.ts"
import { limits } from "./settings.ts"

interface Props {
  readonly means: readonly number[]
  readonly rewards: RewardKind
  /** `removed` is the option that was taken away, if one was. */
  readonly onMeans: (means: readonly number[], removed?: number) => void
}

export function OptionSliders({ means, rewards, onMeans }: Props) {
  const [lowest, highest] = meanRange(rewards)
  const isFull = means.length >= limits.arms[1]
  const change = (option: number, mean: number) => onMeans(means.map((old, index) => (index === option ? mean : old)))
  return (
    <fieldset class="field">
      <legend class="field-label">How well each option works</legend>
      <div
        class={means.length > 6 ? "option-sliders long-list" : "option-sliders"}
        {...(means.length > 6 ? scrolled : {})}
      >
        {means.map((mean, option) => {
          const name = optionName(option, means.length)
          return (
            <div class="option-slider" key={option}>
              <span class="muted">{name}</span>
              <input
                type="range"
                min={lowest}
                max={highest}
                step="0.01"
                value={mean}
                aria-label={`Option ${name}`}
                aria-valuetext={formatPercent(mean)}
                onInput={(event) => change(option, Number(event.currentTarget.value))}
              />
              <b>{formatPercent(mean)}</b>
              {means.length > limits.arms[0] && (
                <button
                  type="button"
                  class="icon-button"
                  aria-label={`Take option ${name} away`}
                  onClick={() =>
                    onMeans(
                      means.filter((_, index) => index !== option),
                      option,
                    )
                  }
                >
                  <span aria-hidden="true">×</span>
                </button>
              )}
            </div>
          )
        })}
      </div>
      <button type="button" class="btn small" aria-disabled={isFull} onClick={() => isFull || onMeans([...means, 0.5])}>
        Add an option
      </button>
    </fieldset>
  )
}

/** A list that scrolls is reached by keyboard. */
const scrolled = { tabIndex: 0, role: "region", "aria-label": "Options" } as const

/** Whole percent, or as many digits as the share has. */
const formatPercent = (share: number): string => `${Number((100 * share).toFixed(1))}\u00a0%`
