// The dialog with example options.

import { Dialog } from "./dialog.tsx"
import { type ArmsPreset, armsPresets } from "./presets.ts"

interface Props {
  readonly onChosen: (arms: Pick<ArmsPreset, "means" | "rewards">) => void
  readonly onClose: () => void
}

export const ExamplesDialog = ({ onChosen, onClose }: Props) => (
  <Dialog title="Start from an example" onClose={onClose}>
    <ul class="examples">
      {armsPresets.map(({ name, about, means, rewards }) => (
        <li key={name}>
          <button type="button" class="btn" onClick={() => onChosen({ means, rewards })}>
            {name}
          </button>
          <span class="hint">{about}</span>
        </li>
      ))}
    </ul>
  </Dialog>
)
