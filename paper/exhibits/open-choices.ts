// Ours: two choices that the paper leaves open, and every claim that rests on them under the other
// one: the introduction's reading of the budget of draws, and variance c/n for M-TS-Gaussian.

import { describeRuns, measurementRows, regretAxis, regretSeries } from "../chart-parts.ts"
import { exhibit, type NamedChart } from "../exhibit.ts"
import { formatNumber } from "../judging/format-number.ts"
import type { Measurement } from "../judging/measurement.ts"
import { judgeOpenChoices, refilledAt } from "../open-choice-claims.ts"
import { measureOpenChoices, type OpenChoiceResults, refilledHorizons } from "../open-choice-results.ts"
import { listMeasurements, type Pair } from "../pairs.ts"
import { paperAlphas } from "../setting.ts"
import { printedBest } from "./pre-pulls.ts"

export const openChoices = exhibit<OpenChoiceResults>({
  id: "open-choices",
  title: "Two choices that the paper leaves open, made the other way",
  claim:
    "No comparison of algorithms changes under either choice; but with the budget refilled at every pull, regret rises with α at every T judged, as Section 5.1 says.",
  source: "Section 1 against Algorithm 1, and Section 3 against Ou et al.; the comparison is not in the paper",
  caption:
    "“… pre-pulling each arm b times and scaling the variance of the Gaussian distribution as c/n_i.” “Among all the rounds between two consecutive pulls of arm i, DP-TS-UCB can only draw a Gaussian mean reward model in each of the first φ rounds.”",
  choices: [
    "Variance of M-TS-Gaussian: c/(n+1) of Ou et al. elsewhere, to which the quoted guarantees belong; here c/n as described.",
    "With variance c/n the printed c = 1.18 and b = 1 promise η = 921.3, not 651.5; equal privacy asks for c = 2.356, which is the row of b = 0.",
    "The introduction’s reading: epochs as in Algorithm 1, but the budget and MAX start anew at every pull of the arm.",
    "Everywhere else Algorithm 1 is followed, which the privacy proof and the caption of Figure 1 agree with.",
    "The refilled budget is simulated round by round, so its T end at 10⁶.",
    "Each choice is changed by itself: DP-TS-UCB refilled meets variance c/(n+1), and variance c/n meets Algorithm 1.",
  ],

  simulate: (laboratory, onShare = () => {}) => measureOpenChoices(laboratory, onShare),
  check: judgeOpenChoices,
  charts: (results) => [chartPrivacy(results), chartBound(results), chartHorizons(results), chartPrePulls(results)],

  table: ({ pairs, equalBound, pure, refilled, describedBound, describedPrePulls }) =>
    measurementRows([
      ...listMeasurements(pairs),
      ...listMeasurements(equalBound),
      ...pure,
      ...refilled,
      ...describedBound,
      ...describedPrePulls.map(({ regret }) => regret),
    ]),
})

function chartPrivacy({ pairs, refilled, describedPrePulls }: OpenChoiceResults): NamedChart {
  const described = describedPrePulls
    .filter((point) => printedBest.some(({ alpha, b }) => alpha === point.alpha && b === point.b))
    .map(({ regret }) => regret)
  return chartReadings(
    "",
    "Regret under each choice, with the c of the appendix",
    `All have the published privacy of DP-TS-UCB at each α, but for variance c/n at α = 0: there the printed c and b promise η = ${formatNumber(described[0].published)} instead of ${formatNumber(pairs[0].dpTsUcb.published)}.`,
    { pairs, refilled, described },
  )
}

const chartBound = ({ equalBound, refilled, describedBound }: OpenChoiceResults): NamedChart =>
  chartReadings(
    "bound",
    "Regret under each choice, with the same regret bound",
    "M-TS-Gaussian has b = 0 and c = 5 ln^α T.",
    { pairs: equalBound, refilled, described: describedBound },
  )

interface Readings {
  readonly pairs: readonly Pair[]
  readonly refilled: readonly Measurement[]
  /** M-TS-Gaussian with variance c/n, at the α of the pairs. */
  readonly described: readonly Measurement[]
}

/** Both readings of both algorithms by α. */
function chartReadings(
  name: string,
  title: string,
  note: string,
  { pairs, refilled, described }: Readings,
): NamedChart {
  const atPairs = pairs.map(({ alpha }) => refilledAt(refilled, alpha))
  const series = (label: string, measured: readonly Measurement[]) =>
    regretSeries(label, pairs, ({ alpha }, index) => [alpha, measured[index]])
  return {
    name,
    chart: {
      title,
      caption: `Mean regret after 10⁶ rounds on the paper's five arms, ${describeRuns([...listMeasurements(pairs), ...described, ...atPairs])} a point, bars are 99% intervals. ${note}`,
      x: { label: "α", scale: "linear" },
      y: { ...regretAxis, scale: "log" },
      legend: "top",
      series: [
        series(
          "DP-TS-UCB, Algorithm 1",
          pairs.map(({ dpTsUcb }) => dpTsUcb),
        ),
        series("DP-TS-UCB, refilled at every pull", atPairs),
        series(
          "M-TS-Gaussian, variance c/(n+1)",
          pairs.map(({ mTsGaussian }) => mTsGaussian),
        ),
        series("M-TS-Gaussian, variance c/n", described),
      ],
    },
  }
}

function chartHorizons({ refilled }: OpenChoiceResults): NamedChart {
  return {
    name: "horizons",
    chart: {
      title: "Regret of DP-TS-UCB by horizon, with the budget refilled at every pull",
      caption: `Mean regret after T rounds on the paper's five arms, ${describeRuns(refilled)} a point, bars are 99% intervals. Compare with the figure of Section 5.1, which has the budget of Algorithm 1.`,
      x: { label: "horizon T", unit: "rounds", scale: "log" },
      y: { ...regretAxis, scale: "linear", from: 0 },
      series: paperAlphas.map((alpha) =>
        regretSeries(`α = ${alpha}`, refilledHorizons, (horizon) => [horizon, refilledAt(refilled, alpha, horizon)]),
      ),
    },
  }
}

function chartPrePulls({ describedPrePulls }: OpenChoiceResults): NamedChart {
  return {
    name: "pre-pulls",
    chart: {
      title: "Regret of M-TS-Gaussian with variance c/n by b, with the c of the appendix",
      caption: `Mean regret after 10⁶ rounds, ${describeRuns(describedPrePulls.map(({ regret }) => regret))} a point, bars are 99% intervals. The paper's choice is ${printedBest.map(({ alpha, b }) => `b = ${b} at α = ${alpha}`).join(" and ")}. b = 0 is drawn at 0.5.`,
      x: { label: "pre-pulls of each arm, b", scale: "log" },
      y: { ...regretAxis, scale: "log" },
      series: printedBest.map((best) =>
        regretSeries(
          `α = ${best.alpha}`,
          describedPrePulls.filter(({ alpha }) => alpha === best.alpha),
          ({ b, regret }) => [Math.max(b, 0.5), regret],
        ),
      ),
    },
  }
}
