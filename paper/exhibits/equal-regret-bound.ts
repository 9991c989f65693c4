// Figure 4 (fixregret_varyingalpha, varyingalpha_eta): at regret bounds of the same order.

import { computedSeries, describeRuns, measurementRows, regretAxis, regretSeries } from "../chart-parts.ts"
import { exhibit } from "../exhibit.ts"
import { judgeLowerRegret, judgeSmaller } from "../judging/judgement.ts"
import type { Setting } from "../judging/measurement.ts"
import { listMeasurements, type Pair, pairUp } from "../pairs.ts"
import { equalRegretScale, paperAlphas, paperArms, paperHorizon } from "../setting.ts"
import { createDpTsUcbSetting } from "./trade-off.ts"

export interface EqualRegretBoundResults {
  readonly points: readonly Pair[]
}

export const listEqualBoundSettings = (runs: number): Setting[] =>
  paperAlphas.flatMap((alpha) => [
    { ...createDpTsUcbSetting(alpha, runs), curve: false },
    {
      algorithm: "m-ts-gaussian",
      parameters: { prePulls: 0, varianceScale: equalRegretScale(alpha, paperHorizon) },
      environment: paperArms,
      horizon: paperHorizon,
      runs,
      label: `M-TS-Gaussian, c = 5 ln^${alpha} T`,
      curve: false,
    },
  ])

export const equalRegretBound = exhibit<EqualRegretBoundResults>({
  id: "equal-regret-bound",
  title: "Under the same regret bound: DP-TS-UCB and M-TS-Gaussian (b = 0, c = 5 ln^α T)",
  claim: "With regret bounds of the same order, DP-TS-UCB has lower regret and better privacy than M-TS-Gaussian.",
  source: "Figure 4 and Section 5.2",
  caption:
    "“The performance of DP-TS-UCB and M-TS-Gaussian under the same theoretical regret bound. (a) Regret by the end of round T … (b) GDP parameter η by the end of round T …”",
  choices: [
    "M-TS-Gaussian draws with variance c/(n+1) as Ou et al. do; “Two choices that the paper leaves open” judges every α with c/n.",
    "The budget is that of Algorithm 1; the same exhibit judges every α with the budget refilled at every pull.",
    "The η compared is as published; at α = 0 the tight one is judged too.",
  ],

  async simulate(laboratory, onShare) {
    const measured = await laboratory.measure(listEqualBoundSettings(laboratory.runs), onShare)
    return { points: pairUp(paperAlphas, measured) }
  },

  check: ({ points }) => [
    ...points.map(({ alpha, dpTsUcb, mTsGaussian }) =>
      judgeLowerRegret(
        {
          id: `equal-regret-bound/regret-${alpha}`,
          claim: `With the same regret bound at α = ${alpha}, DP-TS-UCB has lower regret than M-TS-Gaussian.`,
        },
        dpTsUcb,
        mTsGaussian,
      ),
    ),
    ...points.map(({ alpha, dpTsUcb, mTsGaussian }) =>
      judgeSmaller(
        {
          id: `equal-regret-bound/eta-${alpha}`,
          claim: `With the same regret bound at α = ${alpha}, DP-TS-UCB has better privacy than M-TS-Gaussian (published η).`,
        },
        "published η of DP-TS-UCB / M-TS-Gaussian",
        dpTsUcb.published,
        mTsGaussian.published,
      ),
    ),
    ...points
      .filter(({ alpha }) => alpha === 0)
      .map(({ dpTsUcb, mTsGaussian }) =>
        judgeSmaller(
          {
            id: "equal-regret-bound/tight-eta-0",
            claim:
              "With the same regret bound at α = 0, DP-TS-UCB has better privacy when its loss is counted tightly.",
            by: "ours",
          },
          "η of DP-TS-UCB (tight) / M-TS-Gaussian",
          dpTsUcb.eta,
          mTsGaussian.published,
        ),
      ),
  ],

  charts: ({ points }) => [
    {
      name: "regret",
      chart: {
        title: "Regret under the same regret bound",
        caption: `Mean regret after 10⁶ rounds on the paper's five arms, ${describeRuns(listMeasurements(points))} a point, bars are 99% intervals. DP-TS-UCB is lower at every α, and the gap widens with α.`,
        x: { label: "α", scale: "linear" },
        y: { ...regretAxis, scale: "linear", from: 0 },
        series: [
          regretSeries("DP-TS-UCB", points, ({ alpha, dpTsUcb }) => [alpha, dpTsUcb]),
          regretSeries("M-TS-Gaussian", points, ({ alpha, mTsGaussian }) => [alpha, mTsGaussian]),
        ],
      },
    },
    {
      name: "eta",
      chart: {
        title: "Privacy under the same regret bound",
        caption:
          "Loss η at T = 10⁶: lower is more private. The curves cross: at α = 0 it is M-TS-Gaussian that is more private, by either accounting. Values are exact, not simulated.",
        x: { label: "α", scale: "linear" },
        y: { label: "η", unit: "GDP", scale: "log" },
        series: [
          computedSeries("DP-TS-UCB, published", points, ({ alpha, dpTsUcb }) => [alpha, dpTsUcb.published]),
          computedSeries("M-TS-Gaussian, published", points, (point) => [point.alpha, point.mTsGaussian.published]),
          computedSeries("DP-TS-UCB, tight", points, ({ alpha, dpTsUcb }) => [alpha, dpTsUcb.eta]),
        ],
      },
    },
  ],

  table: ({ points }) => measurementRows(listMeasurements(points)),
})
