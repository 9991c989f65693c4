// How well each option works: a slider each, with options to add and remove.

import { formatShortPercent } from "../text/numbers.ts"
import { OptionSliderList } from "./option-slider-list.tsx"
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
      <button type="button" class="btn small" aria-disabled={isFull} onClick={() => isFull || onMeans([...means, 0.5])}>
        Add an option
      </button>
    </OptionSliderList>
  )
}
