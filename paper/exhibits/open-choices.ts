// Ours: two choices that the paper leaves open, and the claims of Sections 5.2 and 5.3 under the
// other one: the introduction's reading of the budget of draws, and variance c/n for M-TS-Gaussian.

import { describeRuns, measurementRows, regretAxis, regretPoint, regretSeries } from "../chart-parts.ts"
import { exhibit } from "../exhibit.ts"
import { introductionEta, simulateIntroduction } from "../introduction-reading.ts"
import { formatNumber } from "../judging/format-number.ts"
import { judgeLowerRegret, judgeSmaller } from "../judging/judgement.ts"
import type { Measurement, Setting } from "../judging/measurement.ts"
import { equalPrivacyScale, equalRegretScale, paperArms, paperHorizon, publishedEta } from "../setting.ts"
import { type Pair, pairMeasurements, pairSettings } from "./pre-pulls.ts"

const alphas = [0, 1] as const

/**
 * M-TS-Gaussian with the variance that Section 3 describes: at equal privacy, and with an equal
 * regret bound.
 */
const describedSettings = (runs: number): Setting[] =>
  [
    { prePulls: 1, varianceScale: equalPrivacyScale(0, paperHorizon, 1) },
    { prePulls: 2000, varianceScale: equalPrivacyScale(1, paperHorizon, 2000) },
    ...alphas.map((alpha) => ({ prePulls: 0, varianceScale: equalRegretScale(alpha, paperHorizon) })),
  ].map(({ prePulls, varianceScale }) => ({
    algorithm: "m-ts-gaussian",
    parameters: { prePulls, varianceScale, variance: "paper" },
    environment: paperArms,
    horizon: paperHorizon,
    runs,
    label: `M-TS-Gaussian with variance c/n, b = ${prePulls}, c = ${formatNumber(varianceScale)}`,
  }))

export interface OpenChoiceResults {
  readonly pairs: readonly Pair[]
  readonly described: readonly Measurement[]
  /** The budget refilled at every pull, at each α of the pairs. */
  readonly refilled: readonly Measurement[]
}

export const openChoices = exhibit<OpenChoiceResults>({
  id: "open-choices",
  title: "Two choices that the paper leaves open, made the other way",
  claim: "The comparisons with M-TS-Gaussian come out the same under either choice; regret itself does not.",
  source: "Section 1 against Algorithm 1, and Section 3 against Ou et al.; the comparison is not in the paper",
  caption:
    "“… pre-pulling each arm b times and scaling the variance of the Gaussian distribution as c/n_i.” “Among all the rounds between two consecutive pulls of arm i, DP-TS-UCB can only draw a Gaussian mean reward model in each of the first φ rounds.”",
  choices: [
    "Variance of M-TS-Gaussian: c/(n+1) of Ou et al. elsewhere, to which the quoted guarantees belong; here c/n as described.",
    "The introduction’s reading: epochs as in Algorithm 1, but the budget and MAX start anew at every pull of the arm.",
    "Everywhere else Algorithm 1 is followed, which the privacy proof and the caption of Figure 1 agree with.",
  ],

  async simulate(laboratory, onShare = () => {}) {
    const { runs, seed } = laboratory
    const settings = [...pairSettings(runs), ...describedSettings(runs)]
    const measured = await laboratory.measure(settings, (share) => onShare(share / 2))
    const refilled: Measurement[] = []
    for (const [index, alpha] of alphas.entries()) {
      const regret = await simulateIntroduction(alpha, paperHorizon, runs, seed, (share) =>
        onShare((1 + (index + share) / alphas.length) / 2),
      )
      refilled.push({
        label: `refilled at every pull, α = ${alpha}`,
        algorithm: "dp-ts-ucb",
        parameters: { alpha },
        horizon: paperHorizon,
        regret,
        eta: introductionEta(alpha, paperHorizon),
        published: publishedEta(alpha, paperHorizon),
      })
    }
    return { pairs: pairMeasurements(measured), described: measured.slice(2 * alphas.length), refilled }
  },

  check: ({ pairs, described, refilled }) => {
    const [least, most] = pairs
    const [refilled0, refilled1] = refilled
    const [private0, private1, bound0, bound1] = described
    return [
      ...alphas.map((alpha, index) =>
        judgeLowerRegret(
          {
            id: `open-choices/lower-${alpha}`,
            claim: `At α = ${alpha}, a budget that is refilled at every pull gives lower regret than that of Algorithm 1.`,
            by: "ours",
          },
          refilled[index],
          pairs[index].dpTsUcb,
        ),
      ),
      judgeLowerRegret(
        {
          id: "open-choices/refilled-0",
          claim: "With the budget refilled at every pull, M-TS-Gaussian still has lower regret at α = 0.",
          by: "ours",
        },
        least.mTsGaussian,
        refilled0,
      ),
      judgeLowerRegret(
        {
          id: "open-choices/refilled-1",
          claim:
            "With the budget refilled at every pull, DP-TS-UCB still has lower regret than M-TS-Gaussian at α = 1.",
          by: "ours",
        },
        refilled1,
        most.mTsGaussian,
      ),
      ...(
        [
          [
            "privacy-0",
            "At equal privacy and α = 0, M-TS-Gaussian with variance c/n has lower regret.",
            private0,
            least.dpTsUcb,
          ],
          [
            "privacy-1",
            "At equal privacy and α = 1, DP-TS-UCB has lower regret than with variance c/n.",
            most.dpTsUcb,
            private1,
          ],
          [
            "bound-0",
            "With the same regret bound at α = 0, DP-TS-UCB has lower regret than with variance c/n.",
            least.dpTsUcb,
            bound0,
          ],
          [
            "bound-1",
            "With the same regret bound at α = 1, DP-TS-UCB has lower regret than with variance c/n.",
            most.dpTsUcb,
            bound1,
          ],
        ] as const
      ).map(([id, claim, fewer, more]) =>
        judgeLowerRegret(
          {
            id: `open-choices/variance-${id}`,
            claim: claim.replace("than with", "than M-TS-Gaussian with"),
            by: "ours",
          },
          fewer,
          more,
        ),
      ),
      judgeSmaller(
        {
          id: "open-choices/published",
          claim: "The published η covers both readings.",
          by: "ours",
        },
        "largest tight η of the refilled reading / published η",
        Math.max(...refilled.map(({ eta, published }) => (eta ?? Number.NaN) / (published ?? Number.NaN))),
        1,
        `At α = 1: ${formatNumber(refilled1.eta ?? Number.NaN)} refilled and ${formatNumber(most.dpTsUcb.eta ?? Number.NaN)} as in Algorithm 1, ${formatNumber(refilled1.published ?? Number.NaN)} as published. A mean of n rewards serves 2n pulls, each with a budget.`,
      ),
    ]
  },

  charts: ({ pairs, described, refilled }) => [
    {
      name: "",
      chart: {
        title: "Regret under each choice, at equal published privacy",
        caption: `Mean regret after 10⁶ rounds on the paper's five arms, ${describeRuns([...pairs.flatMap(({ dpTsUcb, mTsGaussian }) => [dpTsUcb, mTsGaussian]), ...described, ...refilled])} a point, bars are 99% intervals. All have the same published privacy at each α.`,
        x: { label: "α", scale: "linear" },
        y: { ...regretAxis, scale: "log" },
        legend: "top",
        series: [
          regretSeries(
            "DP-TS-UCB, Algorithm 1",
            pairs.map(({ alpha, dpTsUcb }) => regretPoint(alpha, dpTsUcb)),
          ),
          regretSeries(
            "DP-TS-UCB, refilled at every pull",
            refilled.map((measurement, index) => regretPoint(alphas[index], measurement)),
          ),
          regretSeries(
            "M-TS-Gaussian, variance c/(n+1)",
            pairs.map(({ alpha, mTsGaussian }) => regretPoint(alpha, mTsGaussian)),
          ),
          regretSeries(
            "M-TS-Gaussian, variance c/n",
            alphas.map((alpha, index) => regretPoint(alpha, described[index])),
          ),
        ],
      },
    },
  ],

  table: ({ pairs, described, refilled }) =>
    measurementRows([
      ...pairs.flatMap(({ dpTsUcb, mTsGaussian }) => [dpTsUcb, mTsGaussian]),
      ...described,
      ...refilled,
    ]),
})
