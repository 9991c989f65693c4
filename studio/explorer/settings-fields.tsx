// All settings, as they stand in the rail and, on narrow screens, in a sheet.

import { resolveTargetEta, shortNumber } from "@armistice/lab"
import { useId, useState } from "preact/hooks"
import { CopyButton } from "../controls/copy-button.tsx"
import { nearestIndex, oneTwoFive } from "../controls/scales.ts"
import { formatCount } from "../text/numbers.ts"
import { careful, findLevel } from "../text/privacy-levels.ts"
import { ExamplesDialog } from "./examples-dialog.tsx"
import { withoutOption } from "./late.ts"
import { LateFields } from "./late-fields.tsx"
import { MethodsSelect } from "./methods-select.tsx"
import { OptionSliders } from "./option-sliders.tsx"
import { PrivacySlider } from "./privacy-slider.tsx"
import { meanRange, type RewardKind, rewardKinds, rewardWords } from "./rewards.ts"
import { limits, type Settings } from "./settings.ts"
import { TargetDialog } from "./target-dialog.tsx"

const horizons = oneTwoFive(...limits.horizon)

interface Props {
  readonly settings: Settings
  readonly onChange: (part: Partial<Settings>) => void
  /** The address of exactly this. */
  readonly link: () => string
}

export function SettingsFields({ settings, onChange, link }: Props) {
  const id = useId()
  const [open, setOpen] = useState<"examples" | "numbers" | null>(null)
  const { means, rewards, horizon, target, algorithms } = settings
  const eta = resolveTargetEta(target)
  return (
    <>
      <div class="between">
        <h2>Settings</h2>
        <button type="button" class="btn small" onClick={() => setOpen("examples")}>
          Examples
        </button>
      </div>
      <div class="field slider-field">
        <PrivacySlider target={target} onTarget={(next) => onChange({ target: next })} />
        <p class="hint">
          A coin: 50. η = {shortNumber(eta)}
          {eta === careful.eta ? ", as in Learn" : findLevel(eta) === undefined ? "" : `, ${findLevel(eta)?.name}`}.{" "}
          <button type="button" class="as-link" onClick={() => setOpen("numbers")}>
            In numbers
          </button>
        </p>
      </div>
      <hr />
      <OptionSliders
        means={means}
        rewards={rewards}
        onMeans={(next, removed) =>
          onChange({ means: next, ...(removed === undefined ? {} : { late: withoutOption(settings.late, removed) }) })
        }
      />
      <hr />
      <div class="field slider-field">
        <div class="between">
          <label for={`${id}-people`} class="field-label">
            People
          </label>
          <output for={`${id}-people`} class="numeric text-sm bold">
            {formatCount(horizon)}
          </output>
        </div>
        <input
          id={`${id}-people`}
          class="people"
          type="range"
          min="0"
          max={horizons.length - 1}
          step="1"
          value={nearestIndex(horizons, horizon)}
          aria-valuetext={formatCount(horizon)}
          onInput={(event) => onChange({ horizon: horizons[Number(event.currentTarget.value)] as number })}
        />
      </div>
      <hr />
      <div class="field">
        <label for={`${id}-answer`} class="field-label">
          One answer is
        </label>
        <select
          id={`${id}-answer`}
          class="input"
          value={rewards}
          onChange={(event) => {
            const kind = event.currentTarget.value as RewardKind
            const [low, high] = meanRange(kind)
            onChange({ rewards: kind, means: means.map((mean) => Math.min(high, Math.max(low, mean))) })
          }}
        >
          {rewardKinds.map((kind) => (
            <option key={kind} value={kind}>
              {rewardWords[kind]}
            </option>
          ))}
        </select>
      </div>
      <LateFields settings={settings} onLate={(late) => onChange({ late })} />
      <MethodsSelect chosen={algorithms} onChosen={(next) => onChange({ algorithms: next })} />
      <CopyButton text={link} label="Copy a link to exactly this" />
      {open === "examples" && (
        <ExamplesDialog
          onChosen={(arms) => {
            onChange(arms)
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === "numbers" && (
        <TargetDialog target={target} onTarget={(next) => onChange({ target: next })} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
