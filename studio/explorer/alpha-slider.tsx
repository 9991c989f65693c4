// DP-TS-UCB and its trade-off parameter α, which fixes the privacy: moving it moves the privacy of
// every method. Below what α can reach its calibrated form is compared instead.

import { findAlgorithm } from "@armistice/core"
import { resolveTargetEta, shortNumber } from "@armistice/lab"
import { Slider } from "../controls/slider.tsx"
import { type ExplorerSettings, offered } from "./settings.ts"

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

const [paperForm, calibratedForm] = ["dp-ts-ucb", "dp-ts-ucb-calibrated"]

/** The loss with this α, rounded up to what an address shows. */
export function computeAlphaEta(alpha: number, horizon: number): number {
  const { eta } = findAlgorithm(paperForm).create({ alpha, horizon }).guarantee(2)
  return Math.ceil((eta ?? Number.NaN) * 1e4) / 1e4
}

/** The α that is this private, or null if not even α = 1 is. */
export function findAlpha({ target, horizon }: Pick<ExplorerSettings, "target" | "horizon">): number | null {
  const found = findAlgorithm(paperForm).calibrate?.(resolveTargetEta(target), { horizon, armCount: 2 })
  return typeof found?.alpha === "number" ? found.alpha : null
}

/** The same settings with the calibrated form where no α is private enough. */
export function withReachableForm(settings: ExplorerSettings): ExplorerSettings {
  const { algorithms } = settings
  if (!algorithms.includes(paperForm) || findAlpha(settings) !== null) return settings
  const wanted = [calibratedForm, ...algorithms.filter((name) => name !== paperForm)]
  return { ...settings, algorithms: offered.map(({ name }) => name).filter((name) => wanted.includes(name)) }
}

/** Whether α has something to say about this comparison. */
export const comparesAlpha = ({ algorithms }: ExplorerSettings): boolean =>
  algorithms.includes(paperForm) || algorithms.includes(calibratedForm)
