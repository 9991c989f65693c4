// Figure 6 (tregret_Bernoulli1, c0regret_Bernoulli2): the best b of M-TS-Gaussian.

import { describeRuns, measurementRows, regretAxis, regretSeries } from "../chart-parts.ts"
import { exhibit } from "../exhibit.ts"
import { formatNumber } from "../judging/format-number.ts"
import { exactly } from "../judging/interval.ts"
import { decideVerdict, judge, judgeLowestRegret } from "../judging/judgement.ts"
import type { Measurement, Setting } from "../judging/measurement.ts"
import { type Pair, pairUp } from "../pairs.ts"
import { equalPrivacyScale, paperArms, paperHorizon } from "../setting.ts"
import { createDpTsUcbSetting } from "./trade-off.ts"

/** The grid of the appendix. */
export const prePulls = [0, 1, 500, 1000, 2000, 5000, 100000] as const
/** The best b and its c, as the paper prints them. */
export const printedBest = [
  { alpha: 0, b: 1, c: 1.18 },
  { alpha: 1, b: 2000, c: 60.46 },
] as const

/** M-TS-Gaussian with b pre-pulls at the published privacy of DP-TS-UCB with α. */
export interface PrePullPoint {
  readonly alpha: number
  readonly b: number
  readonly regret: Measurement
}

export interface PrePullResults {
  readonly points: readonly PrePullPoint[]
}

function mTsGaussianSetting(alpha: number, b: number, runs: number): Setting {
  const varianceScale = equalPrivacyScale(alpha, paperHorizon, b)
  return {
    algorithm: "m-ts-gaussian",
    parameters: { prePulls: b, varianceScale },
    environment: paperArms,
    horizon: paperHorizon,
    runs,
    label: `M-TS-Gaussian, b = ${b}, c = ${formatNumber(varianceScale)}`,
    curve: printedBest.some((best) => best.alpha === alpha && best.b === b),
  }
}

/** DP-TS-UCB and M-TS-Gaussian at the same published privacy, with the printed b. */
export const pairSettings = (runs: number): Setting[] =>
  printedBest.flatMap(({ alpha, b }) => [createDpTsUcbSetting(alpha, runs), mTsGaussianSetting(alpha, b, runs)])

/** The measured pairs of `pairSettings`, in their order. */
export const pairMeasurements = (measured: readonly Measurement[]): Pair[] =>
  pairUp(
    printedBest.map(({ alpha }) => alpha),
    measured,
  )

export const prePullChoice = exhibit<PrePullResults>({
  id: "pre-pulls",
  title: "The choice of b for M-TS-Gaussian",
  claim: "At the privacy of DP-TS-UCB, M-TS-Gaussian is best with b = 1 (α = 0) and with b = 2000 (α = 1).",
  source: "Figure 6 and Appendix E.1",
  caption:
    "“The regret of M-TS-Gaussian with parameters b = {0, 1, 500, 1000, 2000, 5000, 100000} under two privacy guarantees.”",
  choices: [
    "The c is that of the appendix, without the square root of the main text.",
    "M-TS-Gaussian draws with variance c/(n+1) as Ou et al. do; “Two choices that the paper leaves open” judges the best b with c/n.",
  ],

  async simulate(laboratory, onShare) {
    const pairs = printedBest.flatMap(({ alpha }) => prePulls.map((b) => ({ alpha, b })))
    const measured = await laboratory.measure(
      pairs.map(({ alpha, b }) => ({ ...mTsGaussianSetting(alpha, b, laboratory.runs), curve: false })),
      onShare,
    )
    return { points: pairs.map((pair, index) => ({ ...pair, regret: measured[index] })) }
  },

  check: ({ points }) =>
    printedBest.flatMap(({ alpha, b, c }) => {
      const grid = points.filter((point) => point.alpha === alpha)
      const best = grid.find((point) => point.b === b) as (typeof grid)[0]
      const scale = best.regret.parameters.varianceScale as number
      return [
        judgeLowestRegret(
          {
            id: `pre-pulls/best-${alpha}`,
            claim: `At α = ${alpha}, b = ${b} has the lowest regret of the grid.`,
            paper: `b = ${b}`,
          },
          best.regret,
          grid.filter((point) => point.b !== b).map(({ regret }) => regret),
        ),
        judge(
          {
            id: `pre-pulls/c-${alpha}`,
            claim: `At α = ${alpha} and b = ${b}, equal privacy asks for c = ${c}.`,
            paper: `c = ${c}`,
          },
          decideVerdict(exactly(Math.abs(scale - c)), "below", 0.005),
          "c",
          exactly(scale),
          `c = ${formatNumber(scale)}, and η = ${formatNumber(best.regret.published)}.`,
        ),
      ]
    }),

  charts: ({ points }) =>
    printedBest.map(({ alpha, b }) => ({
      name: `alpha-${alpha}`,
      chart: {
        title: `Regret of M-TS-Gaussian by b at the privacy of DP-TS-UCB, α = ${alpha}`,
        caption: `Mean regret after 10⁶ rounds, ${describeRuns(points.map(({ regret }) => regret))} a point, bars are 99% intervals. c falls as b grows so that privacy stays the same. The paper's choice is b = ${b}. b = 0 is drawn at 0.5.`,
        x: { label: "pre-pulls of each arm, b", scale: "log" },
        y: { ...regretAxis, scale: "log" },
        series: [
          regretSeries(
            `M-TS-Gaussian, α = ${alpha}`,
            points.filter((point) => point.alpha === alpha),
            (point) => [Math.max(point.b, 0.5), point.regret],
          ),
        ],
      },
    })),

  table: ({ points }) => measurementRows(points.map(({ regret }) => regret)),
})
