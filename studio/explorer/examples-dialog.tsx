// The dialog with example options: presets of the laboratory given by means, and two more.

import { createEnvironment, environmentPresets } from "@armistice/lab"
import { Button } from "../layout/button.tsx"
import { Dialog } from "./dialog.tsx"
import { isRewardKind, type RewardKind } from "./rewards.ts"

export interface ArmsPreset {
  readonly name: string
  readonly about: string
  readonly rewards: RewardKind
  readonly means: readonly number[]
}

const own: readonly ArmsPreset[] = [
  { name: "easy", about: "two options far apart", rewards: "bernoulli", means: [0.9, 0.1] },
  {
    name: "fifty",
    about: "fifty options, from 70 % down to 21 %",
    rewards: "bernoulli",
    means: Array.from({ length: 50 }, (_, arm) => (70 - arm) / 100),
  },
]

export const armsPresets: readonly ArmsPreset[] = [
  ...environmentPresets.flatMap(({ name, about, spec }) =>
    isRewardKind(spec.kind)
      ? [
          {
            name,
            about,
            rewards: spec.kind,
            means: createEnvironment(spec).means.map((mean) => Number(mean.toFixed(3))),
          },
        ]
      : [],
  ),
  ...own,
]

interface Props {
  readonly onChosen: (arms: Pick<ArmsPreset, "means" | "rewards">) => void
  readonly onClose: () => void
}

export const ExamplesDialog = ({ onChosen, onClose }: Props) => (
  <Dialog title="Start from an example" onClose={onClose}>
    <ul class="examples">
      {armsPresets.map(({ name, about, means, rewards }) => (
        <li key={name}>
          <Button onClick={() => onChosen({ means, rewards })}>{name}</Button>
          <span class="hint">{about}</span>
        </li>
      ))}
    </ul>
  </Dialog>
)
