// The trade-off parameter α of DP-TS-UCB. It fixes the privacy, so moving it moves the privacy of
// every method.

import { resolveTargetEta, shortNumber } from "@armistice/lab"
import { Slider } from "../controls/slider.tsx"
import { computeAlphaEta, findAlpha } from "./reachable-form.ts"
import type { ExplorerSettings } from "./settings.ts"

interface Props {
  readonly settings: Pick<ExplorerSettings, "target" | "horizon">
  readonly onTarget: (target: ExplorerSettings["target"]) => void
}

const steps = 20

export function AlphaSlider({ settings, onTarget }: Props) {
  const alpha = findAlpha(settings)
  const best = shortNumber(computeAlphaEta(1, settings.horizon), 3)
  return (
    <Slider
      label="α of DP-TS-UCB"
      place={Math.round((alpha ?? 1) * steps)}
      steps={steps}
      text={alpha === null ? "calibrated form" : shortNumber(alpha, 2)}
      hint={
        alpha === null
          ? `Its most private α, 1, has η = ${best} here, above the chosen η = ${shortNumber(resolveTargetEta(settings.target))}. Its calibrated form is compared instead.`
          : `From least regret (0) to most private (1: η = ${best}). It sets the privacy of every method.`
      }
      onPlace={(place) => onTarget({ eta: computeAlphaEta(place / steps, settings.horizon) })}
    />
  )
}
