// Which private method stands for what privacy costs: the recommended one, unless another loses a tenth less beyond doubt.

import { recommendedAlgorithm, type SimulationResult } from "@armistice/lab"
import { fewestRuns } from "../simulation/affordable.ts"

const lessByTenth = 0.9

export const hasEnoughRuns = ({ finished }: SimulationResult): boolean => finished >= fewestRuns

export function leaderOf(results: readonly SimulationResult[]): SimulationResult | null {
  const ranked = [...results].sort((a, b) => a.regret.mean - b.regret.mean)
  const usual = results.find(({ algorithm }) => algorithm === recommendedAlgorithm)
  const [least] = ranked
  if (usual === undefined || least === undefined) return least ?? null
  const isBetter =
    hasEnoughRuns(least) &&
    hasEnoughRuns(usual) &&
    least.regret.mean + doubt(least) < lessByTenth * (usual.regret.mean - doubt(usual))
  return isBetter ? least : usual
}

const doubt = ({ regret }: SimulationResult): number => 2 * (regret.standardError ?? 0)

/** What one person given an option is worth, by which losses are counted: late and silent people make it less than its mean. */
export const valuesOf = ({ means, delivery }: SimulationResult): readonly number[] => delivery?.values ?? means

/** What an even split loses: known without simulating. Exactly nothing where all options are alike. */
export function evenSplitLoss(means: readonly number[], people: number): number {
  const best = Math.max(...means)
  return (people * means.reduce((sum, one) => sum + (best - one), 0)) / means.length
}
