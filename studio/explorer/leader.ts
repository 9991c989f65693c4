// The method that stands for the cost of privacy: the recommended one, or one surely better.

import { recommendedAlgorithm, type SimulationResult } from "@armistice/lab"
import { fewestRuns } from "../simulation/affordable.ts"

const lessByTenth = 0.9

export const hasEnoughRuns = ({ finished }: SimulationResult): boolean => finished >= fewestRuns

export function chooseLeader(results: readonly SimulationResult[]): SimulationResult | null {
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

/** The value of giving each option to one person: below its mean if some are late or silent. */
export const findOptionValues = ({ means, delivery }: SimulationResult): readonly number[] => delivery?.values ?? means

/** The loss of an even split, which needs no simulation; exactly 0 if all options are equal. */
export function computeEvenSplitLoss(means: readonly number[], people: number): number {
  const best = Math.max(...means)
  return (people * means.reduce((sum, one) => sum + (best - one), 0)) / means.length
}
