// Figure 5 (tregret_ and c0regret_Bernoulli_without_epsi): at the same published privacy.

import { curvesChart, describeRuns, measurementRows } from "../chart-parts.ts"
import { exhibit } from "../exhibit.ts"
import { formatNumber, formatWithInterval } from "../judging/format-number.ts"
import { computeRatio } from "../judging/interval.ts"
import { judge, judgeLowerRegret, judgeSmaller } from "../judging/judgement.ts"
import { listMeasurements, type Pair } from "../pairs.ts"
import { pairMeasurements, pairSettings } from "./pre-pulls.ts"

export interface EqualPrivacyResults {
  readonly pairs: readonly Pair[]
}

export const equalPrivacy = exhibit<EqualPrivacyResults>({
  id: "equal-privacy",
  title: "Under the same published privacy: DP-TS-UCB and the best M-TS-Gaussian",
  claim: "At α = 0 M-TS-Gaussian is slightly better, with a small gap; at α = 1 DP-TS-UCB is significantly better.",
  source: "Figure 5 and Section 5.3",
  caption: "“The regret of DP-TS-UCB and M-TS-Gaussian under the same privacy guarantee with α = 0 and α = 1.”",
  choices: [
    "“The empirical regret gap is small” names no number, so nothing decides it; the ratio is given.",
    "The c is that of the appendix, without the square root of the main text, as the printed values are.",
    "Readings of the budget and of the variance of M-TS-Gaussian are in “Two choices that the paper leaves open”.",
  ],

  async simulate(laboratory, onShare) {
    return { pairs: pairMeasurements(await laboratory.measure(pairSettings(laboratory.runs), onShare)) }
  },

  check: ({ pairs }) => {
    const [least, most] = pairs
    const gap = computeRatio(least.dpTsUcb.regret, least.mTsGaussian.regret)
    return [
      ...pairs.map(({ alpha, dpTsUcb, mTsGaussian }) =>
        judgeSmaller(
          {
            id: `equal-privacy/eta-${alpha}`,
            claim: `At α = ${alpha}, both promise the same η, as published (to a ten-thousandth).`,
          },
          "relative difference of published η, in ten-thousandths",
          1e4 * Math.abs(dpTsUcb.published / mTsGaussian.published - 1),
          1,
          `η = ${formatNumber(dpTsUcb.published)} and ${formatNumber(mTsGaussian.published)}.`,
        ),
      ),
      judgeLowerRegret(
        {
          id: "equal-privacy/alpha-0",
          claim: "With the same privacy at α = 0, M-TS-Gaussian has lower regret than DP-TS-UCB.",
        },
        least.mTsGaussian,
        least.dpTsUcb,
      ),
      judge(
        {
          id: "equal-privacy/gap-0",
          claim: "With the same privacy at α = 0, the gap is small.",
          paper: "“the empirical regret gap is small”",
        },
        // The paper gives no number that would decide it.
        "undecided",
        "regret of DP-TS-UCB / M-TS-Gaussian",
        gap,
        `DP-TS-UCB: ${formatWithInterval(least.dpTsUcb)}; M-TS-Gaussian: ${formatWithInterval(least.mTsGaussian)}. The paper does not say up to which ratio a gap is small, so nothing decides it.`,
      ),
      judgeLowerRegret(
        {
          id: "equal-privacy/alpha-1",
          claim: "With the same privacy at α = 1, DP-TS-UCB has lower regret than M-TS-Gaussian.",
        },
        most.dpTsUcb,
        most.mTsGaussian,
      ),
    ]
  },

  charts: ({ pairs }) =>
    pairs.map(({ alpha, dpTsUcb, mTsGaussian }) => ({
      name: `alpha-${alpha}`,
      chart: curvesChart(
        `Regret over time at the same published privacy, α = ${alpha} (η = ${formatNumber(dpTsUcb.published)})`,
        alpha === 0
          ? `Mean regret, ${describeRuns([dpTsUcb, mTsGaussian])}, bands are 99% intervals. M-TS-Gaussian is lower.`
          : `Mean regret, ${describeRuns([dpTsUcb, mTsGaussian])}, bands are 99% intervals. M-TS-Gaussian pays for its 2,000 pre-pulls of each arm; DP-TS-UCB stays far below.`,
        [dpTsUcb, mTsGaussian],
      ),
    })),

  table: ({ pairs }) => measurementRows(listMeasurements(pairs)),
})
