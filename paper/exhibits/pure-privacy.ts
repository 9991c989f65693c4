// Figure 7 (tregret_Bernoulli_epsi_e, c0regret_Bernoulli_epsi_e): with (ε, 0)-DP algorithms at ε =
// 0.5, as the paper compares.

import { computeLaplaceEta } from "@armistice/core"
import { curvesChart, describeRuns, measurementRows } from "../chart-parts.ts"
import { exhibit } from "../exhibit.ts"
import { formatNumber } from "../judging/format-number.ts"
import { judgeLowerRegret, judgeSmaller } from "../judging/judgement.ts"
import type { Measurement } from "../judging/measurement.ts"
import { paperArms, paperHorizon } from "../setting.ts"
import { type Pair, pairMeasurements, pairSettings } from "./pre-pulls.ts"

const epsilon = 0.5
const rivals = [
  { algorithm: "dp-se", label: "DP-SE", times: 50, parameters: {} },
  // No source prints the base of its logarithm, so both are simulated; base 2 fits published
  // curves.
  { algorithm: "anytime-lazy-ucb", label: "Anytime-Lazy-UCB (log base 2)", times: 10, parameters: {} },
  { algorithm: "anytime-lazy-ucb", label: "Anytime-Lazy-UCB (log base e)", times: 10, parameters: { logBase: "e" } },
  { algorithm: "lazy-dp-ts", label: "Lazy-DP-TS", times: 1, parameters: {} },
] as const

export interface PurePrivacyResults {
  readonly pairs: readonly Pair[]
  readonly pure: readonly Measurement[]
}

export const purePrivacy = exhibit<PurePrivacyResults>({
  id: "pure-privacy",
  title: `With (ε, 0)-DP algorithms at ε = ${epsilon}`,
  claim:
    "At α = 0 DP-TS-UCB and M-TS-Gaussian beat the (ε, 0)-DP algorithms; at α = 1 M-TS-Gaussian is worse than they are, but DP-TS-UCB still beats Anytime-Lazy-UCB.",
  source: "Figure 7 and Appendix E.2",
  caption:
    "“The regret of DP-TS-UCB and M-TS-Gaussian under the same privacy guarantee with α = 0 and 1, with comparison to (ε, 0)-DP algorithms.”",
  choices: [
    "No source prints the base of the logarithm of Anytime-Lazy-UCB: every claim about it is judged with base 2 and base e.",
    "The privacy compared is the paper’s own, which is not equal; the next exhibit compares at equal η.",
  ],

  async simulate(laboratory, onShare) {
    const { runs } = laboratory
    const measured = await laboratory.measure(
      [
        ...pairSettings(runs),
        ...rivals.map(({ algorithm, label, times, parameters }) => ({
          algorithm,
          parameters: { epsilon, ...parameters },
          environment: paperArms,
          horizon: paperHorizon,
          runs: times * runs,
          label,
          curve: true,
        })),
      ],
      onShare,
    )
    return { pairs: pairMeasurements(measured), pure: measured.slice(-rivals.length) }
  },

  check: ({ pairs, pure }) => {
    const [least, most] = pairs
    const lower = (alpha: number, fewer: Measurement, more: Measurement, names: readonly [string, string]) =>
      judgeLowerRegret(
        {
          id: `pure-privacy/alpha-${alpha}/${names.join("-below-")}`,
          claim: `At α = ${alpha}, ${fewer.label.split(",")[0]} has lower regret than ${more.label.split(",")[0]} at ε = ${epsilon}.`,
        },
        fewer,
        more,
      )
    const lazyUcbs = pure.filter(({ algorithm }) => algorithm === "anytime-lazy-ucb")
    const nameOf = ({ algorithm, parameters }: Measurement): string =>
      parameters.logBase === "e" ? `${algorithm}-base-e` : algorithm
    return [
      ...pure.flatMap((rival) => [
        lower(0, least.dpTsUcb, rival, ["dp-ts-ucb", nameOf(rival)]),
        lower(0, least.mTsGaussian, rival, ["m-ts-gaussian", nameOf(rival)]),
      ]),
      ...pure.map((rival) => ({
        ...lower(1, rival, most.mTsGaussian, [nameOf(rival), "m-ts-gaussian"]),
        claim: `At α = 1, M-TS-Gaussian has more regret than ${rival.label} at ε = ${epsilon}.`,
      })),
      ...lazyUcbs.map((rival) => lower(1, most.dpTsUcb, rival, ["dp-ts-ucb", nameOf(rival)])),
      judgeSmaller(
        {
          id: "pure-privacy/same-privacy",
          claim: `The comparison is fair: DP-TS-UCB at α = 1 is as private as a Laplace release at ε = ${epsilon}.`,
          by: "ours",
        },
        `η of DP-TS-UCB at α = 1 (tight) / η of ε = ${epsilon}`,
        most.dpTsUcb.eta ?? Number.NaN,
        computeLaplaceEta(epsilon) * (1 + 1e-9),
        `η = ${formatNumber(most.dpTsUcb.eta ?? Number.NaN)} (${formatNumber(most.dpTsUcb.published ?? Number.NaN)} as published) against ${formatNumber(computeLaplaceEta(epsilon))}: the (ε, 0)-DP algorithms are held to a much stricter promise.`,
      ),
    ]
  },

  charts: ({ pairs, pure }) =>
    pairs.map(({ alpha, dpTsUcb, mTsGaussian }) => ({
      name: `alpha-${alpha}`,
      chart: curvesChart(
        `Regret over time, α = ${alpha}, with (ε, 0)-DP algorithms at ε = ${epsilon}`,
        `Mean regret, ${describeRuns([dpTsUcb, mTsGaussian, ...pure])}, bands are 99% intervals. Privacy is not the same: η is ${formatNumber(dpTsUcb.published ?? Number.NaN)} for the first two, ${formatNumber(computeLaplaceEta(epsilon))} for the others.`,
        [dpTsUcb, mTsGaussian, ...pure],
        "log",
      ),
    })),

  table: ({ pairs, pure }) =>
    measurementRows([...pairs.flatMap(({ dpTsUcb, mTsGaussian }) => [dpTsUcb, mTsGaussian]), ...pure]),
})
