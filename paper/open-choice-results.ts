// The claims of the paper under the other reading of two choices: the budget of draws refilled at
// every pull (introduction) instead of at the end of an epoch, and M-TS-Gaussian with variance c/n
// (Section 3) instead of c/(n+1).

import { listEqualBoundSettings } from "./exhibits/equal-regret-bound.ts"
import { type PrePullPoint, pairMeasurements, pairSettings, prePulls, printedBest } from "./exhibits/pre-pulls.ts"
import { introductionEta, simulateIntroduction } from "./introduction-reading.ts"
import { formatNumber } from "./judging/format-number.ts"
import type { Measurement, Setting } from "./judging/measurement.ts"
import type { Laboratory, OnShare } from "./laboratory.ts"
import { type Pair, pairUp } from "./pairs.ts"
import { pureRivalSettings } from "./pure-rivals.ts"
import { equalPrivacyScale, equalRegretScale, paperAlphas, paperArms, paperHorizon, publishedEta } from "./setting.ts"

/** The horizons of the refilled budget: longer ones would take too long, round by round. */
export const refilledHorizons = [1e4, 1e5, 1e6] as const

export interface OpenChoiceResults {
  /** At the same published privacy as in Figure 5, and the same regret bound as in Figure 4. */
  readonly pairs: readonly Pair[]
  readonly equalBound: readonly Pair[]
  /** The (ε, 0)-DP algorithms (Figure 7). */
  readonly pure: readonly Measurement[]
  /** The budget refilled at every pull, at each horizon and α. */
  readonly refilled: readonly Measurement[]
  /** Variance c/n at each α with the same regret bound, and with each b at the same privacy. */
  readonly describedBound: readonly Measurement[]
  readonly describedPrePulls: readonly PrePullPoint[]
}

export async function measureOpenChoices(laboratory: Laboratory, onShare: OnShare): Promise<OpenChoiceResults> {
  const { runs } = laboratory
  const grid = printedBest.flatMap(({ alpha }) => prePulls.map((b) => ({ alpha, b })))
  const lists = [
    pairSettings(runs).map((setting) => ({ ...setting, curve: false })),
    listEqualBoundSettings(runs),
    pureRivalSettings(runs).map((setting) => ({ ...setting, curve: false })),
    paperAlphas.map((alpha) => describedSetting(0, equalRegretScale(alpha, paperHorizon), runs)),
    grid.map(({ alpha, b }) => describedSetting(b, equalPrivacyScale(alpha, paperHorizon, b), runs)),
  ]
  const measured = await laboratory.measure(lists.flat(), (share) => onShare(share / 2))
  let next = 0
  const [pairs, equalBound, pure, describedBound, described] = lists.map((list) => list.map(() => measured[next++]))
  return {
    pairs: pairMeasurements(pairs),
    equalBound: pairUp(paperAlphas, equalBound),
    pure,
    refilled: await measureRefilled(laboratory, (share) => onShare((1 + share) / 2)),
    describedBound,
    describedPrePulls: grid.map((point, index) => ({ ...point, regret: described[index] })),
  }
}

/** M-TS-Gaussian with the variance that Section 3 describes. */
const describedSetting = (prePulls: number, varianceScale: number, runs: number): Setting => ({
  algorithm: "m-ts-gaussian",
  parameters: { prePulls, varianceScale, variance: "paper" },
  environment: paperArms,
  horizon: paperHorizon,
  runs,
  label: `M-TS-Gaussian with variance c/n, b = ${prePulls}, c = ${formatNumber(varianceScale)}`,
})

/** Ten times the runs of a costly point, as Figure 3 has at its other horizons. */
async function measureRefilled({ runs, seed }: Laboratory, onShare: OnShare): Promise<Measurement[]> {
  const points = refilledHorizons.flatMap((horizon) => paperAlphas.map((alpha) => ({ horizon, alpha })))
  const rounds = points.reduce((sum, { horizon }) => sum + horizon, 0)
  const refilled: Measurement[] = []
  let done = 0
  for (const { alpha, horizon } of points) {
    refilled.push({
      label: `DP-TS-UCB refilled at every pull, α = ${alpha}`,
      algorithm: "dp-ts-ucb",
      parameters: { alpha },
      horizon,
      regret: await simulateIntroduction(alpha, horizon, 10 * runs, seed, (share) =>
        onShare((done + share * horizon) / rounds),
      ),
      eta: introductionEta(alpha, horizon),
      published: publishedEta(alpha, horizon),
    })
    done += horizon
  }
  return refilled
}
