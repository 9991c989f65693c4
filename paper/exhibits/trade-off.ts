// Figure 3 (varyingAlphaT, eta_varyingAlpha): regret and η of DP-TS-UCB by horizon and α.

import { powerLabel } from "@armistice/lab"
import { computedSeries, describeRuns, measurementRows, regretAxis, regretSeries } from "../chart-parts.ts"
import { exhibit } from "../exhibit.ts"
import { formatNumber } from "../judging/format-number.ts"
import { computeRatio, exactly } from "../judging/interval.ts"
import {
  type Claim,
  combineVerdicts,
  decideVerdict,
  type Judgement,
  judge,
  judgeLowerRegret,
  judgeSmaller,
} from "../judging/judgement.ts"
import type { Measurement, Setting } from "../judging/measurement.ts"
import { paperAlphas, paperArms, paperHorizon, publishedEta } from "../setting.ts"

/** The paper's horizons and beyond: 10⁹ rounds cost no more than a few milliseconds a run. */
const horizons = [1e4, 1e5, 1e6, 1e7, 1e8, 1e9] as const

export interface TradeOffResults {
  readonly points: readonly Measurement[]
}

/** One point of DP-TS-UCB. Runs are cheap: 50 times the paper's number at its own horizon. */
export function createDpTsUcbSetting(alpha: number, runs: number, horizon: number = paperHorizon): Setting {
  return {
    algorithm: "dp-ts-ucb",
    parameters: { alpha },
    environment: paperArms,
    horizon,
    runs: (horizon === paperHorizon ? 50 : 10) * runs,
    label: `DP-TS-UCB, α = ${alpha}`,
    curve: horizon === paperHorizon,
  }
}

export const tradeOff = exhibit<TradeOffResults>({
  id: "trade-off",
  title: "Privacy and regret of DP-TS-UCB by α and T",
  claim: "A larger α gives more privacy and more regret; at α = 1 the privacy no longer depends on T.",
  source: "Figure 3 and Section 5.1",
  caption:
    "“DP-TS-UCB’s privacy vs regret with different α and T. (a) The impact of learning horizon T and trade-off parameter α on the regret by the end of round T. (b) The impact of learning horizon T and trade-off parameter α on the GDP parameter η by the end of round T.”",
  choices: [
    "The paper does not print its horizons; the claim is judged at every power of ten from 10⁴ to 10⁹.",
    "The η drawn is that of Theorem 4.4, as published.",
    "The budget is that of Algorithm 1. Refilled at every pull, regret rises with α at T = 10⁴ and 10⁵, too: “Two choices that the paper leaves open”.",
  ],

  async simulate(laboratory, onShare) {
    const settings = horizons.flatMap((horizon) =>
      paperAlphas.map((alpha) => ({ ...createDpTsUcbSetting(alpha, laboratory.runs, horizon), curve: false })),
    )
    return { points: await laboratory.measure(settings, onShare) }
  },

  check({ points }) {
    const at = (alpha: number, horizon: number) =>
      points.find((point) => point.parameters.alpha === alpha && point.horizon === horizon) as Measurement
    return [
      ...horizons.map((horizon) =>
        judgeRising(
          {
            id: `trade-off/rising-${horizon}`,
            paper: "“increasing α leads to … higher regret” (Section 5.1)",
            claim: `At T = ${powerLabel(horizon)}, the regret of DP-TS-UCB rises from each α to the next.`,
          },
          paperAlphas.map((alpha) => at(alpha, horizon)),
        ),
      ),
      ...horizons.map((horizon) =>
        judgeLowerRegret(
          {
            id: `trade-off/ends-${horizon}`,
            claim: `At T = ${powerLabel(horizon)}, α = 0 has lower regret than α = 1.`,
          },
          at(0, horizon),
          at(1, horizon),
        ),
      ),
      judgeFallingEta(),
      judgeSmaller(
        { id: "trade-off/eta-grows", claim: "For α < 1, η grows with T: longer horizons are less private." },
        "largest η(T) / η(10 T) over all α < 1",
        Math.max(
          ...paperAlphas
            .filter((alpha) => alpha < 1)
            .flatMap((alpha) =>
              horizons.slice(1).map((horizon) => publishedEta(alpha, horizon / 10) / publishedEta(alpha, horizon)),
            ),
        ),
        1,
        "Each η at T is below that at 10 T (computed from Theorem 4.4).",
      ),
      judgeConstantEta(points.filter(({ parameters }) => parameters.alpha === 1)),
    ]
  },

  charts: ({ points }) => [
    {
      name: "regret",
      chart: {
        title: "Regret of DP-TS-UCB by horizon",
        caption: `Mean regret after T rounds on the paper's five arms, ${describeRuns(points)} a point, bars are 99% intervals. More privacy (larger α) costs more regret at long horizons; at T = 10⁴ it falls from α = 0.5 to 0.75, and at 10⁵ that is undecided.`,
        x: { label: "horizon T", unit: "rounds", scale: "log" },
        y: { ...regretAxis, scale: "linear", from: 0 },
        series: paperAlphas.map((alpha) =>
          regretSeries(
            `α = ${alpha}`,
            points.filter((point) => point.parameters.alpha === alpha),
            (point) => [point.horizon, point],
          ),
        ),
      },
    },
    {
      name: "eta",
      chart: {
        title: "Privacy of DP-TS-UCB by horizon, as published",
        caption:
          "The loss η of Theorem 4.4: lower is more private. It grows with T unless α = 1, where it is 2.875 for every T. Values are exact, not simulated.",
        x: { label: "horizon T", unit: "rounds", scale: "log" },
        y: { label: "η", unit: "GDP", scale: "log" },
        series: paperAlphas.map((alpha) =>
          computedSeries(`α = ${alpha}`, horizons, (horizon) => [horizon, publishedEta(alpha, horizon)]),
        ),
      },
    },
  ],

  table: ({ points }) => measurementRows(points),
})

/** Regret rises from each α to the next; shown is the smallest rise. */
export function judgeRising(claim: Claim, points: readonly Measurement[]): Judgement {
  const rises = points.slice(1).map((point, index) => ({
    from: points[index].parameters.alpha,
    to: point.parameters.alpha,
    ratio: computeRatio(point.regret, points[index].regret),
  }))
  const least = rises.reduce((a, b) => (b.ratio.value < a.ratio.value ? b : a))
  return judge(
    claim,
    combineVerdicts(rises.map(({ ratio }) => decideVerdict(ratio, "above", 1))),
    `smallest rise: regret at α = ${least.to} / α = ${least.from}`,
    least.ratio,
    `Regret at α = ${paperAlphas.join(", ")}: ${points.map(({ regret }) => formatNumber(regret.mean)).join(", ")}.`,
  )
}

function judgeFallingEta(): Judgement {
  const ratios = horizons.flatMap((horizon) =>
    paperAlphas
      .slice(1)
      .map((alpha, index) => publishedEta(alpha, horizon) / publishedEta(paperAlphas[index], horizon)),
  )
  return judgeSmaller(
    { id: "trade-off/eta-falls", claim: "At every T, η falls from each α to the next." },
    "largest η(next α) / η(α) over all T",
    Math.max(...ratios),
    1,
    `At T = 10⁶: ${paperAlphas.map((alpha) => formatNumber(publishedEta(alpha, paperHorizon))).join(", ")}.`,
  )
}

/** Constant to within rounding: the largest and the smallest differ by less than a millionth. */
function judgeConstantEta(points: readonly Measurement[]): Judgement {
  const losses = points.map(({ published }) => published)
  const spread = Math.max(...losses) / Math.min(...losses) - 1
  return judge(
    {
      id: "trade-off/constant-eta",
      claim: "At α = 1 the privacy is the same for every T.",
      paper: "√(2c₀) = 2.875",
    },
    decideVerdict(exactly(spread), "below", 1e-6),
    "η at α = 1, T = 10⁶",
    exactly(losses[horizons.indexOf(paperHorizon)]),
    `η as published at α = 1: ${formatNumber(Math.min(...losses))} to ${formatNumber(Math.max(...losses))} from T = 10⁴ to 10⁹.`,
  )
}
