// The arms: what a reward is, each mean on a slider, arms added and removed, and presets.

import { NumberField } from "../controls/number-field.tsx"
import { armsPresets } from "./presets.ts"
import { meanRange, type RewardKind, rewardKinds, rewardWords } from "./rewards.ts"
import { limits } from "./settings.ts"

interface ArmSettings {
  readonly means: readonly number[]
  readonly rewards: RewardKind
}

interface Props extends ArmSettings {
  readonly onArms: (arms: Partial<ArmSettings>) => void
}

export function Arms({ means, rewards, onArms }: Props) {
  const best = Math.max(...means)
  const [lowest, highest] = meanRange(rewards)
  const change = (arm: number, mean: number) =>
    onArms({ means: means.map((old, index) => (index === arm ? mean : old)) })
  const preset = armsPresets.find((known) => known.rewards === rewards && known.means.join() === means.join())
  return (
    <fieldset>
      <legend>Arms: the options, and how well each does</legend>
      <div class="field">
        <label class="hidden" for="preset">
          Start from
        </label>
        <select
          id="preset"
          value={preset?.name ?? ""}
          onChange={(event) => {
            const chosen = armsPresets.find(({ name }) => name === event.currentTarget.value)
            if (chosen !== undefined) onArms({ means: chosen.means, rewards: chosen.rewards })
          }}
        >
          {preset === undefined && <option value="">your own arms</option>}
          {armsPresets.map(({ name, about }) => (
            <option key={name} value={name}>
              {name}: {about}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="rewards">One answer is</label>
        <select
          id="rewards"
          value={rewards}
          onChange={(event) => {
            const kind = event.currentTarget.value as RewardKind
            const [low, high] = meanRange(kind)
            onArms({ rewards: kind, means: means.map((mean) => Math.min(high, Math.max(low, mean))) })
          }}
        >
          {rewardKinds.map((kind) => (
            <option key={kind} value={kind}>
              {rewardWords[kind]}
            </option>
          ))}
        </select>
      </div>
      <div class={means.length > 10 ? "arms many" : "arms"}>
        {means.map((mean, arm) => (
          <div class="arm" key={arm}>
            <span class="number">
              {arm + 1}
              {mean === best ? <span title="the best arm"> ★</span> : ""}
            </span>
            <input
              type="range"
              min={lowest}
              max={highest}
              step="0.01"
              value={mean}
              aria-label={`Mean of arm ${arm + 1}`}
              onInput={(event) => change(arm, Number(event.currentTarget.value))}
            />
            <NumberField
              label={`Mean of arm ${arm + 1}, typed`}
              isLabelHidden
              value={mean}
              min={lowest}
              max={highest}
              onValue={(value) => change(arm, value)}
            />
            <button
              type="button"
              class="quiet"
              aria-label={`Remove arm ${arm + 1}`}
              disabled={means.length <= limits.arms[0]}
              onClick={() => onArms({ means: means.filter((_, index) => index !== arm) })}
            >
              <span aria-hidden="true">×</span>
            </button>
          </div>
        ))}
      </div>
      <button
        type="button"
        class="small"
        disabled={means.length >= limits.arms[1]}
        onClick={() => onArms({ means: [...means, 0.5] })}
      >
        Add an arm
      </button>
    </fieldset>
  )
}
