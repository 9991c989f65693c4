// DP-TS-UCB and the privacy its parameter α can reach. Below that its calibrated form is compared
// in its place, which reaches every privacy.

import { findAlgorithm } from "@armistice/core"
import { resolveTargetEta } from "@armistice/lab"
import { type ExplorerSettings, offered } from "./settings.ts"

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
