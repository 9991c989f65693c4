// All settings, shown in the rail or, on narrow screens, in a sheet.

import { resolveTargetEta, shortNumber } from "@armistice/lab"
import { useState } from "preact/hooks"
import { CopyButton } from "../controls/copy-button.tsx"
import { listOneTwoFive } from "../controls/scales.ts"
import { SelectField } from "../controls/select-field.tsx"
import { ValueSlider } from "../controls/slider.tsx"
import { Button } from "../layout/button.tsx"
import { formatCount } from "../text/numbers.ts"
import { careful, findLevel } from "../text/privacy-levels.ts"
import { ExamplesDialog } from "./examples-dialog.tsx"
import { GroupFields, GroupSwitch } from "./group-fields.tsx"
import { removeOption } from "./late.ts"
import { LateFields } from "./late-fields.tsx"
import { MethodsSelect } from "./methods-select.tsx"
import { OptionSliders } from "./option-sliders.tsx"
import { PrivacySlider } from "./privacy-slider.tsx"
import { findMeanRange, rewardLabels } from "./rewards.ts"
import { type ExplorerSettings, limits } from "./settings.ts"
import { TargetDialog } from "./target-dialog.tsx"

const horizons = listOneTwoFive(...limits.horizon)

interface Props {
  readonly settings: ExplorerSettings
  readonly onChange: (part: Partial<ExplorerSettings>) => void
  /** The address of exactly these settings. */
  readonly link: () => string
}

export function SettingsFields({ settings, onChange, link }: Props) {
  const [open, setOpen] = useState<"examples" | "numbers" | null>(null)
  const { means, rewards, horizon, target, algorithms, groups } = settings
  const eta = resolveTargetEta(target)
  return (
    <>
      <div class="between">
        <h2>Settings</h2>
        <Button class="small" onClick={() => setOpen("examples")}>
          Examples
        </Button>
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
      <GroupSwitch groups={groups} onGroups={(next) => onChange({ groups: next })} />
      {groups !== null && <GroupFields groups={groups} onGroups={(next) => onChange({ groups: next })} />}
      {groups !== null && <hr />}
      {groups === null && (
        <>
          <OptionSliders
            means={means}
            rewards={rewards}
            onMeans={(next, removed) =>
              onChange({
                means: next,
                ...(removed === undefined ? {} : { late: removeOption(settings.late, removed) }),
              })
            }
          />
          <hr />
        </>
      )}
      <ValueSlider
        label="People"
        text={formatCount(horizon)}
        values={horizons}
        value={horizon}
        onValue={(next) => onChange({ horizon: next })}
      />
      {groups === null && (
        <>
          <hr />
          <SelectField
            label="One answer is"
            options={rewardLabels}
            value={rewards}
            onValue={(kind) => {
              const [low, high] = findMeanRange(kind)
              onChange({ rewards: kind, means: means.map((mean) => Math.min(high, Math.max(low, mean))) })
            }}
          />
          <LateFields settings={settings} onLate={(late) => onChange({ late })} />
          <MethodsSelect chosen={algorithms} onChosen={(next) => onChange({ algorithms: next })} />
        </>
      )}
      <CopyButton text={link} label="Copy a link to exactly this" />
      {open === "examples" && (
        <ExamplesDialog
          onChosen={(arms) => {
            onChange({ ...arms, groups: null })
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
